import type { Files } from '#people/files/files.ts';
import type { BusOf } from '#platform/runtime/bus.ts';
import { does, type JobContext, job } from '#platform/runtime/jobs.ts';
import { payWithdrawals } from './paying.ts';
import { rewrapPayees } from './sealed.ts';

export { approveByClock } from './by-clock.ts';

export const jobs = ({ db, clock }: JobContext, files: Files, bus: BusOf<'worker'>) => [
  does(job('pay_withdrawals'), () => payWithdrawals(db, bus, clock()), '* * * * *'),
  does(job('rewrap_payees'), () => rewrapPayees(db, files), '14 * * * *'),
];
