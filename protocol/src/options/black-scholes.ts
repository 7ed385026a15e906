import { fraction, largest, ln, normal, one, over, root, times } from './fixed.ts';

/** Gains when the price rises above the strike, or when it falls below it. */
export type Side = 'call' | 'put';
/**
 * An option as its price sees it. Prices are in the coin's smallest units; the volatility is a year's, in millionths (500,000 is 50 %);
 * what is left of its life is in milliseconds. Paper money earns no interest, so there is none in here.
 */
export type OptionInputs = { side: Side; price: bigint; strike: bigint; volatility: number; left: number };

const yearMs = 365n * 86_400_000n;
const million = 1_000_000n;

/** How far prices usually go until the end: the year's volatility times the root of the part of a year that is left. */
export const reachOf = ({ volatility, left }: Pick<OptionInputs, 'volatility' | 'left'>): bigint =>
  times(fraction(BigInt(volatility), million), root(fraction(BigInt(left), yearMs)));

/** The two distances of Black and Scholes; undefined where nothing can move any more. */
function distances(option: OptionInputs): { near: bigint; far: bigint } | undefined {
  const reach = reachOf(option);
  if (reach === 0n) return undefined;
  const near = over(ln(fraction(option.price, option.strike)) + (times(reach, reach) >> 1n), reach);
  return { near, far: near - reach };
}

/** What it would pay if it ended now. */
export const intrinsic = ({ side, price, strike }: Pick<OptionInputs, 'side' | 'price' | 'strike'>) =>
  largest(side === 'call' ? price - strike : strike - price, 0n);

/**
 * The fair value for one coin, in units of 2^-96 of the smallest price unit. The side that would pay nothing now is priced, the other
 * one follows from it: so a call less a put is exactly the price less the strike.
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

/** How likely the price ends above a level, in units of 2^-96. */
export function chanceAbove(level: bigint, option: Omit<OptionInputs, 'side' | 'strike'>): bigint {
  if (level <= 0n) return one;
  const at = distances({ ...option, side: 'call', strike: level });
  if (!at) return option.price > level ? one : 0n;
  return normal(at.far);
}
