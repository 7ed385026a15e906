import type { BusOf } from '#platform/runtime/bus.ts';
import { does, type JobContext, job } from '#platform/runtime/jobs.ts';
import { returnDeposits } from './due.ts';

export const jobs = ({ db, clock }: JobContext, bus: Pick<BusOf<'worker'>, 'publish'>) => [
  does(job('return_deposits'), () => returnDeposits(db, bus, clock()), '* * * * *'),
];
