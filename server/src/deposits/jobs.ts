import type { Bus } from '../platform/bus.ts';
import { type Bench, does, job } from '../platform/jobs.ts';
import { passByClock } from './upkeep.ts';

export const jobs = ({ db, clock }: Bench, bus: Bus) => [
  does(job('pass_top_ups'), () => passByClock(db, bus, clock()), '* * * * *'),
];
