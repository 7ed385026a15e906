import { receiptDays } from '@glasshouse/protocol/deposits/calls';
import { eraseFilesAt } from '#people/files/files.ts';
import { type Db, step, type Tx } from '#platform/database/db.ts';
import type { BusOf, Publish } from '#platform/runtime/bus.ts';
import { days, plus } from '#platform/runtime/clock.ts';
import { publishMovement } from '../movements/movements.ts';
import * as table from './sql.ts';

export const kind = 'top_up';

/** Sets the day on which the receipt is erased. The database moves the money. */
export async function eraseReceiptLater(
  tx: Tx,
  now: Date,
  { person, receipt }: { person: string; receipt: string | null },
): Promise<void> {
  if (receipt) await eraseFilesAt(tx, person, [receipt], plus(now, days(receiptDays)));
}

/** Notifies the user's own screens. */
export const publishDecision = (
  publish: Publish,
  { owner, movement }: { owner: bigint; movement: string },
  state: 'passed' | 'rejected',
) => publishMovement(publish, owner, { id: movement, flow: 'recharge', state });

/** Maximum approvals per run; the rest wait for the next minute. */
const most = 2000;

/** Approves top-ups whose automatic review is due, and notifies their users. Does nothing where only people decide. */
export async function passByClock(db: Db, bus: Pick<BusOf<'worker'>, 'publish'>, now: Date): Promise<void> {
  for (let passed = 0; passed < most; passed++) {
    const due = await step(db, async (tx) => {
      const found = await table.passDue(tx, now);
      if (found) await eraseReceiptLater(tx, now, found);
      return found;
    });
    if (!due) return;
    publishDecision(bus.publish, due, 'passed');
  }
}
