import { receiptDays } from '@glasshouse/protocol/deposits/calls';
import { eraseFilesAt } from '#people/files/files.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Tell } from '#platform/runtime/bus.ts';
import { days, plus } from '#platform/runtime/clock.ts';
import { tellMovement } from '../movements/movements.ts';

export const kind = 'top_up';

/** What follows from a decision, beside the money: the day on which the receipt is erased. */
export async function eraseReceiptLater(
  tx: Tx,
  now: Date,
  { person, receipt }: { person: string; receipt: string | null },
): Promise<void> {
  if (receipt) await eraseFilesAt(tx, person, [receipt], plus(now, days(receiptDays)));
}

/** Tells the person's own screens. */
export const tellDecided = (
  tell: Tell,
  { owner, movement }: { owner: bigint; movement: string },
  state: 'passed' | 'rejected',
) => tellMovement(tell, owner, { id: movement, flow: 'recharge', state });
