import { sql } from 'kysely';
import { arrayOf, type Tx } from '#platform/database/db.ts';
import type { Account } from './accounts.ts';

/** What an account loses by a batch, and what it comes to in all. */
export type Change = { account: Account; debits: bigint; amount: bigint };

/**
 * Makes the accounts that are credited, and locks balances in id order, so that postings can wait for each other but never in a circle.
 * Gives the balances of the accounts that have less than is wanted of them; an account that does not exist has nothing.
 */
export async function holdBalances(tx: Tx, changes: readonly Change[]): Promise<Map<Account, bigint>> {
  const { rows } = await sql<{ account: bigint; balance: bigint }>`
    select account, balance from hold_balances(
      ${arrayOf(changes.map((change) => change.account))}, ${arrayOf(changes.map((change) => change.debits))},
      ${arrayOf(changes.map((change) => change.amount))})`.execute(tx);
  return new Map(rows.map((row) => [row.account, row.balance]));
}

/**
 * Facts about system accounts alone lock no balance; they wait for a twin of themselves here. Their transaction gets its id
 * before it takes ids for its legs, as one that locks a balance does: the proof of the books relies on that order.
 */
export const holdFacts = (tx: Tx, refs: readonly string[]) =>
  sql`
    select pg_current_xact_id(), pg_advisory_xact_lock(fact) from (
      select distinct hashtextextended(ref, 0) as fact from unnest(${arrayOf(refs)}::text[]) as ref order by 1
    ) as facts`.execute(tx);

export type Key = { account: Account; ref: string; kind: number };

/** The places, from 0, of the keys that are in the books already. */
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
 * Writes the legs and moves each balance once by what they come to; the database itself sees to that. Says no, having changed nothing, if a
 * fact is in the books already or a balance does not cover all that is taken from it. `inOrder`: the facts were judged one after the
 * other, with all balances held, and what comes in by one may be spent by the next.
 */
export async function postLegs(tx: Tx, at: Date, legs: readonly Leg[], inOrder: boolean): Promise<boolean> {
  const { rows } = await sql<{ posted: boolean }>`
    select post_legs(
      ${at}, ${inOrder}, ${arrayOf(legs.map((leg) => leg.account))}, ${arrayOf(legs.map((leg) => leg.amount))},
      ${arrayOf(legs.map((leg) => leg.contra ?? null))}, ${arrayOf(legs.map((leg) => leg.ref ?? null))},
      ${arrayOf(legs.map((leg) => leg.kind))}) as posted`.execute(tx);
  return rows[0]!.posted;
}
