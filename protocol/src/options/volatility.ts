import { slotsPerDay, slotsPerHour, slotsPerMinute } from '../market/tape.ts';
import type { Price, Span } from '../orders/tape-rule.ts';
import { fraction, one, root, smallest, times } from './fixed.ts';

// How lively a price will be until an option ends, from what the tape itself has moved. A time is lively for ten minutes at a time, and
// every hour of the day in its own way: so what is left of these ten minutes is taken to be as lively as they have been so far, and what
// comes after them as the last hour and the same hours of the day before.

const stretch = 10 * slotsPerMinute;
/** So many steps the stretch counts as lively as the longer time, before its own say otherwise. */
const prior = 10n;
/** Below so many steps in all nothing is said. */
const minSteps = 30;
/** No option is priced as if its coin could hardly move, or as if it could move without bounds. */
const bounds = { least: 50_000, most: 5_000_000 }; // millionths a year
/** The volatility itself, or the limit that it is beyond. The database has the same limits (migration 0393). */
export const clampVolatility = (volatility: number): number =>
  Math.min(Math.max(volatility, bounds.least), bounds.most);

const slotsPerYear = BigInt(365 * slotsPerDay);
const million = 1_000_000n;

/** Lives are told apart by so many slots. */
const lifeStep = 10;
const startOf = (now: number) => now - (now % stretch);
const lastClose = (now: number) => now - ((now + 1) % slotsPerMinute);

/**
 * What has to be read of a coin's tape to price any of its options by the tick of a slot: every tick of the ten minutes so far, with the
 * one before; and what every minute since 25 hours ago ended at, which is taken to be the price of its last slot.
 */
export function readingFor(slot: number): { ticks: Span; minutes: Span } {
  const close = lastClose(slot);
  return {
    ticks: { first: startOf(slot) - 1, last: slot },
    minutes: { first: close - slotsPerDay - slotsPerHour, last: close },
  };
}
/** Both in order; slots without a tick and minutes without one are left out. */
export type Reading = { ticks: readonly Price[]; minutes: readonly Price[] };

/** A logarithmic step between two ticks, squared, and what rounding has to do with it. */
type Step = { from: number; to: number; square: bigint; rounding: bigint };
/** The step to a price, worked out once: who reads the tape as it grows asks for the same ones with every tick. */
const stepsTo = new WeakMap<Price, { before: Price; step: Step }>();
function stepBetween(from: Price, to: Price): Step {
  const known = stepsTo.get(to);
  if (known?.before === from) return known.step;
  const sum = from.price + to.price;
  const moved = fraction(2n * (to.price - from.price), sum); // the logarithm, but for the third power of so small a step
  const step = { from: from.slot, to: to.slot, square: times(moved, moved), rounding: one / (sum * sum) };
  stepsTo.set(to, { before: from, step });
  return step;
}
const stepsOf = (prices: readonly Price[]): Step[] => prices.slice(1).map((to, i) => stepBetween(prices[i]!, to));

/** Sum of squared steps, the slots they span, and their number. */
type PriceMovement = { squares: bigint; slots: number; steps: number };

/**
 * The movement of prices over several spans. Rounding of prices adds a sixth of a squared unit to each step. This is subtracted again,
 * but never more than half of the sum, because little is known about prices that hardly move.
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

/** The last hour, and the day before from an hour before this time to an hour after the end. */
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

/** Squares a slot. */
const perSlot = ({ squares, slots }: PriceMovement): bigint => squares / BigInt(slots);

/**
 * The volatility of what lives so many slots from the tick of a slot: a year's, in millionths. Undefined where the tape is too young
 * to tell. All lives share one reading.
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
