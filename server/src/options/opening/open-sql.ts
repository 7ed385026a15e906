import { maxOpen } from '@glasshouse/protocol/options/terms';
import { knownRules } from '@glasshouse/protocol/orders/tape-rule';
import { sql } from 'kysely';
import type { Wanted } from '../../orders/orders.ts';
import { arrayOf, type Db, type Tx } from '../../platform/db.ts';
import { optionsSince } from '../orders-sql.ts';
import type { Asked } from './decide.ts';

type Head = { symbol: number; slot: bigint; price: bigint; hash: Buffer; rule: number };
/**
 * Opens all of the options, given in account order, and returns their heads: those given, or else the newest ticks. None if one of them
 * cannot be opened, and then nothing has changed.
 */
export async function openOptions(
  db: Db,
  at: Date,
  orders: readonly Asked[],
  heads?: readonly bigint[],
): Promise<Head[]> {
  const column = (of: (order: Asked) => string | number | bigint | boolean) => arrayOf(orders.map(of));
  const { rows } = await sql<Head>`/* open_options */
    select symbol, slot, price, hash, rule from open_options(
      ${at}, ${sql.lit(arrayOf(knownRules))}, ${column(({ account }) => account)}, ${column(({ id }) => id)},
      ${column(({ symbol }) => symbol)}, ${column(({ stake }) => stake)}, ${column(({ seconds }) => seconds)},
      ${column(({ side }) => side === 'call')}, ${column(({ strike }) => strike)}, ${column(({ size }) => size)},
      ${column(({ quote }) => quote.slot)}, ${column(({ quote }) => quote.price)}, ${column(({ quote }) => quote.volatility)},
      ${column(({ quote }) => quote.model)}, ${column(({ spreadBp }) => spreadBp)}, ${heads ? arrayOf(heads) : null})`.execute(
    db,
  );
  return rows;
}

/** What those accounts may still open that what is wanted would take over the limit. */
export async function roomOf(tx: Tx, accounts: readonly Wanted[]): Promise<Map<bigint, bigint>> {
  const { rows } = await sql<{ account: bigint; open: bigint }>`
    select asked.account, open
    from unnest(
      ${arrayOf(accounts.map(({ account }) => account))}::bigint[], ${arrayOf(accounts.map(({ amount }) => amount))}::bigint[]
    ) as asked (account, wanted)
    cross join lateral (
      select coalesce(sum(stake) filter (where result is null), 0)::bigint as open
      from option_order where option_order.account = asked.account and option_order.id >= ${optionsSince}
    ) as recent
    where open + wanted > ${maxOpen}`.execute(tx);
  return new Map(rows.map(({ account, open }) => [account, maxOpen - open]));
}

/** What is open in coins; held until the transaction ends, so that nobody opens anything in them meanwhile. */
export async function holdExposures(tx: Tx, symbols: readonly number[]): Promise<Map<number, bigint>> {
  const { rows } = await sql<{
    symbol: number;
    open: bigint;
  }>`select * from hold_exposures(${arrayOf(symbols)})`.execute(tx);
  return new Map(rows.map(({ symbol, open }) => [symbol, open]));
}
