import type { Direction } from '@glasshouse/protocol/contracts/settle';
import { type Selectable, type SqlBool, sql } from 'kysely';
import { inForce } from '#platform/console/scheduled-change.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Contract, ContractTerms } from '#platform/database/schema.ts';
import type { PastOrders } from '../orders/orders.ts';

/** The ids below skip older contracts, so that a user's open and uncounted ones are a short index scan. */
export const openSince = sql`(select open_since())`;

export type ContractRow = Selectable<Contract>;
export type TermsRow = Selectable<ContractTerms>;

const isOpen = sql<SqlBool>`result is null and id >= ${openSince}`;

/** The newest open orders, with the count and the total stake of all open ones. */
export async function openOrders(tx: Tx, account: bigint, limit: number) {
  const { rows } = await sql<ContractRow & { count: bigint; staked: bigint }>`
    select *, count(*) over () as count, (sum(stake) over ())::bigint as staked from contract
    where account = ${account} and ${isOpen} order by id desc limit ${limit}`.execute(tx);
  return rows;
}

/** The total stake of a user's open orders. */
export async function stakedBy(tx: Tx, account: bigint): Promise<bigint> {
  const { rows } = await sql<{ staked: bigint }>`
    select coalesce(sum(stake), 0)::bigint as staked from contract where account = ${account} and ${isOpen}`.execute(
    tx,
  );
  return rows[0]!.staked;
}

export type Filter = {
  symbol?: number | undefined;
  direction?: Direction | undefined;
  seconds?: number | undefined;
  /** A result's code, or null for open orders. */
  result?: number | null | undefined;
} & Omit<PastOrders, 'isOpen' | 'outcome'>;

/** A page of a user's orders, newest first. A filter reads the user's own rows until the page is full. */
export function ordersOf(tx: Tx, account: bigint, filter: Filter, limit: number): Promise<ContractRow[]> {
  const { symbol, direction, seconds, result, symbols, from, through, before } = filter;
  let query = tx.selectFrom('contract').selectAll().where('account', '=', account);
  if (before !== undefined) query = query.where('id', '<', before);
  if (from !== undefined) query = query.where('id', '>=', from);
  if (through !== undefined) query = query.where('id', '<=', through);
  if (symbols !== undefined) query = query.where('symbol', 'in', symbols);
  if (symbol !== undefined) query = query.where('symbol', '=', symbol);
  if (direction !== undefined) query = query.where('long', '=', direction === 'long');
  if (seconds !== undefined) query = query.where('seconds', '=', seconds);
  if (result === null) query = query.where(isOpen);
  else if (result !== undefined) query = query.where('result', '=', result);
  return query.orderBy('id', 'desc').limit(limit).execute();
}

export const orderById = (tx: Tx, account: bigint, id: string): Promise<ContractRow | undefined> =>
  tx.selectFrom('contract').selectAll().where('account', '=', account).where('id', '=', id).executeTakeFirst();

/** The terms in force at a moment. */
export const termsAt = (tx: Tx, now: Date): Promise<TermsRow> => inForce(tx, 'contract_terms', now);

/** Every period that was ever offered. */
export const periodsEver = async (tx: Tx): Promise<number[]> =>
  (await sql<{ seconds: number }>`select distinct unnest(seconds) as seconds from contract_terms`.execute(tx)).rows.map(
    ({ seconds }) => seconds,
  );
