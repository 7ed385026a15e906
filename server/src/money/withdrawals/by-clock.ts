import { type Db, step } from '#platform/database/db.ts';
import type { BusOf } from '#platform/runtime/bus.ts';
import { tellMovement } from '../movements/movements.ts';
import * as table from './sql.ts';

/** In one run; the rest waits for the next. */
const max = 2000;

/** Approves withdrawals whose automatic review is due, and notifies their users. */
export async function approveByClock(db: Db, bus: Pick<BusOf<'worker'>, 'publish'>, now: Date): Promise<void> {
  for (let approved = 0; approved < max; approved++) {
    const due = await step(db, (tx) => table.passDue(tx, now));
    if (!due) return;
    tellMovement(bus.publish, due.owner, { id: due.id, flow: 'withdraw', state: 'withdrawing' });
  }
}
