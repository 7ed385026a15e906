import { sql } from 'kysely';
import type { Chunk, Told } from '../../orders/orders.ts';
import { arrayOf, type Db, type Tx } from '../../platform/db.ts';

/** What orders of a coin that are due together can still differ in. */
export type Kind = { rule: number };
/** Every rule that was ever agreed on. */
export const kindsAgreed = async (db: Db): Promise<Kind[]> =>
  db.selectFrom('contract_terms').select('rule').distinct().execute();

/** What fills all orders of a coin and a rule that are due at one slot; no tick: they are void. */
export type Decision = Kind & { symbol: number; exitSlot: number | null; exitPrice: bigint | null };

/** Fills what is open of a chunk and decided; the database books it in the same statement (`filled_is_booked`). */
export async function settleChunk(
  tx: Tx,
  at: Date,
  { slot, from, next }: Chunk,
  decisions: readonly Decision[],
): Promise<Told> {
  const column = (field: keyof Decision) => arrayOf(decisions.map((decision) => decision[field]));
  const { rows } = await sql<Told>`
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
