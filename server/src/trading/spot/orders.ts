import type { Input, Output } from '@glasshouse/protocol/endpoint';
import { coinById, coinBySymbol, formatPrice } from '@glasshouse/protocol/market/coins';
import { dayOf, slotAt } from '@glasshouse/protocol/market/tape';
import { type Currency, formatUnits, formatUsdt } from '@glasshouse/protocol/money';
import { otherOrderLine } from '@glasshouse/protocol/orders/settlements-file';
import { unitsOf } from '@glasshouse/protocol/site/bounds';
import type * as protocol from '@glasshouse/protocol/spot/calls';
import { maxValue, minValue } from '@glasshouse/protocol/spot/terms';
import { sql } from 'kysely';
import { accountsIn, balancesOf, describeAccount, walletOf } from '#money/ledger/ledger.ts';
import type { Tx } from '#platform/database/db.ts';
import { pageOf } from '#platform/http/page-of.ts';
import { err, ok } from '#platform/http/result.ts';
import { announcedMoney, moneySettings } from '#site/site/site.ts';
import {
  type Exported,
  nthOrder,
  type OrderEntry,
  orderNumbered,
  type PastOrders,
  resultIn,
  ruleAt,
} from '../orders/orders.ts';
import type { SpotRow } from './orders-sql.ts';
import * as table from './orders-sql.ts';
import { outcomeCodes, outcomeNamed, product } from './product.ts';

/** The currencies that an order gives and receives. */
export const currenciesOf = ({
  symbol,
  buy,
}: Pick<table.SpotRow, 'symbol' | 'buy'>): { given: Currency; received: Currency } => {
  const coin = coinById(symbol)!.symbol;
  return buy ? { given: 'USDT', received: coin } : { given: coin, received: 'USDT' };
};

/** An order as its user sees it. */
export function orderShown(row: table.SpotRow): protocol.SpotOrder {
  const { symbol, decimals } = coinById(row.symbol)!;
  const { given, received } = currenciesOf(row);
  return {
    id: row.id,
    at: row.at.toISOString(),
    symbol,
    side: row.buy ? 'buy' : 'sell',
    given: formatUnits(row.stake, given),
    spreadBp: row.spread_bp,
    rule: row.rule,
    headSlot: Number(row.head_slot),
    dueSlot: Number(row.due_slot),
    exit:
      row.exit_slot === null ? null : { slot: Number(row.exit_slot), price: formatPrice(row.exit_price!, decimals) },
    outcome: row.result === null ? null : outcomeNamed(row.result),
    received: row.payout === null ? null : formatUnits(row.payout, received),
    settledAt: row.settled_at?.toISOString() ?? null,
  };
}

export async function showRules(tx: Tx, now: Date): Promise<Output<typeof protocol.showRules>> {
  const { spotSpreadBp } = await moneySettings(tx, now);
  const next = await announcedMoney(tx, now);
  const nextBp = next && Number(unitsOf('spotSpread', next.spotSpread));
  return {
    rule: await ruleAt(tx, now),
    spreadBp: spotSpreadBp,
    least: formatUsdt(minValue),
    most: formatUsdt(maxValue),
    next: next && nextBp !== spotSpreadBp ? { from: next.from, spreadBp: nextBp! } : null,
  };
}

/** The coins of a user's spot wallet with their cost. Coins that are being sold keep their share of it. */
export async function listHoldings(tx: Tx, owner: bigint): Promise<Output<typeof protocol.listHoldings>> {
  const accounts = accountsIn(owner, 'spot');
  const costs = new Map((await table.costsOf(tx, accounts)).map(({ account, cost }) => [account, cost]));
  const given = new Map((await table.givenIn(tx, accounts)).map(({ account, amount }) => [account, amount]));
  const costOf = (account: bigint, amount: bigint) =>
    ((costs.get(account) ?? 0n) * amount) / (amount + (given.get(account) ?? 0n));
  const held = (await balancesOf(tx, owner)).filter(({ name, amount }) => name === 'spot' && amount > 0n);
  const { total } = await table.realisedBy(tx, owner, 0);
  return {
    usdt: formatUsdt(held.find(({ currency }) => currency === 'USDT')?.amount ?? 0n),
    coins: held
      .filter(({ currency }) => currency !== 'USDT')
      .map(({ currency, amount }) => ({
        symbol: currency,
        amount: formatUnits(amount, currency),
        cost: formatUsdt(costOf(walletOf(owner, 'spot', currency), amount)),
      })),
    realised: formatUsdt(total),
  };
}

export async function listOrders(
  tx: Tx,
  owner: bigint,
  { symbol, limit, ...rest }: Input<typeof protocol.listOrders>,
): Promise<Output<typeof protocol.listOrders>> {
  const filter = { ...rest, symbol: symbol === undefined ? undefined : coinBySymbol(symbol)!.id };
  const found = await table.ordersOf(tx, owner, filter, limit + 1);
  const { rows, next } = pageOf(found, limit, ({ id }) => id);
  return { orders: rows.map(orderShown), next };
}

/** A user's orders by time and coin, newest first, for the activity list. */
export async function pastOrders(tx: Tx, owner: bigint, past: PastOrders, limit: number): Promise<OrderEntry[]> {
  const choice = { ...past, result: resultIn(outcomeCodes, false, past.outcome) ?? undefined };
  return (await table.ordersOf(tx, owner, choice, limit)).map((row) => {
    const { id, at, symbol, side, given, received, outcome } = orderShown(row);
    const currencies = currenciesOf(row);
    return {
      ...{ is: 'spot', id, at, symbol, side, seconds: null, outcome },
      paid: { amount: given, currency: currencies.given },
      payout: received === null ? null : { amount: received, currency: currencies.received },
    };
  });
}
export const nthPastOrder = (tx: Tx, owner: bigint, past: PastOrders, nth: number) =>
  nthOrder(tx, product, sql`owner = ${owner}`, past, nth);

export async function showOrder(tx: Tx, now: Date, owner: bigint, { id }: Input<typeof protocol.showOrder>) {
  const row = await table.orderById(tx, owner, id);
  return row ? ok({ order: orderShown(row), time: now.getTime() }) : err('not_found');
}

/** The amounts a user has given in orders that wait for their tick, as counted in the overview of assets. */
export async function committedBy(tx: Tx, owner: bigint) {
  const given = await table.givenIn(tx, accountsIn(owner, 'spot'));
  return given.map(({ account, amount }) => ({
    account: 'committed_spot' as const,
    currency: describeAccount(account).currency,
    amount,
  }));
}

/** The realized profit of sold coins by UTC day, for the given day and later. Days without sales are left out. */
export const spotByDay = (tx: Tx, owner: bigint, firstDay: number) => table.realisedByDay(tx, owner, firstDay);

/** The realized profit of sold coins in USDT units: in total, and on the UTC day of `now`. */
export const spotIncome = (tx: Tx, owner: bigint, now: Date): Promise<{ today: bigint; total: bigint }> =>
  table.realisedBy(tx, owner, dayOf(slotAt(now.getTime())));

/** The spot order with a number, of any user. */
export const numbered = (tx: Tx, id: string) => orderNumbered(tx, product, id, [{ slots: 1 }]);

/** How spot orders are exported to the public, without names. */
export const exported: Exported<SpotRow> = {
  product,
  says: 'spot',
  longest: 1,
  whole: true,
  line: (row, name) => otherOrderLine(name, orderShown(row)),
};
