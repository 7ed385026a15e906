import type { Tx } from '#platform/database/db.ts';
import * as table from './sql.ts';

/** Whether somebody withdraws to saved payees only, and until when if they have switched it off. */
export async function savedOnlyOf(tx: Tx, now: Date, person: string) {
  const row = await table.savedOnlyRow(tx, person);
  const on = row !== undefined && (row.ends_at === null || row.ends_at > now);
  return { on, endsAt: on ? (row.ends_at?.toISOString() ?? null) : null };
}
