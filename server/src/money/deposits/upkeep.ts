import { type Db, step } from '#platform/database/db.ts';
import type { BusOf } from '#platform/runtime/bus.ts';
import { eraseReceiptLater, tellDecided } from './decided.ts';
import * as table from './sql.ts';

/** More than this in a minute go on in the next. */
const most = 2000;

/** Passes what waited for the site's delay, where the site runs unattended, and tells those it is about. */
export async function passByClock(db: Db, bus: Pick<BusOf<'worker'>, 'publish'>, now: Date): Promise<void> {
  for (let passed = 0; passed < most; passed++) {
    const due = await step(db, async (tx) => {
      const found = await table.passDue(tx, now);
      if (found) await eraseReceiptLater(tx, now, found);
      return found;
    });
    if (!due) return;
    tellDecided(bus.publish, due, 'passed');
  }
}
