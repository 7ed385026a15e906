import { type Db, step } from '#platform/database/db.ts';
import type { BusOf } from '#platform/runtime/bus.ts';
import { tellMovement } from '../movements/movements.ts';
import * as table from './sql.ts';

/** More than this at a time go on in the next turn. */
const most = 2000;

/** Approves what waited for the site's delay while no operator was on duty, and tells those it is about. */
export async function approveByClock(db: Db, bus: Pick<BusOf<'worker'>, 'publish'>, now: Date): Promise<void> {
  for (let approved = 0; approved < most; approved++) {
    const due = await step(db, (tx) => table.passDue(tx, now));
    if (!due) return;
    tellMovement(bus.publish, due.owner, { id: due.id, flow: 'withdraw', state: 'withdrawing' });
  }
}
