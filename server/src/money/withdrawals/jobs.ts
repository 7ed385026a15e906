import type { Files } from '#people/files/files.ts';
import { type Db, step } from '#platform/database/db.ts';
import type { BusOf } from '#platform/runtime/bus.ts';
import { does, type JobContext, job } from '#platform/runtime/jobs.ts';
import { publishMovement } from '../movements/movements.ts';
import { payWithdrawals } from './paying.ts';
import { rewrapPayees } from './sealed.ts';
import * as table from './sql.ts';

export const jobs = ({ db, clock }: JobContext, files: Files, bus: BusOf<'worker'>) => [
  does(job('pay_withdrawals'), () => payWithdrawals(db, bus, clock()), '* * * * *'),
  does(job('rewrap_payees'), () => rewrapPayees(db, files), '14 * * * *'),
];

/** Maximum approvals per run; the rest wait for the next run. */
const max = 2000;

/** Approves withdrawals whose automatic review is due, and notifies their users. */
export async function approveByClock(db: Db, bus: Pick<BusOf<'worker'>, 'publish'>, now: Date): Promise<void> {
  for (let approved = 0; approved < max; approved++) {
    const due = await step(db, (tx) => table.passDue(tx, now));
    if (!due) return;
    publishMovement(bus.publish, due.owner, { id: due.id, flow: 'withdraw', state: 'withdrawing' });
  }
}
