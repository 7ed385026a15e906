import { does, type JobContext, job } from '#platform/runtime/jobs.ts';
import { type Maker, makeCopy } from './copy.ts';
import { deleteLeaving, type Eraser } from './deletion.ts';
import { copyAsked } from './personal.ts';

type JobParts = Pick<Maker, 'files' | 'parts'> & Pick<Eraser, 'bus' | 'unfinished'>;
export const jobs = (
  { db, clock, log, send, origin, textMessages }: JobContext,
  { files, parts, bus, unfinished }: JobParts,
) => [
  does(copyAsked, ({ id }) => makeCopy({ db, files, parts, send, origin, textMessages }, clock(), id)),
  does(job('delete_leaving'), () => deleteLeaving({ db, files, bus, log, send, unfinished }, clock()), '*/10 * * * *'),
];
