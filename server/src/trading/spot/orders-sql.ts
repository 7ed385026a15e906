import type { Side } from '@glasshouse/protocol/spot/terms';
import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import type { SpotOrder } from '#platform/database/schema.ts';
import type { PastOrders } from '../orders/orders.ts';

export type SpotRow = Selectable<SpotOrder>;

/** The ids below skip older orders, so that a user's open ones are a short index scan. */
const spotSince = sql<string>`(select spot_since())`;

export type Filter = PastOrders & { symbol?: number | undefined; side?: Side | undefined; result?: number | undefined };

/** A page of a user's orders, newest first. A filter reads the user's own rows until the page is full. */
export function ordersOf(tx: Tx, owner: bigint, filter: Filter, limit: number): Promise<SpotRow[]> {
  const { symbol, side, symbols, from, through, before, isOpen, result } = filter;
  let query = tx.selectFrom('spot_order').selectAll().where('owner', '=', owner);
  if (before !== undefined) query = query.where('id', '<', before);
  if (from !== undefined) query = query.where('id', '>=', from);
  if (through !== undefined) query = query.where('id', '<=', through);
  if (symbols !== undefined) query = query.where('symbol', 'in', symbols);
  if (isOpen) query = query.where('result', 'is', null).where('id', '>=', spotSince);
  if (result !== undefined) query = query.where('result', '=', result);
  if (symbol !== undefined) query = query.where('symbol', '=', symbol);
  if (side !== undefined) query = query.where('buy', '=', side === 'buy');
  return query.orderBy('id', 'desc').limit(limit).execute();
}

export const orderById = (tx: Tx, owner: bigint, id: string): Promise<SpotRow | undefined> =>
  tx.selectFrom('spot_order').selectAll().where('owner', '=', owner).where('id', '=', id).executeTakeFirst();

/** The amounts a user has given in open orders, by account. */
export async function givenIn(tx: Tx, accounts: readonly bigint[]): Promise<{ account: bigint; amount: bigint }[]> {
  return tx
    .selectFrom('spot_order')
    .select(['account', sql<bigint>`sum(stake)::bigint`.as('amount')])
    .where('account', 'in', accounts)
    .where('id', '>=', spotSince)
    .where('result', 'is', null)
    .groupBy('account')
    .execute();
}

/** The cost of the coins in these accounts. */
export const costsOf = (tx: Tx, accounts: readonly bigint[]) =>
  tx.selectFrom('spot_cost').selectAll().where('account', 'in', accounts).execute();

/** The realized profit of sold coins by UTC day, for `firstDay` and later days that have any. */
export const realisedByDay = (tx: Tx, owner: bigint, firstDay: number) =>
  tx
    .selectFrom('spot_day')
    .select(['day', 'realised as profit'])
    .where('owner', '=', owner)
    .where('day', '>=', firstDay)
    .execute();

/** The realized profit of sold coins, in total and on one UTC day. */
export async function realisedBy(tx: Tx, owner: bigint, day: number): Promise<{ today: bigint; total: bigint }> {
  const { rows } = await sql<{ today: bigint; total: bigint }>`
    select coalesce(sum(realised), 0)::bigint as total, coalesce(sum(realised) filter (where day = ${day}), 0)::bigint as today
    from spot_day where owner = ${owner}`.execute(tx);
  return rows[0]!;
}
