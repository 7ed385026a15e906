import type { Insertable } from 'kysely';
import type { Tx } from '../platform/db.ts';
import type { Correction } from '../platform/schema.ts';

export const insertCorrection = (tx: Tx, correction: Insertable<Correction>) =>
  tx.insertInto('correction').values(correction).execute();

/** Why corrections were made, by what they are booked under. */
export async function reasonsOf(tx: Tx, refs: readonly string[]): Promise<Map<string, string>> {
  if (refs.length === 0) return new Map();
  const rows = await tx.selectFrom('correction').select(['ref', 'reason']).where('ref', 'in', refs).execute();
  return new Map(rows.map((row) => [row.ref, row.reason]));
}
export const correctionBy = (tx: Tx, ref: string) =>
  tx.selectFrom('correction').select('ref').where('ref', '=', ref).executeTakeFirst();
