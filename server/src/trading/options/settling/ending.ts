import { partsPerUnit } from '@glasshouse/protocol/market/coins';
import { slotsPerDay } from '@glasshouse/protocol/market/tape';
import { formatUsdt } from '@glasshouse/protocol/money';
import type { OptionEvent } from '@glasshouse/protocol/options/calls';
import { sql } from 'kysely';
import { arrayOf, type Tx } from '#platform/database/db.ts';
import {
  type Chunk,
  type Exit,
  exitsAt,
  rulesAgreed,
  type SettledBatch,
  type SettlementStrategy,
} from '../../orders/orders.ts';
import { outcomeNamed, product } from '../product.ts';

/** The payout of an option at its exit; a void one returns its premium. */
const payout = sql`case when decided.exit_price is null then stake else option_payout(call, strike, size, parts, decided.exit_price) end`;

/**
 * Settles the open, decided options of a chunk; the database books them in the same statement (`settled_is_booked`).
 */
export async function settleChunk(
  tx: Tx,
  at: Date,
  { slot, from, next }: Chunk,
  exits: readonly Exit[],
): Promise<SettledBatch> {
  const column = (of: (exit: Exit) => number | bigint | null) => arrayOf(exits.map(of));
  const { rows } = await sql<SettledBatch>`
    with ended as (update option_order set
      exit_slot = decided.exit_slot, exit_price = decided.exit_price, payout = ${payout},
      result = case when decided.exit_price is null then 4 when ${payout} > stake then 1 when ${payout} = stake then 3 else 2 end,
      settled_at = ${at}
    from unnest(
      ${column(({ symbol }) => symbol)}::integer[], ${column(({ rule }) => rule)}::smallint[],
      ${column(({ exitSlot }) => exitSlot)}::bigint[], ${column(({ exitPrice }) => exitPrice)}::bigint[],
      ${column(({ symbol }) => partsPerUnit(symbol))}::bigint[]
    ) as decided (symbol, rule, exit_slot, exit_price, parts)
    where due_slot = ${slot} and account >= ${from} and account < ${next ?? 2n ** 63n - 1n}
      and option_order.symbol = decided.symbol and option_order.rule = decided.rule and result is null
    returning account, id, payout, result)
    select count(*) as count, array_agg(account)::text as accounts, array_agg(id)::text as ids, array_agg(result)::text as results,
      array_agg(payout)::text as payouts from ended`.execute(tx);
  return rows[0]!;
}

/**
 * How an ended option is counted: a sold one on the day of its sale, and the part of its price above its fair value.
 */
export const counted = sql`
  account, (coalesce(exit_slot, due_slot) / ${sql.lit(slotsPerDay)})::integer as day, symbol, seconds, 1 as ended,
  (payout > stake)::integer as in_profit, stake as staked, payout as paid, stake * spread_bp / (10000 + spread_bp) as spread`;

/**
 * Adds up what ended between two slots by user, day, coin and life, and removes its sales from those that wait to be
 * counted.
 */
async function addUp(tx: Tx, from: number, through: number): Promise<void> {
  await sql`
    insert into option_day as known (account, day, symbol, seconds, ended, in_profit, staked, paid, spread)
    select account, day, symbol, seconds, sum(ended), sum(in_profit), sum(staked), sum(paid), sum(spread)
    from (select ${counted} from option_order where due_slot > ${from} and due_slot <= ${through}) as each
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (account, day, symbol, seconds) do update set
      ended = known.ended + excluded.ended, in_profit = known.in_profit + excluded.in_profit,
      staked = known.staked + excluded.staked, paid = known.paid + excluded.paid, spread = known.spread + excluded.spread`.execute(
    tx,
  );
  await tx.deleteFrom('option_sale').where('due_slot', '<=', BigInt(through)).execute();
}

/** How the tape ends options: only by the tick of their due slot. */
export const ending: SettlementStrategy<{ rule: number }, Exit> = {
  table: product.table,
  kindsAgreed: rulesAgreed,
  longest: 0,
  decide: exitsAt,
  settleChunk,
  addUp,
  event: 'option' satisfies OptionEvent['type'],
  toEvent: ({ id, result, payout }): OptionEvent['orders'][number] => ({
    id,
    outcome: outcomeNamed(result),
    payout: formatUsdt(payout),
  }),
};
