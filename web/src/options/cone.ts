import type { Candle } from '@glasshouse/protocol/market/calls';
import { msOf } from '@glasshouse/protocol/market/tape';

// The chart of a flash option: the price so far and its likely range. Floats are for drawing only.

export type Tick = { slot: number; price: string };
type Point = { time: number; price: number };
export type Cone = {
  /** Seconds since 1970: the left edge, and the end of the option. */
  from: number;
  to: number;
  now: Point;
  path: Point[];
  upper: Point[];
  lower: Point[];
  low: number;
  high: number;
};

/** The position of the newest tick, in percent of the width. Past and future have the same time scale. */
export const nowAt = 54;
export const endAt = 92;

const year = 365 * 86_400;
const twoInThree = 0.967;
const steps = 24;

/** The chart data: candle closes up to now, and the range that holds two of three paths at each moment. */
export function coneOf(
  candles: readonly Candle[],
  now: Tick,
  seconds: number,
  volatility: number,
  levels: readonly number[] = [],
): Cone {
  const here = { time: msOf(now.slot) / 1000, price: Number(now.price) };
  const from = here.time - (seconds * nowAt) / (endAt - nowAt);
  const past = candles.map(({ time, close }) => ({ time, price: Number(close) }));
  const path = [...past.filter(({ time }) => time >= from && time < here.time), here];
  const edge = (sign: number) =>
    Array.from({ length: steps + 1 }, (_, i) => {
      const after = (seconds * i) / steps;
      const away = sign * twoInThree * (volatility / 1e6) * Math.sqrt(after / year);
      return { time: here.time + after, price: here.price * Math.exp(away) };
    });
  const [upper, lower] = [edge(1), edge(-1)];
  const prices = [...path, ...upper, ...lower].map(({ price }) => price).concat(levels);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const margin = Math.max(high - low, here.price * 1e-6) * 0.08;
  return { from, to: here.time + seconds, now: here, path, upper, lower, low: low - margin, high: high + margin };
}

/** Percent from the left and from the top. */
export const placeIn =
  ({ from, to, low, high }: Cone) =>
  ({ time, price }: Point) => ({
    x: ((time - from) / (to - from)) * endAt,
    y: ((high - price) / (high - low)) * 100,
  });

/** Two to five round prices within the chart. */
export function levelsOf({ low, high }: Pick<Cone, 'low' | 'high'>): number[] {
  const rough = (high - low) / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (rough >= 5 * power ? 5 : rough >= 2 * power ? 2 : 1);
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) => (first + i) * step).slice(0, 7);
}

const labelGap = 13; // hundredths of the height, as much as a label needs
/**
 * The heights of round prices and their labels. Labels keep clear of the newest price, and are dropped if they would be
 * at its place.
 */
export function axisOf(cone: Cone): { level: number; y: number; label: number }[] {
  const place = placeIn(cone);
  const here = place(cone.now).y;
  const levels = levelsOf(cone);
  const heightOf = (level: number) => place({ time: cone.to, price: level }).y;
  const between = heightOf(levels[0] ?? 0) - heightOf(levels[1] ?? 0);
  return levels.flatMap((level) => {
    const y = heightOf(level);
    const off = y - here;
    if (Math.abs(off) >= labelGap) return { level, y, label: y };
    const shift = labelGap - Math.abs(off);
    return shift > labelGap / 2 || between - shift < 10 ? [] : { level, y, label: y + Math.sign(off) * shift };
  });
}
