import { msOf } from '../market/tape.ts';
import { chanceAbove, fairValue, intrinsic, type OptionInputs, reachOf } from './black-scholes.ts';
import { exp, fraction, largest, one, times } from './fixed.ts';
import { type Option, partsPerUnit } from './terms.ts';

// What an option costs and what it is bought back for: functions of a tick, of what the tape has moved, and of nothing else. Amounts are
// USDT in minor units.

/** What a price is reckoned from: the tick of a slot, what the tape had moved by then (a year's, in millionths), and which model. */
export type Reckoned = { slot: number; price: bigint; volatility: number; model: number };

/** Where prices end on average, as a part of the price now, by what they usually move until then. */
const means: Readonly<Record<number, (reach: bigint) => bigint>> = {
  // At the price: nobody knows better of prices from outside.
  1: () => one,
  // Above it by half the square of what they move: prices that we make go as often up as down, and by the same parts.
  2: (reach) => exp(times(reach, reach) >> 1n),
  // The same, by the generator's own volatility instead of an estimate (mean-volatility.ts).
  3: (reach) => exp(times(reach, reach) >> 1n),
};
/** Whether the volatility follows from coin and time alone, because the generator's is known. */
export const isByGenerator = (model: number): boolean => model === 3;
export const isModel = (model: number): boolean => Object.hasOwn(means, model);

const finer = 32n; // bits that the mean has beyond a price unit
const leftOf = (slots: number) => msOf(Math.max(slots, 0));

/** The mean of the prices after so many slots, and all else that a price needs of them. */
function endOf({ price, volatility, model }: Reckoned, slots: number): Omit<OptionInputs, 'side' | 'strike'> {
  if (!isModel(model)) throw new Error(`no model ${model}`);
  const left = leftOf(slots);
  return { price: times(price << finer, means[model]!(reachOf({ volatility, left }))), volatility, left };
}

type PerCoin = Pick<Option, 'side' | 'strike'>;
/** The fair value for one coin, in units of 2^-128 of the smallest price unit. What it is of many sizes needs it once. */
export const fairOf = ({ side, strike }: PerCoin, by: Reckoned, slots: number): bigint =>
  fairValue({ ...endOf(by, slots), side, strike: strike << finer });
const perUnit = (symbol: number) => (partsPerUnit(symbol) * one) << finer;

const whole = 10_000n;
const roundedUp = (a: bigint, by: bigint) => (a + by - 1n) / by;

/** What an option is bought back for with so many slots to live: its fair value, rounded down. */
export const bidOf = (option: Option, by: Reckoned, slots: number, fair = fairOf(option, by, slots)): bigint =>
  (fair * option.size) / perUnit(option.symbol);

/** What an option costs: its fair value and the spread, rounded up; and never less than it would pay if it ended now. */
export function premiumOf(
  option: Option,
  by: Reckoned,
  slots: number,
  spreadBp: number,
  fair = fairOf(option, by, slots),
): bigint {
  const { symbol, side, strike, size } = option;
  const asked = fair * size * (whole + BigInt(spreadBp));
  const now = intrinsic({ side, strike, price: by.price }) * size;
  return largest(roundedUp(asked, perUnit(symbol) * whole), roundedUp(now, partsPerUnit(symbol)));
}

/** What buying comes to on average: what is paid above the fair value. */
export const averageOf = (option: Option, by: Reckoned, slots: number, spreadBp: number): bigint =>
  bidOf(option, by, slots) - premiumOf(option, by, slots, spreadBp);

/** What an option pays if it ends at a price, rounded down. */
export const payoutAt = ({ symbol, side, strike, size }: Option, price: bigint): bigint =>
  (intrinsic({ side, strike, price }) * size) / partsPerUnit(symbol);

/** The price nearest to the strike at which no less is paid than the option cost; 0 if there is none. */
export function breakEvenOf({ symbol, side, strike, size }: Option, premium: bigint): bigint {
  const away = roundedUp(premium * partsPerUnit(symbol), size);
  return side === 'call' ? strike + away : largest(strike - away, 0n);
}

/** How likely more is paid than the option cost, in ten-thousandths, rounded down so that it is never flattered. */
export function chanceOfProfit(option: Option, premium: bigint, by: Reckoned, slots: number): number {
  const above = chanceAbove(breakEvenOf(option, premium) << finer, endOf(by, slots));
  return Number(((option.side === 'call' ? above : one - above) * whole) >> 96n);
}

// Two thirds of the normal distribution lie within this many deviations.
const twoInThree = fraction(967_422n, 1_000_000n);
/** Between which prices two in three end. */
export function rangeOf(by: Reckoned, slots: number): { low: bigint; high: bigint } {
  const { price, volatility, left } = endOf(by, slots);
  const reach = reachOf({ volatility, left });
  const middle = times(price, exp(-times(reach, reach) >> 1n));
  const away = times(twoInThree, reach);
  return { low: times(middle, exp(-away)) >> finer, high: times(middle, exp(away)) >> finer };
}
