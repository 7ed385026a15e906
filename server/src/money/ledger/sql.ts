import { sql } from 'kysely';
import { arrayOf, type Tx } from '#platform/database/db.ts';
import type { Account } from './accounts.ts';

/** The debits and the net change of an account in a batch. */
export type Change = { account: Account; debits: bigint; amount: bigint };

/**
 * Creates the accounts that are credited, and locks balances in id order, so that postings may wait for each other but
 * never deadlock. Returns the balances of accounts that don't cover their debits; an account that doesn't exist has
 * zero.
 */
export async function lockBalances(tx: Tx, changes: readonly Change[]): Promise<Map<Account, bigint>> {
  const { rows } = await sql<{ account: bigint; balance: bigint }>`
    select account, balance from hold_balances(
      ${arrayOf(changes.map((change) => change.account))}, ${arrayOf(changes.map((change) => change.debits))},
      ${arrayOf(changes.map((change) => change.amount))})`.execute(tx);
  return new Map(rows.map((row) => [row.account, row.balance]));
}

/**
 * Facts about system accounts only lock no balance, so duplicates of them wait for each other here. The statement also
 * assigns the transaction its id before its legs get theirs, like locking a balance does. The proof of the books relies
 * on that order.
 */
export const lockFacts = (tx: Tx, refs: readonly string[]) =>
  sql`
    select pg_current_xact_id(), pg_advisory_xact_lock(fact) from (
      select distinct hashtextextended(ref, 0) as fact from unnest(${arrayOf(refs)}::text[]) as ref order by 1
    ) as facts`.execute(tx);

export type Key = { account: Account; ref: string; kind: number };

/** The indexes (from 0) of the keys that are in the books already. */
export async function placesPosted(tx: Tx, keys: readonly Key[]): Promise<number[]> {
  const { rows } = await sql<{ place: bigint }>`
    select place
    from unnest(
      (select ${arrayOf(keys.map((key) => key.account))}::bigint[]),
      (select ${arrayOf(keys.map((key) => key.ref))}::uuid[]),
      (select ${arrayOf(keys.map((key) => key.kind))}::smallint[])
    ) with ordinality as key (account, ref, kind, place)
    join leg using (account, ref, kind)`.execute(tx);
  return rows.map((row) => Number(row.place) - 1);
}

export type Leg = { account: Account; amount: bigint; contra: Account | null; ref: string | null; kind: number };

/**
 * Writes the legs and changes each balance once by its net change; one database function does both. Returns
 * false, with nothing changed, if a fact is in the books already or a balance doesn't cover its debits. `inOrder`: the
 * facts were checked one after the other with all balances locked, so a fact may spend what an earlier one credited.
 */
export async function postLegs(tx: Tx, at: Date, legs: readonly Leg[], inOrder: boolean): Promise<boolean> {
  const { rows } = await sql<{ posted: boolean }>`
    select post_legs(
      ${at}, ${inOrder}, ${arrayOf(legs.map((leg) => leg.account))}, ${arrayOf(legs.map((leg) => leg.amount))},
      ${arrayOf(legs.map((leg) => leg.contra ?? null))}, ${arrayOf(legs.map((leg) => leg.ref ?? null))},
      ${arrayOf(legs.map((leg) => leg.kind))}) as posted`.execute(tx);
  return rows[0]!.posted;
}
