import { sql } from 'kysely';
import type { Tx } from '../platform/db.ts';
import type { ContractRow } from './orders-sql.ts';
import { openSince } from './since.ts';

// Arrays go over as one text each: thousands of separate values would cost more than what is done with them.
const list = (values: readonly (bigint | number | string | boolean)[]) => `{${values.join(',')}}`;

type Named = { account: bigint; id: string };

/** Those of the orders that are in the table already, however old. */
export async function storedOf(tx: Tx, orders: readonly Named[]): Promise<ContractRow[]> {
  if (orders.length === 0) return [];
  const { rows } = await sql<ContractRow>`
    select stored.*
    from unnest(
      ${list(orders.map((order) => order.account))}::bigint[], ${list(orders.map((order) => order.id))}::uuid[]
    ) as asked (account, id)
    cross join lateral (
      select * from contract where contract.account = asked.account and contract.id = asked.id limit 1
    ) as stored`.execute(tx);
  return rows;
}

/** `wanted` is what all orders asked of the account together would stake. */
type Wanted = Named & { wanted: bigint };
type Recent = { account: bigint; id: string; open: bigint; stored: boolean };

/**
 * One walk along each user's recent orders: what is open of those whom all that is wanted would take over the limit, and which of the
 * orders are there already. Nearly always there is nothing to tell.
 */
export async function recentOf(tx: Tx, limit: bigint, orders: readonly Wanted[]): Promise<Recent[]> {
  const { rows } = await sql<Recent>`
    select asked.account, asked.id, open, stored
    from unnest(
      ${list(orders.map((order) => order.account))}::bigint[], ${list(orders.map((order) => order.id))}::uuid[],
      ${list(orders.map((order) => order.wanted))}::bigint[]
    ) as asked (account, id, wanted)
    cross join lateral (
      select coalesce(sum(stake) filter (where result is null), 0)::bigint as open,
        coalesce(bool_or(contract.id = asked.id), false) as stored
      from contract where contract.account = asked.account and contract.id >= ${openSince}
    ) as recent
    where stored or open + wanted > ${limit}`.execute(tx);
  return rows;
}

/** Writes orders accepted at the same moment, in account order as the table is. */
export const insertOrders = (tx: Tx, at: Date, rule: number, orders: readonly ContractRow[]) =>
  sql`
    insert into contract (account, id, at, head_slot, due_slot, stake, symbol, seconds, return_bp, rule, long)
    select account, id, ${at}::timestamptz, head_slot, head_slot + 1 + 2 * seconds, stake, symbol, seconds, return_bp,
      ${rule}::smallint, long
    from unnest(
      ${list(orders.map((order) => order.account))}::bigint[], ${list(orders.map((order) => order.id))}::uuid[],
      ${list(orders.map((order) => order.head_slot))}::bigint[], ${list(orders.map((order) => order.stake))}::bigint[],
      ${list(orders.map((order) => order.symbol))}::integer[], ${list(orders.map((order) => order.seconds))}::integer[],
      ${list(orders.map((order) => order.return_bp))}::integer[], ${list(orders.map((order) => order.long))}::boolean[]
    ) as accepted (account, id, head_slot, stake, symbol, seconds, return_bp, long)`.execute(tx);
