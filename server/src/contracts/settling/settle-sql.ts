import { sql } from 'kysely';
import { arrayOf, type Db, type Tx } from '../../platform/db.ts';

export const settledThrough = async (db: Db): Promise<number> =>
  Number((await db.selectFrom('settlement').select('settled_through').executeTakeFirstOrThrow()).settled_through);

/** What contracts of a coin that are due together can still differ in. */
export type Kind = { rule: number; seconds: number };
/** Every rule with every period that was ever agreed on under it. */
export const kindsAgreed = async (db: Db): Promise<Kind[]> => {
  const { rows } = await sql<Kind>`
    select distinct rule, period as seconds from contract_terms, unnest(seconds) as period`.execute(db);
  return rows;
};

/** Slots after `after` at which contracts are due, up to `to`: found by skipping along the index, one look per slot. */
export async function dueSlots(db: Db, after: number, to: number, most: number): Promise<number[]> {
  const { rows } = await sql<{ slot: bigint }>`
    with recursive due (slot, place) as (
      select min(due_slot), 1 from contract where due_slot > ${after} and due_slot <= ${to}
      union all
      select (select min(due_slot) from contract where due_slot > due.slot and due_slot <= ${to}), place + 1
      from due where due.slot is not null and place < ${most}
    )
    select slot from due where slot is not null`.execute(db);
  return rows.map((row) => Number(row.slot));
}

/** A part of a slot's contracts: the accounts from `from` to before `next`, or all the rest. */
export type Chunk = { slot: number; from: bigint; next: bigint | undefined };

/**
 * A slot's contracts in chunks of about `most`. Every settler finds the same ones, because what is due was accepted long before and what is
 * settled already counts too.
 */
export async function chunksOf(db: Db, slot: number, most: number): Promise<Chunk[]> {
  const { rows } = await sql<{ account: bigint }>`
    with recursive ends (account) as (
      select 0::bigint
      union all
      select (
        select account from contract where due_slot = ${slot} and account > ends.account order by account offset ${most} limit 1
      ) from ends where ends.account is not null
    )
    select account from ends where account > 0`.execute(db);
  const ends = rows.map((row) => row.account);
  return [0n, ...ends].map((from, place) => ({ slot, from, next: ends[place] }));
}

/**
 * Takes a chunk for this transaction, unless another settler has it. The settings are for the statement that follows: the newest slots are
 * never in the table's statistics, so the rule might be joined to the contracts row by row; and what triggers look at should not
 * go over the disk.
 */
export async function claimChunk(tx: Tx, { slot, from }: Chunk): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select set_config('enable_nestloop', 'off', true), set_config('jit', 'off', true), set_config('work_mem', '64MB', true),
      pg_try_advisory_xact_lock(hashtextextended(${`settle ${slot} ${from}`}, 0)) as mine`.execute(tx);
  return rows[0]!.mine;
}

/** What all contracts of a coin, a rule and a period that are due at one slot come to: outcomes by their codes. */
export type Decision = Kind & {
  symbol: number;
  long: number;
  short: number;
  entrySlot: number | null;
  entryPrice: bigint | null;
  exitSlot: number | null;
  exitPrice: bigint | null;
};

/** What was settled, as texts of arrays, which are read at a fraction of the price of rows; null for none. */
type Told = {
  count: bigint;
  accounts: string | null;
  ids: string | null;
  results: string | null;
  payouts: string | null;
};

/** Settles what is open of a chunk and decided; the database books it in the same statement (`settled_is_booked`). */
export async function settleChunk(
  tx: Tx,
  at: Date,
  { slot, from, next }: Chunk,
  decisions: readonly Decision[],
): Promise<Told> {
  const column = (field: keyof Decision) => arrayOf(decisions.map((decision) => decision[field]));
  const { rows } = await sql<Told>`
    with ended as (update contract set
      result = case when long then decided.long_result else decided.short_result end,
      entry_slot = decided.entry_slot, entry_price = decided.entry_price,
      exit_slot = decided.exit_slot, exit_price = decided.exit_price,
      payout = case case when long then decided.long_result else decided.short_result end
        when 1 then stake + stake * return_bp / 10000 when 2 then 0 else stake end,
      settled_at = ${at}
    from unnest(
      ${column('symbol')}::integer[], ${column('rule')}::smallint[], ${column('seconds')}::integer[],
      ${column('long')}::smallint[], ${column('short')}::smallint[], ${column('entrySlot')}::bigint[], ${column('entryPrice')}::bigint[],
      ${column('exitSlot')}::bigint[], ${column('exitPrice')}::bigint[]
    ) as decided (symbol, rule, seconds, long_result, short_result, entry_slot, entry_price, exit_slot, exit_price)
    where due_slot = ${slot} and account >= ${from} and account < ${next ?? 2n ** 63n - 1n}
      and contract.symbol = decided.symbol and contract.seconds = decided.seconds
      and contract.rule = decided.rule and result is null
    returning account, id, payout, result)
    select count(*) as count, array_agg(account)::text as accounts, array_agg(id)::text as ids, array_agg(result)::text as results,
      array_agg(payout)::text as payouts from ended`.execute(tx);
  return rows[0]!;
}
