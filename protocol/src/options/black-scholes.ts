import { fraction, largest, ln, normal, one, over, root, times } from './fixed.ts';

/** A call gains when the price rises above the strike, a put when it falls below. */
export type Side = 'call' | 'put';
/**
 * The inputs of an option's price. Prices are in the coin's smallest units. The volatility is annualized, in millionths
 * (500,000 is 50 %). The remaining life is in milliseconds. There is no interest rate because paper money earns no
 * interest.
 */
export type OptionInputs = { side: Side; price: bigint; strike: bigint; volatility: number; left: number };

const yearMs = 365n * 86_400_000n;
const million = 1_000_000n;

/**
 * The typical move of the price until expiry: the annualized volatility times the square root of the remaining part of
 * a year.
 */
export const reachOf = ({ volatility, left }: Pick<OptionInputs, 'volatility' | 'left'>): bigint =>
  times(fraction(BigInt(volatility), million), root(fraction(BigInt(left), yearMs)));

/** The two distances d1 and d2 of Black and Scholes. Undefined if the price cannot move any more. */
function distances(option: OptionInputs): { near: bigint; far: bigint } | undefined {
  const reach = reachOf(option);
  if (reach === 0n) return undefined;
  const near = over(ln(fraction(option.price, option.strike)) + (times(reach, reach) >> 1n), reach);
  return { near, far: near - reach };
}

/** The payout if the option ended now. */
export const intrinsic = ({ side, price, strike }: Pick<OptionInputs, 'side' | 'price' | 'strike'>) =>
  largest(side === 'call' ? price - strike : strike - price, 0n);

/**
 * The fair value for one coin, in units of 2^-96 of the smallest price unit. The out-of-the-money side is priced and
 * the other side follows from it, so a call minus a put is exactly the price minus the strike.
 */
export function fairValue(option: OptionInputs): bigint {
  const { price, strike } = option;
  const at = distances(option);
  if (!at) return intrinsic(option) * one;
  const isOut = option.side === 'call' ? price <= strike : price > strike;
  const sign = (option.side === 'call') === isOut ? 1n : -1n;
  const out = sign * (price * normal(sign * at.near) - strike * normal(sign * at.far));
  return largest(out, 0n) + (isOut ? 0n : intrinsic(option) * one);
}

/** The probability that the price ends above a level, in units of 2^-96. */
export function chanceAbove(level: bigint, option: Omit<OptionInputs, 'side' | 'strike'>): bigint {
  if (level <= 0n) return one;
  const at = distances({ ...option, side: 'call', strike: level });
  if (!at) return option.price > level ? one : 0n;
  return normal(at.far);
}
