import { maxHeld, maxOpen, newestTerms } from '@glasshouse/protocol/options/terms';
import { knownRules } from '@glasshouse/protocol/orders/tape-rule';
import { sql } from 'kysely';
import { arrayOf, type Db, type Tx } from '#platform/database/db.ts';
import { type AccountDemand, rulesFor } from '../../orders/orders.ts';
import { notSettled } from '../orders-sql.ts';
import type { OrderRequest } from './decide.ts';

type Head = { symbol: number; slot: bigint; price: bigint; hash: Buffer; rule: number };
/**
 * Opens all orders of the batch if every order is valid, and returns its heads: those given, or else the newest ticks.
 * Orders must be sorted by account. Returns none, with nothing written, if any option can't be opened.
 */
export async function openOptions(
  db: Db,
  at: Date,
  orders: readonly OrderRequest[],
  heads?: readonly bigint[],
): Promise<Head[]> {
  const column = (of: (order: OrderRequest) => string | number | bigint | boolean) => arrayOf(orders.map(of));
  const { rows } = await sql<Head>`/* open_options */
    select symbol, slot, price, hash, rule from open_options(
      ${at}, ${arrayOf(rulesFor(knownRules, orders))}, ${column(({ account }) => account)}, ${column(({ id }) => id)},
      ${column(({ symbol }) => symbol)}, ${column(({ stake }) => stake)}, ${column(({ seconds }) => seconds)},
      ${column(({ side }) => side === 'call')}, ${column(({ strike }) => strike)}, ${column(({ size }) => size)},
      ${column(({ quote }) => quote.slot)}, ${column(({ quote }) => quote.price)}, ${column(({ quote }) => quote.volatility)},
      ${column(({ quote }) => quote.model)}, ${column(({ spreadBp }) => spreadBp)}, ${heads ? arrayOf(heads) : null}, ${newestTerms})`.execute(
    db,
  );
  return rows;
}

/** The remaining limits of accounts: an amount in USDT and a number of options. */
export async function roomOf(
  tx: Tx,
  accounts: readonly AccountDemand[],
): Promise<{ room: Map<bigint, bigint>; places: Map<bigint, bigint> }> {
  const { rows } = await sql<{ account: bigint; open: bigint; held: bigint }>`
    select asked.account, open, held
    from unnest(${arrayOf(accounts.map(({ account }) => account))}::bigint[]) as asked (account)
    cross join lateral (
      select coalesce(sum(stake), 0)::bigint as open, count(*) as held
      from (select stake from ${notSettled(sql`asked.account`)} as running where result is null limit ${maxHeld}) as one
    ) as counted`.execute(tx);
  return {
    room: new Map(rows.map(({ account, open }) => [account, maxOpen - open])),
    places: new Map(rows.map(({ account, held }) => [account, maxHeld - held])),
  };
}

/** The open exposure of coins, locked until the transaction ends so that nothing else is opened in them. */
export async function lockExposures(tx: Tx, symbols: readonly number[]): Promise<Map<number, bigint>> {
  const { rows } = await sql<{
    symbol: number;
    open: bigint;
  }>`select * from hold_exposures(${arrayOf(symbols)})`.execute(tx);
  return new Map(rows.map(({ symbol, open }) => [symbol, open]));
}
