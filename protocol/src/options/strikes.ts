import { msOf } from '../market/tape.ts';
import { reachOf } from './black-scholes.ts';
import { largest, smallest, times } from './fixed.ts';
import { isFlash, lifeSlots } from './terms.ts';

// Strikes of options that end at a full hour. They are round numbers and at most slightly further away than the typical
// move, because prices reach distant strikes more often than the model predicts.

const eachWay = 2n;
const offeredWithin = 5n; // quarters of the typical move

/** The largest 1, 2 or 5 times a power of ten that is at most `most`, and at least 1. */
export function roundStep(most: bigint): bigint {
  if (most < 1n) return 1n;
  const power = 10n ** BigInt(most.toString().length - 1);
  return power * (most >= 5n * power ? 5n : most >= 2n * power ? 2n : 1n);
}

/** The typical move of the price, in its own units. */
const usualOf = (price: bigint, volatility: number, slots: number) =>
  times(price, reachOf({ volatility, left: msOf(slots) }));
/** Two fifths of the typical move, limited so that every strike is positive. */
const stepOf = (price: bigint, usual: bigint) => roundStep(smallest((usual * 2n) / 5n, price / 4n));

/** Five strikes. The middle one is nearest to the price. */
export function strikesAround(price: bigint, volatility: number, slots: number): bigint[] {
  const step = stepOf(price, usualOf(price, volatility, slots));
  return strikesBy(price, step);
}
function strikesBy(price: bigint, step: bigint): bigint[] {
  const middle = largest((2n * price + step) / (2n * step), eachWay + 1n) * step;
  return [-2n, -1n, 0n, 1n, 2n].map((i) => middle + i * step);
}

/** The inputs of a quote that strikes depend on. */
type By = { slot: number; price: bigint; volatility: number };
// Thousands of requests may use the same tick. Square roots are expensive, so each result is cached as long as its
// inputs exist.
const drawn = new WeakMap<By, { seconds: number; usual: bigint }>();
function usualUntil(seconds: number, by: By): bigint {
  const known = drawn.get(by);
  if (known?.seconds === seconds) return known.usual;
  const usual = usualOf(by.price, by.volatility, lifeSlots(seconds, by.slot));
  drawn.set(by, { seconds, usual });
  return usual;
}

/**
 * Whether a strike can be bought at the tick of a quote. If the life begins at the tap, only the price itself can.
 * Otherwise it must be a strike of the board, or one that was on it before price and volatility moved a little. Such a
 * strike is a round number of the same or the next finer step, not much further away.
 */
export function isOffered(strike: bigint, seconds: number, by: By): boolean {
  const { price } = by;
  if (isFlash(seconds)) return strike === price;
  const usual = usualUntil(seconds, by);
  const step = stepOf(price, usual);
  if (strikesBy(price, step).includes(strike)) return true;
  const finer = roundStep(step - 1n);
  const away = strike > price ? strike - price : price - strike;
  const isRound = strike % step === 0n || strike % finer === 0n;
  return strike > 0n && isRound && 4n * away <= offeredWithin * usual;
}
