import type { Candle } from '@glasshouse/protocol/market/calls';
import { type Period, periods } from '@glasshouse/protocol/market/candle-periods';
import { type Coin, formatPrice } from '@glasshouse/protocol/market/coins';
import type { Db } from '#platform/database/db.ts';
import * as table from './candle-sql.ts';
import { tickBefore } from './sql.ts';

export type Bar = { start: number; open: bigint; high: bigint; low: bigint; close: bigint; volume: bigint };

/** Merges bars that fall into the same longer period. They must be in order. */
export function fold(bars: readonly Bar[], per: number): Bar[] {
  const folded: Bar[] = [];
  for (const bar of bars) {
    const start = Math.floor(bar.start / per);
    const last = folded.at(-1);
    if (last?.start !== start) {
      folded.push({ ...bar, start });
      continue;
    }
    if (bar.high > last.high) last.high = bar.high;
    if (bar.low < last.low) last.low = bar.low;
    last.close = bar.close;
    last.volume += bar.volume;
  }
  return folded;
}

const barsOf = (rows: readonly table.CandleRow[]): Bar[] => rows.map((row) => ({ ...row, start: Number(row.start) }));

/** Bars of one period, numbered from `from` to before `to`. A bar's number is its time divided by the period. */
export async function readBars(db: Db, symbol: number, period: Period, from: number, to: number): Promise<Bar[]> {
  const seconds = periods[period];
  if (seconds < 60) {
    const slots = seconds * 2;
    return barsOf(await table.candlesOfSlots(db, symbol, slots, from * slots, to * slots));
  }
  const closed = await table.closedBefore(db);
  const minutes = seconds / 60;
  if (seconds < 3600)
    return barsOf(await table.candlesOfMinutes(db, symbol, minutes, from * minutes, to * minutes, closed));
  const hours = minutes / 60;
  const open = Math.max(Math.floor(closed / 60), from * hours);
  const whole = await table.candlesOfHours(db, symbol, from * hours, Math.min(open, to * hours));
  const rest = await table.candlesOfMinutes(db, symbol, 60, open * 60, to * minutes, closed);
  return fold([...barsOf(whole), ...barsOf(rest)], hours);
}

export const candleOf = ({ start, open, high, low, close, volume }: Bar, coin: Coin, period: Period): Candle => ({
  time: start * periods[period],
  open: formatPrice(open, coin.decimals),
  high: formatPrice(high, coin.decimals),
  low: formatPrice(low, coin.decimals),
  close: formatPrice(close, coin.decimals),
  volume: volume.toString(),
});

type Page = { before: number | undefined; limit: number };

/** A page of candles, oldest first, and where the next older page ends. */
export async function readCandles(db: Db, now: Date, coin: Coin, period: Period, { before, limit }: Page) {
  const seconds = periods[period];
  const to = before === undefined ? Math.floor(now.getTime() / 1000 / seconds) + 1 : Math.ceil(before / seconds);
  const from = Math.max(to - limit, 0);
  const bars = await readBars(db, coin.id, period, from, to);
  const isOlder =
    seconds < 60
      ? (await tickBefore(db, coin.id, from * seconds * 2)) !== undefined
      : await table.startsBefore(db, coin.id, (from * seconds) / 60);
  return { candles: bars.map((bar) => candleOf(bar, coin, period)), older: isOlder ? from * seconds : null };
}
