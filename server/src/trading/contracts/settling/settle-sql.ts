import { slotsPerDay } from '@glasshouse/protocol/market/tape';
import { sql } from 'kysely';
import { arrayOf, type Db, type Tx } from '#platform/database/db.ts';
import type { Chunk, SettledBatch } from '../../orders/orders.ts';

/** The properties in which contracts of a coin that are due together can differ. */
export type Kind = { rule: number; seconds: number };
/** Every rule with every period that was ever agreed under it. */
export const kindsAgreed = async (db: Db): Promise<Kind[]> => {
  const { rows } = await sql<Kind>`
    select distinct rule, period as seconds from contract_terms, unnest(seconds) as period`.execute(db);
  return rows;
};

/** The decision for all contracts of a coin, rule and period that are due at one slot. Outcomes are codes. */
export type Decision = Kind & {
  symbol: number;
  long: number;
  short: number;
  entrySlot: number | null;
  entryPrice: bigint | null;
  exitSlot: number | null;
  exitPrice: bigint | null;
};

/**
 * Settles the open, decided contracts of a chunk; the database books them in the same statement (`settled_is_booked`).
 */
export async function settleChunk(
  tx: Tx,
  at: Date,
  { slot, from, next }: Chunk,
  decisions: readonly Decision[],
): Promise<SettledBatch> {
  const column = (field: keyof Decision) => arrayOf(decisions.map((decision) => decision[field]));
  const { rows } = await sql<SettledBatch>`
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

/** Adds up the contracts that ended between two slots, by user, day, coin and period. */
export const addUp = (tx: Tx, from: number, through: number) =>
  sql`
    insert into contract_day as counted
      (account, day, symbol, seconds, wins, losses, draws, voids, staked, paid, break_even)
    select account, due_slot / ${sql.lit(slotsPerDay)}, symbol, seconds,
      count(*) filter (where result = 1), count(*) filter (where result = 2), count(*) filter (where result = 3),
      count(*) filter (where result = 4), sum(stake), sum(payout),
      -- As breakEvenOf rounds: up.
      coalesce(sum((100000000 + 9999 + return_bp) / (10000 + return_bp)) filter (where result <= 2), 0)
    from contract where due_slot > ${from} and due_slot <= ${through}
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (account, day, symbol, seconds) do update set
      wins = counted.wins + excluded.wins, losses = counted.losses + excluded.losses,
      draws = counted.draws + excluded.draws, voids = counted.voids + excluded.voids,
      staked = counted.staked + excluded.staked, paid = counted.paid + excluded.paid,
      break_even = counted.break_even + excluded.break_even`.execute(tx);
