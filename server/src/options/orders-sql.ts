import type { Side } from '@glasshouse/protocol/options/black-scholes';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Tx } from '../platform/db.ts';
import type { OptionOrder } from '../platform/schema.ts';

export type OptionRow = Selectable<OptionOrder>;

/** From here on, a user's open and uncounted options are a walk along the key. */
export const optionsSince = sql`(select options_since())`;
const isOpen = sql<SqlBool>`result is null and id >= ${optionsSince}`;

/** The newest open options, with how many there are and what was paid for them. */
export async function openOptions(tx: Tx, account: bigint, most: number) {
  const { rows } = await sql<OptionRow & { count: bigint; paid: bigint }>`
    select *, count(*) over () as count, (sum(stake) over ())::bigint as paid from option_order
    where account = ${account} and ${isOpen} order by id desc limit ${most}`.execute(tx);
  return rows;
}

/** What a user has paid for options that are open. */
export async function paidBy(tx: Tx, account: bigint): Promise<bigint> {
  const { rows } = await sql<{ paid: bigint }>`
    select coalesce(sum(stake), 0)::bigint as paid from option_order where account = ${account} and ${isOpen}`.execute(
    tx,
  );
  return rows[0]!.paid;
}

export type Filter = {
  symbol?: number | undefined;
  side?: Side | undefined;
  seconds?: number | undefined;
  /** A result's code, or null for options that are open. */
  result?: number | null | undefined;
  before?: string | undefined;
};

/** A page of a user's options, newest first. A filter reads the user's own rows until the page is full. */
export function optionsOf(tx: Tx, account: bigint, filter: Filter, most: number): Promise<OptionRow[]> {
  const { symbol, side, seconds, result, before } = filter;
  let query = tx.selectFrom('option_order').selectAll().where('account', '=', account);
  if (before !== undefined) query = query.where('id', '<', before);
  if (symbol !== undefined) query = query.where('symbol', '=', symbol);
  if (side !== undefined) query = query.where('call', '=', side === 'call');
  if (seconds !== undefined) query = query.where('seconds', '=', seconds);
  if (result === null) query = query.where(isOpen);
  else if (result !== undefined) query = query.where('result', '=', result);
  return query.orderBy('id', 'desc').limit(most).execute();
}

export const optionById = (tx: Tx, account: bigint, id: string): Promise<OptionRow | undefined> =>
  tx.selectFrom('option_order').selectAll().where('account', '=', account).where('id', '=', id).executeTakeFirst();

/** What is open in a coin, as size times strike. */
export const exposureOf = async (tx: Tx, symbol: number): Promise<bigint> =>
  (await tx.selectFrom('option_exposure').select('open').where('symbol', '=', symbol).executeTakeFirstOrThrow()).open;
