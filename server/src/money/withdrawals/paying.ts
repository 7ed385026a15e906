import { takesSeconds } from '@glasshouse/protocol/withdrawals/methods';
import { type Db, step } from '#platform/database/db.ts';
import type { BusOf } from '#platform/runtime/bus.ts';
import { publishMovement } from '../movements/movements.ts';
import * as table from './sql.ts';

const batch = 100;

/**
 * Pays withdrawals whose delay on the simulated network has passed. One transaction per withdrawal moves the money and
 * changes the state, so a crash pays none twice and the next run pays the rest. A withdrawal that fails does not delay
 * the others. Withdrawals of frozen accounts are frozen.
 */
export async function payWithdrawals(db: Db, bus: Pick<BusOf<'worker'>, 'publish'>, now: Date): Promise<void> {
  for (;;) {
    const stopped = await step(db, (tx) => table.stopFrozen(tx, now, batch));
    for (const { owner, id } of stopped) publishMovement(bus.publish, owner, { id, flow: 'withdraw', state: 'frozen' });
    if (stopped.length < batch) break;
  }
  const failed: unknown[] = [];
  for (;;) {
    const due = await step(db, (tx) => table.dueForPay(tx, now, takesSeconds, batch));
    for (const { owner, id } of due) {
      const paid = await step(db, (tx) => table.pay(tx, now, owner, id)).catch((error) => void failed.push(error));
      if (paid) publishMovement(bus.publish, owner, { id, flow: 'withdraw', state: 'success' });
    }
    if (due.length < batch || failed.length > 0) break;
  }
  if (failed.length > 0) throw new Error(`${failed.length} withdrawals could not be paid`, { cause: failed[0] });
}
