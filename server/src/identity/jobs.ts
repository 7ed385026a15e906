import type { Files } from '../files/files.ts';
import type { BusOf } from '../platform/bus.ts';
import { type Bench, does, job } from '../platform/jobs.ts';
import { rewrapIdentities } from './sealed.ts';
import { decideByClock, eraseIdentities } from './upkeep.ts';

export const jobs = ({ db, clock }: Bench, files: Files, bus: BusOf<'worker'>) => [
  does(job('pass_identities'), () => decideByClock(db, bus, clock()), '* * * * *'),
  does(job('erase_identities'), () => eraseIdentities(db, clock()), '*/10 * * * *'),
  does(job('rewrap_identities'), () => rewrapIdentities(db, files), '4 * * * *'),
];
