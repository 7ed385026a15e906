import { msOf } from '../market/tape.ts';
import { chanceAbove, fairValue, intrinsic, type OptionInputs, reachOf } from './black-scholes.ts';
import { exp, fraction, largest, one, times } from './fixed.ts';
import { type Option, partsPerUnit } from './terms.ts';

// The premium of an option and the bid for buying it back. Both depend only on a tick and the volatility. Amounts are
// USDT in minor units.

/** The inputs of a price: the tick of a slot, the annualized volatility up to that slot in millionths, and the model. */
export type PriceInputs = { slot: number; price: bigint; volatility: number; model: number };

/** The mean of the prices at expiry as a multiple of the current price, given their typical move until then. */
const means: Readonly<Record<number, (reach: bigint) => bigint>> = {
  // Equal to the current price: the best estimate for external prices.
  1: () => one,
  // Above it by half the squared move: our own prices rise and fall with equal probability and by equal factors.
  2: (reach) => exp(times(reach, reach) >> 1n),
  // The same, but with the generator's own volatility instead of an estimate (mean-volatility.ts).
  3: (reach) => exp(times(reach, reach) >> 1n),
};
/** Whether the volatility follows from coin and time alone, because the generator's volatility is known. */
export const isByGenerator = (model: number): boolean => model === 3;
export const isModel = (model: number): boolean => Object.hasOwn(means, model);

const finer = 32n; // additional bits of precision of the mean
const leftOf = (slots: number) => msOf(Math.max(slots, 0));

/** The mean of the prices after this many slots, and the other inputs that depend on it. */
function endOf({ price, volatility, model }: PriceInputs, slots: number): Omit<OptionInputs, 'side' | 'strike'> {
  if (!isModel(model)) throw new Error(`no model ${model}`);
  const left = leftOf(slots);
  return { price: times(price << finer, means[model]!(reachOf({ volatility, left }))), volatility, left };
}

type PerCoin = Pick<Option, 'side' | 'strike'>;
/**
 * The fair value for one coin, in units of 2^-128 of the smallest price unit. Callers that price many sizes compute it
 * once.
 */
export const fairOf = ({ side, strike }: PerCoin, by: PriceInputs, slots: number): bigint =>
  fairValue({ ...endOf(by, slots), side, strike: strike << finer });
const perUnit = (symbol: number) => (partsPerUnit(symbol) * one) << finer;

const whole = 10_000n;
const roundedUp = (a: bigint, by: bigint) => (a + by - 1n) / by;

/** The bid for an option with this many slots left: its fair value, rounded down. */
export const bidOf = (option: Option, by: PriceInputs, slots: number, fair = fairOf(option, by, slots)): bigint =>
  (fair * option.size) / perUnit(option.symbol);

/** The price of an option: its fair value plus the spread, rounded up, but at least its intrinsic value. */
export function premiumOf(
  option: Option,
  by: PriceInputs,
  slots: number,
  spreadBp: number,
  fair = fairOf(option, by, slots),
): bigint {
  const { symbol, side, strike, size } = option;
  const asked = fair * size * (whole + BigInt(spreadBp));
  const now = intrinsic({ side, strike, price: by.price }) * size;
  return largest(roundedUp(asked, perUnit(symbol) * whole), roundedUp(now, partsPerUnit(symbol)));
}

/** The average result of buying: the fair value minus the premium. */
export const averageOf = (option: Option, by: PriceInputs, slots: number, spreadBp: number): bigint =>
  bidOf(option, by, slots) - premiumOf(option, by, slots, spreadBp);

/** The payout of an option that ends at a price, rounded down. */
export const payoutAt = ({ symbol, side, strike, size }: Option, price: bigint): bigint =>
  (intrinsic({ side, strike, price }) * size) / partsPerUnit(symbol);

/** The price nearest to the strike at which the payout covers the premium. 0 if there is none. */
export function breakEvenOf({ symbol, side, strike, size }: Option, premium: bigint): bigint {
  const away = roundedUp(premium * partsPerUnit(symbol), size);
  return side === 'call' ? strike + away : largest(strike - away, 0n);
}

/**
 * The probability that the payout exceeds the premium, in ten-thousandths, rounded down so that it never looks better
 * than it is.
 */
export function chanceOfProfit(option: Option, premium: bigint, by: PriceInputs, slots: number): number {
  const above = chanceAbove(breakEvenOf(option, premium) << finer, endOf(by, slots));
  return Number(((option.side === 'call' ? above : one - above) * whole) >> 96n);
}

// Two thirds of the normal distribution lie within this many standard deviations.
const twoInThree = fraction(967_422n, 1_000_000n);
/** The range in which the price ends with a probability of two in three. */
export function rangeOf(by: PriceInputs, slots: number): { low: bigint; high: bigint } {
  const { price, volatility, left } = endOf(by, slots);
  const reach = reachOf({ volatility, left });
  const middle = times(price, exp(-times(reach, reach) >> 1n));
  const away = times(twoInThree, reach);
  return { low: times(middle, exp(-away)) >> finer, high: times(middle, exp(away)) >> finer };
}
