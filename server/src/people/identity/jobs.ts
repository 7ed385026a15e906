import { does, type JobContext, job } from '#platform/runtime/jobs.ts';
import type { Files } from '../files/files.ts';
import { rewrapIdentities } from './sealed.ts';
import { eraseIdentities } from './upkeep.ts';

export { decideByClock } from './upkeep.ts';

export const jobs = ({ db, clock }: JobContext, files: Files) => [
  does(job('erase_identities'), () => eraseIdentities(db, clock()), '*/10 * * * *'),
  does(job('rewrap_identities'), () => rewrapIdentities(db, files), '4 * * * *'),
];
