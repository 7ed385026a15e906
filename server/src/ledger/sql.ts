import { sql } from 'kysely';
import type { Tx } from '../platform/db.ts';
import type { Account } from './accounts.ts';

/** What an account loses by a batch, and what it comes to in all. */
export type Change = { account: Account; debits: bigint; amount: bigint };

// Arrays go over as one text each: building and reading thousands of separate values costs more than the posting.
const list = (values: readonly (bigint | number | string)[]) => `{${values.join(',')}}`;

/** Makes the balance rows that are not there yet. In id order, as everything that waits for others is. */
export const openAccounts = (tx: Tx, accounts: readonly Account[]) =>
  sql`insert into account (id) select unnest((select ${list(accounts)}::bigint[])) on conflict do nothing`.execute(tx);

/**
 * Locks balances in id order, so that postings can wait for each other but never in a circle. Gives the balances of the
 * accounts that have less than is wanted of them; an account that does not exist has nothing.
 */
export async function holdBalances(tx: Tx, changes: readonly Change[]): Promise<Map<Account, bigint>> {
  // One look at the key per account, in the order given. Told all of them at once, the planner may read the whole table instead.
  const { rows } = await sql<{ account: bigint; balance: bigint }>`
    select account, coalesce(balance, 0) as balance
    from unnest(
      ${list(changes.map((change) => change.account))}::bigint[], ${list(changes.map((change) => change.debits))}::bigint[]
    ) as change (account, debits)
    left join lateral (select balance from account where id = change.account for no key update) as held on true
    where balance is null or balance < debits`.execute(tx);
  return new Map(rows.map((row) => [row.account, row.balance]));
}

/**
 * Facts about system accounts alone lock no balance; they wait for a twin of themselves here. Their transaction gets its id
 * before it takes ids for its legs, as one that locks a balance does: the proof of the books relies on that order.
 */
export const holdFacts = (tx: Tx, refs: readonly string[]) =>
  sql`
    select pg_current_xact_id(), pg_advisory_xact_lock(fact) from (
      select distinct hashtextextended(ref, 0) as fact from unnest(${list(refs)}::text[]) as ref order by 1
    ) as facts`.execute(tx);

export type Key = { account: Account; ref: string; kind: number };

/** The places, from 0, of the keys that are in the books already. */
export async function placesPosted(tx: Tx, keys: readonly Key[]): Promise<number[]> {
  const { rows } = await sql<{ place: bigint }>`
    select place
    from unnest(
      (select ${list(keys.map((key) => key.account))}::bigint[]),
      (select ${list(keys.map((key) => key.ref))}::uuid[]),
      (select ${list(keys.map((key) => key.kind))}::smallint[])
    ) with ordinality as key (account, ref, kind, place)
    join leg using (account, ref, kind)`.execute(tx);
  return rows.map((row) => Number(row.place) - 1);
}

export type Leg = { account: Account; amount: bigint; contra: Account | null; ref: string | null; kind: number };

/**
 * One statement: moves each balance once, where it covers all that is taken, and writes the legs, their ids from one block.
 * Gives how many balances moved; if that is not all of them, the caller takes everything back.
 */
export async function writeLegs(tx: Tx, at: Date, changes: readonly Change[], legs: readonly Leg[]): Promise<number> {
  const { rows } = await sql<{ moved: bigint }>`
    with moved as materialized (
      select ${moves(changes)} as moved
    ), block as materialized (
      -- After the locks were taken: the ids then rise with an account's commits.
      select nextval('posting_block') as base, moved from moved offset 0
    ), written as (
      insert into leg (account, id, amount, contra, at, ref, kind)
      select leg.account, base + place, leg.amount, leg.contra, ${at}::timestamptz, leg.ref, leg.kind
      from block, unnest(
        (select ${list(legs.map((leg) => leg.account))}::bigint[]),
        (select ${list(legs.map((leg) => leg.amount))}::bigint[]),
        (select ${list(legs.map((leg) => leg.contra ?? 'null'))}::bigint[]),
        (select ${list(legs.map((leg) => leg.ref ?? 'null'))}::uuid[]),
        (select ${list(legs.map((leg) => leg.kind))}::smallint[])
      ) with ordinality as leg (account, amount, contra, ref, kind, place)
    )
    select moved from block`.execute(tx);
  return Number(rows[0]!.moved);
}

/** Moves each balance once, where it covers all that is taken, in id order; gives how many moved. */
export async function moveBalances(tx: Tx, changes: readonly Change[]): Promise<number> {
  if (changes.length === 0) return 0;
  const { rows } = await sql<{ moved: bigint }>`select ${moves(changes)} as moved`.execute(tx);
  return Number(rows[0]!.moved);
}

/** Moves all of them or, having changed and locked nothing, says no. */
export async function takeBalances(tx: Tx, changes: readonly Change[]): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select take_balances(${arrays(changes)}) as taken`.execute(tx);
  return rows[0]!.taken;
}

const arrays = (changes: readonly Change[]) => sql`
  ${list(changes.map((change) => change.account))}::bigint[],
  ${list(changes.map((change) => change.debits))}::bigint[],
  ${list(changes.map((change) => change.amount))}::bigint[]`;
const moves = (changes: readonly Change[]) => sql`move_balances(${arrays(changes)})`;

type Debits = {
  kind: number;
  to: Account;
  changes: readonly Change[];
  debits: readonly { account: Account; ref: string; amount: bigint }[];
};

/** As `writeLegs`, where every leg has the same kind and other side: less to send and to read. */
export async function writeDebits(tx: Tx, at: Date, { kind, to, changes, debits }: Debits): Promise<number> {
  const sum = debits.reduce((total, debit) => total + debit.amount, 0n);
  const { rows } = await sql<{ moved: bigint }>`
    with moved as materialized (
      select ${changes.length > 0 ? moves(changes) : sql`0::bigint`} as moved
    ), block as materialized (
      select nextval('posting_block') as base, moved from moved offset 0
    ), written as (
      insert into leg (account, id, amount, contra, at, ref, kind)
      select ${to}::bigint, base, ${sum}::bigint, null::bigint, ${at}::timestamptz, null::uuid, ${kind}::smallint
      from block
      union all
      select debit.account, base + place, -debit.amount, ${to}::bigint, ${at}::timestamptz, debit.ref, ${kind}::smallint
      from block, unnest(
        (select ${list(debits.map((debit) => debit.account))}::bigint[]),
        (select ${list(debits.map((debit) => debit.amount))}::bigint[]),
        (select ${list(debits.map((debit) => debit.ref))}::uuid[])
      ) with ordinality as debit (account, amount, ref, place)
    )
    select moved from block`.execute(tx);
  return Number(rows[0]!.moved);
}

/** A place in the transaction to come back to; coming back also lets go of the locks taken since. */
export const setMark = (tx: Tx) => sql`savepoint post_all`.execute(tx);
export const dropMark = (tx: Tx) => sql`release savepoint post_all`.execute(tx);
export const backToMark = (tx: Tx) => sql`rollback to savepoint post_all`.execute(tx);
