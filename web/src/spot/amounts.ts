import { formatExact } from '@glasshouse/kit/format.ts';
import { parseDecimal, shareOf, tidyDecimal, unitsAt, writeDecimal, writeTidily } from '@glasshouse/protocol/decimal';
import type { Output } from '@glasshouse/protocol/endpoint';
import { type Coin, coinBySymbol } from '@glasshouse/protocol/market/coins';
import { type CoinSymbol, type Currency, scales } from '@glasshouse/protocol/money';
import type { listHoldings, showRules } from '@glasshouse/protocol/spot/calls';
import { givenFor, receivedFor, roundTripCost, worthOf } from '@glasshouse/protocol/spot/settle';
import { currenciesOf, type Side } from '@glasshouse/protocol/spot/terms';

export type Rules = Output<typeof showRules>;
export type Holdings = Output<typeof listHoldings>;

type Traded = { symbol: string; side: Side };
/** The currencies that an order gives and receives. */
export const givenIn = ({ symbol, side }: Traded): Currency => currenciesOf(side, symbol as CoinSymbol).given;
export const receivedIn = ({ symbol, side }: Traded): Currency => currenciesOf(side, symbol as CoinSymbol).received;

/** A side of a coin at the current price. `price` is in the coin's smallest price unit. */
export type SpotQuote = { coin: Coin; side: Side; spreadBp: number; price: bigint };
export const priceUnits = ({ decimals }: Coin, price: string): bigint => unitsAt(price, decimals);

/** The number of decimals that can be typed. */
export const typedDecimals = (currency: Currency): number => (currency === 'USDT' ? 2 : scales[currency]);

/**
 * The amount given and the approximate amount received, if an amount is typed in one of the two currencies. An order always states the
 * given amount. An amount typed in the other currency is converted at the current price.
 */
export function dealOf(quote: SpotQuote, unit: Currency, typed: string): { given: bigint; received: bigint } {
  const { coin, side, spreadBp, price } = quote;
  const units = parseDecimal(typed.replace(/\.$/, ''), scales[unit]) ?? 0n;
  const terms = { symbol: coin.id, side, spreadBp };
  const isGiven = unit === givenIn({ symbol: coin.symbol, side });
  const given = isGiven ? units : givenFor(terms, units, price);
  return { given, received: receivedFor({ ...terms, given }, price) };
}

export function priceWithSpread({ coin, side, spreadBp, price }: SpotQuote): string {
  const parts = BigInt(side === 'buy' ? 10_000 + spreadBp : 10_000 - spreadBp);
  return writeDecimal((price * parts + 5000n) / 10_000n, coin.decimals);
}

/** The cost of buying and selling again for an amount of USDT. */
export function costOfBoth({ coin, spreadBp, price }: SpotQuote, usdt: bigint): string {
  return writeDecimal(roundTripCost(coin.id, usdt, spreadBp, price), scales.USDT);
}

/** A percentage of a balance; 100 % is exact to the last unit. */
export function shareText(held: string, percent: number, currency: Currency): string {
  return tidyDecimal(shareOf(held, percent, percent === 100 ? scales[currency] : typedDecimals(currency)));
}

/** An amount of a coin for display: eight digits, rounded down. */
export function coinText(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  return formatExact(`${whole}.${fraction.slice(0, Math.max(2, 9 - whole.length))}`);
}

export type Obstacle = { kind: 'below' | 'above' | 'short'; by: string };
type Limits = Pick<Rules, 'least' | 'most'>;

/** Why an order cannot be sent. `held` is the balance of the given currency, if known. */
export function obstacleOf(
  { coin, side, price }: SpotQuote,
  given: bigint,
  { least, most }: Limits,
  held: bigint | undefined,
): Obstacle | undefined {
  const currency = givenIn({ symbol: coin.symbol, side });
  if (held !== undefined && given > held) return { kind: 'short', by: writeTidily(given - held, scales[currency]) };
  const worth = side === 'buy' ? given : worthOf(coin.id, given, price);
  const [min, max] = [unitsAt(least, scales.USDT), unitsAt(most, scales.USDT)];
  if (worth > max) return { kind: 'above', by: writeTidily(worth - max, scales.USDT) };
  // A smaller amount can only be sold if it is the entire balance.
  if (worth >= min || (side === 'sell' && given > 0n && given === held)) return undefined;
  return { kind: 'below', by: writeTidily(min - worth, scales.USDT) };
}

export type Holding = {
  symbol: string;
  amount: string;
  average: string;
  worth: string;
  profit: string;
  percent: string;
};

/** The value of a holding at a price, with its cost. */
export function holdingAt({ symbol, amount, cost }: Holdings['coins'][number], price: string): Holding {
  const coin = coinBySymbol(symbol)!;
  const [units, paid] = [unitsAt(amount, scales[coin.symbol]), unitsAt(cost, scales.USDT)];
  const worth = worthOf(coin.id, units, priceUnits(coin, price));
  const average = units > 0n ? (paid * 10n ** BigInt(coin.decimals + 2)) / units : 0n;
  return {
    symbol,
    amount,
    average: writeDecimal(average, coin.decimals),
    worth: writeDecimal(worth, scales.USDT),
    profit: writeDecimal(worth - paid, scales.USDT),
    percent: writeDecimal(paid > 0n ? ((worth - paid) * 10_000n) / paid : 0n, 2),
  };
}

/** The cost of sold coins: their share of the cost of all coins held. */
export function costOfSale({ symbol, given }: { symbol: string; given: string }, held: Holdings['coins']) {
  const before = held.find((each) => each.symbol === symbol);
  const scale = scales[symbol as CoinSymbol];
  const amount = before ? unitsAt(before.amount, scale) : 0n;
  if (!before || amount === 0n) return undefined;
  return writeDecimal((unitsAt(before.cost, scales.USDT) * unitsAt(given, scale)) / amount, scales.USDT);
}
