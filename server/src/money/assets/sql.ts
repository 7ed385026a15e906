import { type Insertable, sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import type { Correction } from '#platform/database/schema.ts';
import { newestBefore, type Place } from '#platform/observability/timeline.ts';

export const insertCorrection = (tx: Tx, correction: Insertable<Correction>) =>
  tx.insertInto('correction').values(correction).execute();
/** Serializes corrections, so that each counts towards the day before the next is checked. */
export const lockCorrections = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('correction', 0))`.execute(tx);
/** Whether a credit is within the bounds of one correction and of a day. */
export async function creditFits(tx: Tx, currency: string, units: bigint): Promise<boolean> {
  const { rows } = await sql<{ fits: boolean }>`select correction_fits(${currency}, ${units}) as fits`.execute(tx);
  return rows[0]!.fits;
}

/** The reasons of corrections, by the reference of their posting. */
export async function reasonsOf(tx: Tx, refs: readonly string[]): Promise<Map<string, string>> {
  if (refs.length === 0) return new Map();
  const rows = await tx.selectFrom('correction').select(['ref', 'reason']).where('ref', 'in', refs).execute();
  return new Map(rows.map((row) => [row.ref, row.reason]));
}
export const correctionBy = (tx: Tx, ref: string) =>
  tx.selectFrom('correction').select('ref').where('ref', '=', ref).executeTakeFirst();

type CorrectionEvent = { text: string; by: string; state: string; amount: string; currency: string };
/** Corrections of a user's balances, with the operator who requested them. */
export const correctionEvents = (tx: Tx, number: bigint, before: Place | undefined, limit: number) =>
  newestBefore<CorrectionEvent>(
    tx,
    sql`
      select c.at, 'correction:' || c.ref as key, c.reason as text, a.asked_by_name as by, a.input ->> 'direction' as state,
        a.input ->> 'amount' as amount, a.input ->> 'currency' as currency
      from correction c join approval a on a.id = c.approval where c.number = ${number}`,
    before,
    limit,
  );
