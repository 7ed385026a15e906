import type { BusOf } from '../platform/bus.ts';
import { type Bench, does, job } from '../platform/jobs.ts';
import { returnDeposits } from './due.ts';

export const jobs = ({ db, clock }: Bench, bus: Pick<BusOf<'worker'>, 'publish'>) => [
  does(job('return_deposits'), () => returnDeposits(db, bus, clock()), '* * * * *'),
];
