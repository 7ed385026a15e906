import { fraction, ln, one, root, times } from './fixed.ts';

/** The windows over which the tape's own liveliness is taken, and how often a price of them counts. */
export const windows = {
  /** For what ends within the hour: as lively as it is now. */
  hour: { everyMs: 5000, returns: 720 },
  /** For what runs longer: a whole day, because every hour of it is lively in its own way. */
  day: { everyMs: 60_000, returns: 1440 },
} as const;
export type Window = keyof typeof windows;
export const windowFor = (lifeMs: number): Window => (lifeMs <= 3_600_000 ? 'hour' : 'day');

/** No option is priced as if its coin could hardly move, or as if it could move without bounds. */
const bounds = { least: 50_000, most: 5_000_000 }; // millionths a year

const yearMs = 365n * 86_400_000n;
const million = 1_000_000n;

/**
 * How far prices have moved, as a year's volatility in millionths: the root of the mean square of their logarithmic steps, none taken off
 * for a mean, as steps this short have none. Prices are in order, `everyMs` apart; where there are fewer than two, the least is all
 * that can be said.
 */
export function realisedVolatility(prices: readonly bigint[], everyMs: number): number {
  let squares = 0n;
  for (let i = 1; i < prices.length; i++) {
    const step = ln(fraction(prices[i]!, prices[i - 1]!));
    squares += times(step, step);
  }
  if (prices.length < 2) return bounds.least;
  const yearly = root((squares * yearMs) / (BigInt(prices.length - 1) * BigInt(everyMs)));
  const millionths = Number((yearly * million) / one);
  return Math.min(Math.max(millionths, bounds.least), bounds.most);
}
