import type { Input, Output } from '@glasshouse/protocol/endpoint';
import { coinById, coinBySymbol, formatPrice } from '@glasshouse/protocol/market/coins';
import { slotAt, slotsPerHour } from '@glasshouse/protocol/market/tape';
import { formatUnits, formatUsdt } from '@glasshouse/protocol/money';
import type * as protocol from '@glasshouse/protocol/options/calls';
import { clockLives, flashLives } from '@glasshouse/protocol/options/terms';
import { otherOrderLine } from '@glasshouse/protocol/orders/settlements-file';
import { sql } from 'kysely';
import { walletOf } from '#money/ledger/ledger.ts';
import type { Tx } from '#platform/database/db.ts';
import { pageOf } from '#platform/http/page-of.ts';
import { err, ok } from '#platform/http/result.ts';
import { seconds } from '#platform/runtime/clock.ts';
import {
  type Exported,
  nthOrder,
  type OrderEntry,
  orderNumbered,
  type PastOrders,
  resultIn,
} from '../orders/orders.ts';
import type { OptionRow } from './orders-sql.ts';
import * as table from './orders-sql.ts';
import { outcomeCodes, outcomeNamed, product } from './product.ts';

const maxPositions = 100;
/** The wallet that premiums are taken from and payouts are credited to. A user's options are stored under it. */
export const optionsWallet = (owner: bigint): bigint => walletOf(owner, 'options', 'USDT');

/** An option as its owner sees it. */
export function orderShown(row: table.OptionRow): protocol.OptionOrder {
  const { symbol, decimals } = coinById(row.symbol)!;
  const price = (units: bigint) => formatPrice(units, decimals);
  const outcome = row.result === null ? null : outcomeNamed(row.result);
  const ended = row.exit_slot !== null && row.exit_price !== null;
  return {
    id: row.id,
    at: row.at.toISOString(),
    symbol,
    ...(row.terms > 1 && { terms: row.terms }),
    side: row.call ? 'call' : 'put',
    seconds: row.seconds,
    strike: price(row.strike),
    size: formatUnits(row.size, symbol),
    premium: formatUsdt(row.stake),
    spreadBp: row.spread_bp,
    quote: {
      ...{ slot: Number(row.quote_slot), price: price(row.quote_price), volatility: row.volatility, model: row.model },
    },
    rule: row.rule,
    headSlot: Number(row.head_slot),
    dueSlot: Number(row.due_slot),
    exit: ended && outcome !== 'sold' ? { slot: Number(row.exit_slot), price: price(row.exit_price!) } : null,
    sale:
      ended && outcome === 'sold'
        ? {
            ...{ slot: Number(row.exit_slot), price: price(row.exit_price!) },
            ...{ volatility: row.sale_volatility!, model: row.model },
          }
        : null,
    outcome,
    payout: row.payout === null ? null : formatUsdt(row.payout),
    settledAt: row.settled_at?.toISOString() ?? null,
  };
}

export async function listPositions(tx: Tx, now: Date, owner: bigint): Promise<Output<typeof protocol.listPositions>> {
  const rows = await table.openOptions(tx, optionsWallet(owner), maxPositions);
  const { count = 0n, paid = 0n } = rows[0] ?? {};
  return { orders: rows.map(orderShown), count: Number(count), paid: formatUsdt(paid), time: now.getTime() };
}

export async function listOrders(
  tx: Tx,
  owner: bigint,
  input: Input<typeof protocol.listOrders>,
): Promise<Output<typeof protocol.listOrders>> {
  const { symbol, outcome, limit, ...rest } = input;
  const result = outcome && (outcome === 'open' ? null : outcomeCodes[outcome]);
  const filter = { ...rest, result, symbol: symbol === undefined ? undefined : coinBySymbol(symbol)!.id };
  const found = await table.optionsOf(tx, optionsWallet(owner), filter, limit + 1);
  const { rows, next } = pageOf(found, limit, ({ id }) => id);
  return { orders: rows.map(orderShown), next };
}

/** A user's options by time and coin, newest first, for the activity list. */
export async function pastOrders(
  tx: Tx,
  owner: bigint,
  { isOpen, outcome, ...past }: PastOrders,
  most: number,
): Promise<OrderEntry[]> {
  const choice = { ...past, result: resultIn(outcomeCodes, isOpen, outcome) };
  const rows = await table.optionsOf(tx, optionsWallet(owner), choice, most);
  return rows.map(orderShown).map(({ id, at, symbol, side, seconds, premium, payout, outcome }) => ({
    ...{ is: 'option', id, at, symbol, side, seconds, outcome },
    paid: { amount: premium, currency: 'USDT' },
    payout: payout === null ? null : { amount: payout, currency: 'USDT' },
  }));
}
export const nthPastOrder = (tx: Tx, owner: bigint, past: PastOrders, nth: number) =>
  nthOrder(tx, product, sql`account = ${optionsWallet(owner)}`, past, nth);

export async function showOrder(tx: Tx, now: Date, owner: bigint, { id }: Input<typeof protocol.showOrder>) {
  const row = await table.optionById(tx, optionsWallet(owner), id);
  return row ? ok({ order: orderShown(row), time: now.getTime() }) : err('not_found');
}

/** A user's premiums for open options, as counted in the overview of assets. */
export async function committedBy(tx: Tx, owner: bigint) {
  const amount = await table.paidBy(tx, optionsWallet(owner));
  return amount === 0n ? [] : [{ account: 'committed_options' as const, currency: 'USDT' as const, amount }];
}

// A clock option ends on the hour, so its life varies by up to half an hour around these, counted from the quote.
const lives = [
  ...flashLives.map((seconds) => ({ slots: 2 * seconds })),
  ...clockLives.map((seconds) => ({ slots: 2 * seconds, slack: 7200 })),
];
/** The option with a number, of any user. */
export const numbered = (tx: Tx, id: string) => orderNumbered(tx, product, id, lives);

/**
 * How options are exported to the public, without names. The ticks between purchase and end don't affect the result.
 */
export const exported: Exported<OptionRow> = {
  product,
  says: 'option',
  longest: slotAt(seconds(Math.max(...clockLives))) + slotsPerHour,
  whole: false,
  line: (row, name) => otherOrderLine(name, orderShown(row)),
};
