import { takesSeconds } from '@glasshouse/protocol/withdrawals/ways';
import { type Db, step } from '#platform/database/db.ts';
import type { BusOf } from '#platform/runtime/bus.ts';
import { tellMovement } from '../movements/movements.ts';
import * as table from './sql.ts';

const batch = 100;

/**
 * Pays what the simulated network is through with. Each is one step of its own, in which the money leaves and the state changes together: who
 * breaks off between two of them pays the rest next time, and none twice. One that cannot be paid keeps nobody behind it waiting. What belongs to
 * a frozen account is frozen with it.
 */
export async function payWithdrawals(db: Db, bus: Pick<BusOf<'worker'>, 'publish'>, now: Date): Promise<void> {
  for (;;) {
    const stopped = await step(db, (tx) => table.stopFrozen(tx, now, batch));
    for (const { owner, id } of stopped) tellMovement(bus.publish, owner, { id, flow: 'withdraw', state: 'frozen' });
    if (stopped.length < batch) break;
  }
  const failed: unknown[] = [];
  for (;;) {
    const due = await step(db, (tx) => table.dueForPay(tx, now, takesSeconds, batch));
    for (const { owner, id } of due) {
      const paid = await step(db, (tx) => table.pay(tx, now, owner, id)).catch((error) => void failed.push(error));
      if (paid) tellMovement(bus.publish, owner, { id, flow: 'withdraw', state: 'success' });
    }
    if (due.length < batch || failed.length > 0) break;
  }
  if (failed.length > 0) throw new Error(`${failed.length} withdrawals could not be paid`, { cause: failed[0] });
}
