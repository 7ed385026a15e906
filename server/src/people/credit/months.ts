import { type Db, step } from '#platform/database/db.ts';
import { giveMonths } from './sql.ts';

const batch = 200;

/** Gives every good month that is full by now. A month that was given moves the next one, so doing it again gives nothing. */
export async function giveGoodMonths(db: Db, now: Date): Promise<void> {
  while ((await step(db, (tx) => giveMonths(tx, now, batch))) === batch);
}
