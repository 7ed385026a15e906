import { slotsPerDay, slotsPerHour, slotsPerMinute } from '../market/tape.ts';
import type { Price, Span } from '../orders/tape-rule.ts';
import { fraction, one, root, smallest, times } from './fixed.ts';

// Estimates the volatility of a price until an option ends, from the movement on the tape. Volatility changes every ten
// minutes and with the hour of the day. The rest of the current ten minutes is assumed to be as volatile as they were
// so far. Later time is assumed to be as volatile as the last hour and the same hours of the previous day.

const stretch = 10 * slotsPerMinute;
/** Weight of the longer period, in steps, until the current ten minutes have enough steps of their own. */
const prior = 10n;
/** Minimum steps for an estimate. */
const minSteps = 30;
/** Options are never priced as if the coin could hardly move, or could move without limit. */
const bounds = { least: 50_000, most: 5_000_000 }; // millionths a year
/** Clamps a volatility to the limits. The database has the same limits (migration 0393). */
export const clampVolatility = (volatility: number): number =>
  Math.min(Math.max(volatility, bounds.least), bounds.most);

const slotsPerYear = BigInt(365 * slotsPerDay);
const million = 1_000_000n;

/** Lives are rounded to this many slots. */
const lifeStep = 10;
const startOf = (now: number) => now - (now % stretch);
const lastClose = (now: number) => now - ((now + 1) % slotsPerMinute);

/**
 * The part of a coin's tape needed to price its options at the tick of a slot. `ticks`: every tick of the current ten
 * minutes, and the tick before. `minutes`: the closing price of every minute of the last 25 hours, which is treated as
 * the price of the minute's last slot.
 */
export function readingFor(slot: number): { ticks: Span; minutes: Span } {
  const close = lastClose(slot);
  return {
    ticks: { first: startOf(slot) - 1, last: slot },
    minutes: { first: close - slotsPerDay - slotsPerHour, last: close },
  };
}
/** Both lists are in order. Slots and minutes without a tick are omitted. */
export type Reading = { ticks: readonly Price[]; minutes: readonly Price[] };

/** A squared logarithmic step between two ticks, and the effect of rounding on it. */
type Step = { from: number; to: number; square: bigint; rounding: bigint };
/** Caches steps, because callers that follow a growing tape need the same steps for every tick. */
const stepsTo = new WeakMap<Price, { before: Price; step: Step }>();
function stepBetween(from: Price, to: Price): Step {
  const known = stepsTo.get(to);
  if (known?.before === from) return known.step;
  const sum = from.price + to.price;
  const moved = fraction(2n * (to.price - from.price), sum); // the logarithm, up to the third power of this small step
  const step = { from: from.slot, to: to.slot, square: times(moved, moved), rounding: one / (sum * sum) };
  stepsTo.set(to, { before: from, step });
  return step;
}
const stepsOf = (prices: readonly Price[]): Step[] => prices.slice(1).map((to, i) => stepBetween(prices[i]!, to));

/** Sum of squared steps, the slots they span, and their number. */
type PriceMovement = { squares: bigint; slots: number; steps: number };

/**
 * Adds up the price movement over several spans. Rounding of prices adds a sixth of a squared unit to each step. This
 * is subtracted again, but never more than half of the sum, because little is known about prices that hardly move.
 */
function movementIn(steps: readonly Step[], ...spans: readonly Span[]): PriceMovement {
  const moved: PriceMovement = { squares: 0n, slots: 0, steps: 0 };
  let rounding = 0n;
  for (const step of steps) {
    if (!spans.some(({ first, last }) => step.from >= first && step.to <= last)) continue;
    moved.squares += step.square;
    rounding += step.rounding;
    moved.slots += step.to - step.from;
    moved.steps++;
  }
  const off = (rounding * 2n) / 3n; // a sixth of the square of 2 / sum
  moved.squares -= smallest(off, moved.squares / 2n);
  return moved;
}

/** The last hour, and yesterday's hours from one hour before now to one hour after the end. */
function usualSpans(now: number, slots: number): Span[] {
  const close = lastClose(now);
  const hour = close - slotsPerHour;
  const dayBefore = close - slotsPerDay;
  const ahead = Math.max(slots, slotsPerHour) + slotsPerHour;
  return [
    { first: hour, last: close },
    { first: dayBefore - slotsPerHour, last: Math.min(dayBefore + ahead, hour) },
  ];
}

/** Squares per slot. */
const perSlot = ({ squares, slots }: PriceMovement): bigint => squares / BigInt(slots);

/**
 * The annualized volatility, in millionths, for a life of a given number of slots from the tick of `slot`. Undefined if
 * the tape is too young for an estimate. All lives share one reading.
 */
export function volatilityOf({ ticks, minutes }: Reading, slot: number): (slots: number) => number | undefined {
  const lately = movementIn(stepsOf(ticks), readingFor(slot).ticks);
  const steps = stepsOf(minutes);
  const rest = BigInt(startOf(slot) + stretch - 1 - slot);
  return (slots) => {
    const life = Math.max(Math.ceil(slots / lifeStep), 1) * lifeStep;
    const long = movementIn(steps, ...usualSpans(slot, life));
    if (lately.steps + long.steps < minSteps) return undefined;
    const usual = perSlot(long.steps > 0 ? long : lately);
    const lively = (lately.squares + prior * usual) / (BigInt(lately.slots) + prior);
    const near = smallest(rest, BigInt(life));
    const variance = ((near * lively + (BigInt(life) - near) * usual) * slotsPerYear) / BigInt(life);
    const millionths = Number((root(variance) * million) / one);
    return clampVolatility(millionths);
  };
}
