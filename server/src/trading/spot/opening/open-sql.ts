import { knownRules } from '@glasshouse/protocol/orders/tape-rule';
import { sql } from 'kysely';
import { ownerOf } from '#money/ledger/ledger.ts';
import { arrayOf, type Db, type Tx } from '#platform/database/db.ts';
import { rulesFor } from '../../orders/orders.ts';
import type { SpotRow } from '../orders-sql.ts';
import { type OrderRequest, takenName } from './decide.ts';

/** The balances of the accounts that orders give from. */
export async function balancesOf(tx: Tx, asked: readonly OrderRequest[]): Promise<Map<bigint, bigint>> {
  const accounts = [...new Set(asked.map(({ account }) => account))];
  const rows = await tx.selectFrom('account').select(['id', 'balance']).where('id', 'in', accounts).execute();
  return new Map(rows.map(({ id, balance }) => [id, balance]));
}

/** Ids of these orders that their users have used before, and the accounts that those orders give from. */
export async function takenBy(tx: Tx, asked: readonly OrderRequest[]): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ account: bigint; id: string }>`
    select stored.account, stored.id
    from unnest(${arrayOf(asked.map(({ account }) => ownerOf(account)))}::bigint[], ${arrayOf(asked.map(({ id }) => id))}::uuid[])
      as asked (owner, id)
    cross join lateral (
      select account, id from spot_order as known where known.owner = asked.owner and known.id = asked.id limit 1
    ) as stored`.execute(tx);
  return new Map(rows.map(({ account, id }) => [takenName(account, id), account]));
}

/**
 * Takes the amounts of orders accepted together and writes the orders. Wallets must be locked and orders sorted by
 * account, like the table.
 */
export const openOrders = (tx: Tx, at: Date, orders: readonly SpotRow[]) =>
  sql`
    select open_spot(
      ${at}, ${orders[0]!.rule}::smallint, ${arrayOf(orders.map((order) => order.account))}, ${arrayOf(orders.map((order) => order.id))},
      ${arrayOf(orders.map((order) => order.head_slot))}, ${arrayOf(orders.map((order) => order.stake))},
      ${arrayOf(orders.map((order) => order.symbol))}, ${arrayOf(orders.map((order) => order.spread_bp))})`.execute(tx);

type Head = { symbol: number; slot: bigint; hash: Buffer; rule: number };

/**
 * Opens all orders of the batch in one database call and returns its heads. Orders must be sorted by account. Returns
 * none, with nothing written, if any order needs individual checks.
 */
export async function openFastPath(db: Db, at: Date, orders: readonly OrderRequest[]): Promise<Head[]> {
  const { rows } = await sql<Head>`/* open_plain_spot */
    select symbol, slot, hash, rule from open_plain_spot(
      ${at}, ${arrayOf(rulesFor(knownRules, orders))}, ${arrayOf(orders.map((order) => order.account))}, ${arrayOf(orders.map((order) => order.id))},
      ${arrayOf(orders.map((order) => order.stake))}, ${arrayOf(orders.map((order) => order.symbol))},
      ${arrayOf(orders.map((order) => order.spreadBp))})`.execute(db);
  return rows;
}
