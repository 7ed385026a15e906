import type { BusOf } from '../platform/bus.ts';
import { type Bench, does, job } from '../platform/jobs.ts';
import { passByClock } from './upkeep.ts';

export const jobs = ({ db, clock }: Bench, bus: BusOf<'worker'>) => [
  does(job('pass_top_ups'), () => passByClock(db, bus, clock()), '* * * * *'),
];
