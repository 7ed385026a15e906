import { rules } from '@glasshouse/protocol/contracts/settle';
import { sql } from 'kysely';
import { arrayOf, type Db, type Tx } from '#platform/database/db.ts';
import { type AccountDemand, rulesFor } from '../../orders/orders.ts';
import { type ContractRow, openSince } from '../orders-sql.ts';
import type { OrderRequest } from './decide.ts';

/** Open stakes of the accounts whose demand would exceed the limit. Reads each user's recent orders once. */
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

/**
 * Takes the stakes of orders accepted together and writes the orders. Wallets must be locked and orders sorted by
 * account, like the table.
 */
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
 * Opens all orders of the batch in one database call if every order is valid. Orders must be sorted by account. Uses
 * its own transaction unless it is given one. Returns their heads, or none, with nothing written, if any order needs
 * individual checks.
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
