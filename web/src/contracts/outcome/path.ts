import type { Candle } from '@glasshouse/protocol/market/calls';
import { type Period, periods } from '@glasshouse/protocol/market/candle-periods';

/** A price at a time in seconds since 1970. Floats are for drawing only. */
export type Point = { time: number; price: number };

const maxCandles = 400;

/** The finest candles with which a contract of this length still fits into one page. */
export function candlesFor(seconds: number): { period: Period; limit: number; around: number } {
  const names = ['1s', '5s', '15s', '1m'] as const;
  const period = names.find((name) => seconds / periods[name] <= maxCandles * 0.8) ?? '1m';
  const around = Math.ceil((seconds * 0.2) / periods[period]);
  return {
    period,
    around: around * periods[period],
    limit: Math.min(maxCandles, Math.ceil(seconds / periods[period]) + 2 * around + 2),
  };
}

/** Candle closes as a line, each at the end of its candle. */
export const pointsOf = (candles: readonly Candle[], seconds: number): Point[] =>
  candles.map(({ time, close }) => ({ time: time + seconds, price: Number(close) }));

// The positions of entry and exit in the chart, in percent of its width.
export const edges = { entry: 14, exit: 91 };

export type Frame = { from: number; to: number; low: number; high: number };

/**
 * Percent from the left and from the top for a point, with entry and exit at their places and a margin at the top and
 * bottom.
 */
export function placeIn({ from, to, low, high }: Frame, { time, price }: Point): { x: number; y: number } {
  const span = Math.max(1e-9, to - from);
  const height = Math.max(1e-12, high - low);
  const x = edges.entry + ((time - from) / span) * (edges.exit - edges.entry);
  return { x, y: 10 + ((high - price) / height) * 80 };
}
