import type { SpotEvent } from '@glasshouse/protocol/spot/calls';
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

/** Fills the open, decided orders of a chunk; the database books them in the same statement (`filled_is_booked`). */
async function settleChunk(
  tx: Tx,
  at: Date,
  { slot, from, next }: Chunk,
  exits: readonly Exit[],
): Promise<SettledBatch> {
  const column = (field: keyof Exit) => arrayOf(exits.map((exit) => exit[field]));
  const { rows } = await sql<SettledBatch>`
    with ended as (update spot_order set
      result = case when decided.exit_slot is null then 2 else 1 end,
      exit_slot = decided.exit_slot, exit_price = decided.exit_price,
      payout = case when decided.exit_slot is null then 0 else spot_received(parts, buy, stake, spread_bp, decided.exit_price) end,
      settled_at = ${at}
    from unnest(
      ${column('symbol')}::integer[], ${column('rule')}::smallint[], ${column('exitSlot')}::bigint[], ${column('exitPrice')}::bigint[]
    ) as decided (symbol, rule, exit_slot, exit_price) join coin_unit using (symbol)
    where due_slot = ${slot} and account >= ${from} and account < ${next ?? 2n ** 63n - 1n}
      and spot_order.symbol = decided.symbol and spot_order.rule = decided.rule and result is null
    returning account, id, payout, result)
    select count(*) as count, array_agg(account)::text as accounts, array_agg(id)::text as ids, array_agg(result)::text as results,
      array_agg(payout)::text as payouts from ended`.execute(tx);
  return rows[0]!;
}

/** How the tape fills spot orders. */
export const ending: SettlementStrategy<{ rule: number }, Exit> = {
  table: product.table,
  kindsAgreed: rulesAgreed,
  longest: 1,
  // An order is due half a second after its head, and may be committed seconds later.
  lingers: 40,
  decide: exitsAt,
  settleChunk,
  // Profits of sold coins are counted when they are booked.
  addUp: async () => {},
  event: 'spot' satisfies SpotEvent['type'],
  toEvent: ({ id, result }): SpotEvent['orders'][number] => ({ id, outcome: outcomeNamed(result) }),
};
