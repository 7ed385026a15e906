import { writeDecimal } from '@glasshouse/protocol/decimal';
import type { Quote } from '@glasshouse/protocol/market/calls';
import { type Coin, coinById, coins, formatPrice } from '@glasshouse/protocol/market/coins';
import type { CoinSymbol } from '@glasshouse/protocol/money';
import type { Db } from '#platform/database/db.ts';
import { newestTicks, type QuoteRow, quoteRows } from './sql.ts';

const coinIds = coins.map((coin) => coin.id);

/** The change between two prices in percent, with two decimals, halves away from zero. */
export function percentChange(open: bigint, price: bigint): string {
  const moved = price < open ? open - price : price - open;
  const hundredths = (moved * 20_000n + open) / (2n * open);
  return writeDecimal(price < open ? -hundredths : hundredths, 2);
}

const larger = (a: bigint, b: bigint | null) => (b !== null && b > a ? b : a);
const smaller = (a: bigint, b: bigint | null) => (b !== null && b < a ? b : a);

/** A quote for display: the closed 24 hours combined with what followed. */
export function quoteOf(row: QuoteRow, coin: Coin): Quote {
  const { decimals } = coin;
  const open = row.open ?? row.since.first;
  return {
    symbol: coin.symbol,
    name: coin.name,
    decimals,
    price: formatPrice(row.price, decimals),
    open: formatPrice(open, decimals),
    change: percentChange(open, row.price),
    high: formatPrice(larger(row.since.high, row.high), decimals),
    low: formatPrice(smaller(row.since.low, row.low), decimals),
    volume: ((row.volume ?? 0n) + row.since.volume).toString(),
    spark: (row.spark ?? []).map((units) => formatPrice(BigInt(units), decimals)),
    slot: Number(row.slot),
  };
}

export const readQuotes = async (db: Db): Promise<Quote[]> =>
  (await quoteRows(db, coinIds)).map((row) => quoteOf(row, coinById(row.symbol)!));

export type LatestPrice = { symbol: CoinSymbol; slot: number; price: bigint; decimals: number; hash: Buffer };

/** Every coin's newest tick. A coin that never had one is missing. */
export async function latestPrices(db: Db): Promise<Map<CoinSymbol, LatestPrice>> {
  const rows = await newestTicks(db, coinIds);
  return new Map(
    rows.map(({ symbol, slot, price, hash }) => {
      const coin = coinById(symbol)!;
      return [coin.symbol, { symbol: coin.symbol, slot: Number(slot), price, decimals: coin.decimals, hash }];
    }),
  );
}
