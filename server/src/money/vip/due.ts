import { type Db, step } from '#platform/database/db.ts';
import type { BusOf } from '#platform/runtime/bus.ts';
import { tellMovement } from '../movements/movements.ts';
import { returnDue } from './sql.ts';

const batch = 100;

/**
 * Gives back the deposits of first levels whose month is over, and of those whose account is about to be deleted. A membership ends with its
 * deposit, so doing it again gives nothing; after an interruption all that came due meanwhile is given.
 */
export async function returnDeposits(db: Db, bus: Pick<BusOf<'worker'>, 'publish'>, now: Date): Promise<void> {
  for (;;) {
    const returned = await step(db, (tx) => returnDue(tx, now, batch));
    for (const { number, id } of returned) tellMovement(bus.publish, number, { id, flow: 'refund', state: 'done' });
    if (returned.length < batch) return;
  }
}
