import type { Side } from '@glasshouse/protocol/options/black-scholes';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import type { OptionOrder } from '#platform/database/schema.ts';
import type { PastOrders } from '../orders/orders.ts';

export type OptionRow = Selectable<OptionOrder>;

/**
 * A user's options that are open or were settled only recently: those due after `settled_through` that are not sold. In
 * their order, they are read from an index that has only these, however many others there are.
 */
export const notSettled = (account: bigint | RawBuilder<unknown>) => sql`(
  select * from option_order
  where account = ${account} and sale_volatility is null and due_slot > options_settled_through()
  order by due_slot desc)`;

/** The newest open options, with the count and total premium of all open ones. */
export async function openOptions(tx: Tx, account: bigint, limit: number) {
  const { rows } = await sql<OptionRow & { count: bigint; paid: bigint }>`
    select *, count(*) over () as count, (sum(stake) over ())::bigint as paid
    from ${notSettled(account)} as running where result is null order by id desc limit ${limit}`.execute(tx);
  return rows;
}

/** The total premium of a user's open options. */
export async function paidBy(tx: Tx, account: bigint): Promise<bigint> {
  const { rows } = await sql<{ paid: bigint }>`
    select coalesce(sum(stake), 0)::bigint as paid from ${notSettled(account)} as running where result is null`.execute(
    tx,
  );
  return rows[0]!.paid;
}

export type Filter = {
  symbol?: number | undefined;
  side?: Side | undefined;
  seconds?: number | undefined;
  /** A result's code, or null for open options. */
  result?: number | null | undefined;
} & Omit<PastOrders, 'isOpen' | 'outcome'>;

/** A page of a user's options, newest first. A filter reads the user's own rows until the page is full. */
export function optionsOf(tx: Tx, account: bigint, filter: Filter, limit: number): Promise<OptionRow[]> {
  const { symbol, side, seconds, result, symbols, from, through, before } = filter;
  const all = result === null ? sql<OptionRow>`${notSettled(account)}` : sql<OptionRow>`option_order`;
  let query = tx.selectFrom(all.as('option_order')).selectAll().where('account', '=', account);
  if (before !== undefined) query = query.where('id', '<', before);
  if (from !== undefined) query = query.where('id', '>=', from);
  if (through !== undefined) query = query.where('id', '<=', through);
  if (symbols !== undefined) query = query.where('symbol', 'in', symbols);
  if (symbol !== undefined) query = query.where('symbol', '=', symbol);
  if (side !== undefined) query = query.where('call', '=', side === 'call');
  if (seconds !== undefined) query = query.where('seconds', '=', seconds);
  if (result === null) query = query.where('result', 'is', null);
  else if (result !== undefined) query = query.where('result', '=', result);
  return query.orderBy('id', 'desc').limit(limit).execute();
}

export const optionById = (tx: Tx, account: bigint, id: string): Promise<OptionRow | undefined> =>
  tx.selectFrom('option_order').selectAll().where('account', '=', account).where('id', '=', id).executeTakeFirst();

/** The open exposure of a coin, as size times strike. */
export const exposureOf = async (tx: Tx, symbol: number): Promise<bigint> =>
  (await tx.selectFrom('option_exposure').select('open').where('symbol', '=', symbol).executeTakeFirstOrThrow()).open;
