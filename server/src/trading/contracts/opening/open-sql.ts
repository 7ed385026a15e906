import { rules } from '@glasshouse/protocol/contracts/settle';
import { sql } from 'kysely';
import { arrayOf, type Db, type Tx } from '#platform/database/db.ts';
import { type AccountDemand, rulesFor } from '../../orders/orders.ts';
import { type ContractRow, openSince } from '../orders-sql.ts';
import type { OrderRequest } from './decide.ts';

/** Open stakes of the accounts that what is wanted would take over the limit: one walk along each user's recent orders. */
export async function exposedOf(
  tx: Tx,
  limit: bigint,
  accounts: readonly AccountDemand[],
): Promise<Map<bigint, bigint>> {
  const { rows } = await sql<{ account: bigint; open: bigint }>`
    select asked.account, open
    from unnest(
      ${arrayOf(accounts.map(({ account }) => account))}::bigint[], ${arrayOf(accounts.map(({ amount }) => amount))}::bigint[]
    ) as asked (account, wanted)
    cross join lateral (
      select coalesce(sum(stake) filter (where result is null), 0)::bigint as open
      from contract where contract.account = asked.account and contract.id >= ${openSince}
    ) as recent
    where open + wanted > ${limit}`.execute(tx);
  return new Map(rows.map((row) => [row.account, row.open]));
}

/** Takes the stakes of orders accepted together, whose wallets are locked, and writes the orders in account order, as the table is. */
export const openOrders = (tx: Tx, at: Date, orders: readonly ContractRow[]) =>
  sql`
    select open_contracts(
      ${at}, ${orders[0]!.rule}::smallint, ${arrayOf(orders.map((order) => order.account))}, ${arrayOf(orders.map((order) => order.id))},
      ${arrayOf(orders.map((order) => order.head_slot))}, ${arrayOf(orders.map((order) => order.stake))},
      ${arrayOf(orders.map((order) => order.symbol))}, ${arrayOf(orders.map((order) => order.seconds))},
      ${arrayOf(orders.map((order) => order.return_bp))}, ${arrayOf(orders.map((order) => order.long))})`.execute(tx);

type Head = { symbol: number; slot: bigint; hash: Buffer; rule: number };
const knownRules = Object.keys(rules).map(Number);

/**
 * Opens all of the orders, given in account order, if none of them has anything wrong with it: one trip, with its own transaction unless
 * there is one. Returns their heads; none if the orders must be judged one by one, and then nothing has changed.
 */
export async function openFastPath(db: Db, at: Date, orders: readonly OrderRequest[]): Promise<Head[]> {
  const { rows } = await sql<Head>`/* open_plain */
    select symbol, slot, hash, rule from open_plain_contracts(
      ${at}, ${arrayOf(rulesFor(knownRules, orders))}, ${arrayOf(orders.map((order) => order.account))},
      ${arrayOf(orders.map((order) => order.id))}, ${arrayOf(orders.map((order) => order.stake))},
      ${arrayOf(orders.map((order) => order.symbol))}, ${arrayOf(orders.map((order) => order.seconds))},
      ${arrayOf(orders.map((order) => order.returnBp))}, ${arrayOf(orders.map((order) => order.direction === 'long'))})`.execute(
    db,
  );
  return rows;
}
