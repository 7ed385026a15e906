import { density, fraction, ln, normal, one, over, root, times } from './fixed.ts';

/** Gains when the price rises above the strike, or when it falls below it. */
export type Side = 'call' | 'put';
/**
 * An option as its price sees it. Prices are in the coin's smallest units; the volatility is a year's, in millionths (500,000 is 50 %);
 * what is left of its life is in milliseconds. Paper money earns no interest, so there is none in here.
 */
export type Priced = { side: Side; price: bigint; strike: bigint; volatility: number; left: number };

const yearMs = 365n * 86_400_000n;
const million = 1_000_000n;

/** How far prices usually go until the end: the year's volatility times the root of the part of a year that is left. */
const reachOf = ({ volatility, left }: Priced) =>
  times(fraction(BigInt(volatility), million), root(fraction(BigInt(left), yearMs)));

/** The two distances of Black and Scholes; undefined where nothing can move any more. */
function distances(option: Priced): { near: bigint; far: bigint; reach: bigint } | undefined {
  const reach = reachOf(option);
  if (reach === 0n) return undefined;
  const near = over(ln(fraction(option.price, option.strike)) + (times(reach, reach) >> 1n), reach);
  return { near, far: near - reach, reach };
}

const largest = (a: bigint, b: bigint) => (a > b ? a : b);
/** What it would pay if it ended now. */
export const intrinsic = ({ side, price, strike }: Pick<Priced, 'side' | 'price' | 'strike'>) =>
  largest(side === 'call' ? price - strike : strike - price, 0n);

/**
 * The fair value for one coin, in units of 2^-96 of the smallest price unit. The side that would pay nothing now is priced, the other
 * one follows from it: so a call less a put is exactly the price less the strike.
 */
export function fairValue(option: Priced): bigint {
  const { price, strike } = option;
  const at = distances(option);
  if (!at) return intrinsic(option) * one;
  const isOut = option.side === 'call' ? price <= strike : price > strike;
  const sign = (option.side === 'call') === isOut ? 1n : -1n;
  const out = sign * (price * normal(sign * at.near) - strike * normal(sign * at.far));
  return largest(out, 0n) + (isOut ? 0n : intrinsic(option) * one);
}

/** What its value does when something changes a little: per one coin, prices in the smallest units, all in units of 2^-96. */
export type Greeks = {
  /** For each unit the price rises. */
  delta: bigint;
  /** What delta changes by for each unit the price rises. */
  gamma: bigint;
  /** In price units, for each percentage point that the volatility rises. */
  vega: bigint;
  /** In price units, for each hour that passes. */
  theta: bigint;
};

export function greeksOf(option: Priced): Greeks {
  const { side, price, strike, volatility, left } = option;
  const at = distances(option);
  if (!at) {
    const inside = intrinsic({ side, price, strike }) > 0n;
    return { delta: inside ? (side === 'call' ? one : -one) : 0n, gamma: 0n, vega: 0n, theta: 0n };
  }
  const peak = density(at.near);
  const years = fraction(BigInt(left), yearMs);
  const yearly = over(price * times(peak, fraction(BigInt(volatility), million)), 2n * root(years));
  return {
    delta: side === 'call' ? normal(at.near) : -normal(-at.near),
    gamma: over(peak, price * at.reach),
    vega: (price * times(peak, root(years))) / 100n,
    theta: -yearly / (365n * 24n),
  };
}

/** How likely the price ends above a level, in units of 2^-96. */
export function chanceAbove(level: bigint, option: Omit<Priced, 'side' | 'strike'>): bigint {
  if (level <= 0n) return one;
  const at = distances({ ...option, side: 'call', strike: level });
  if (!at) return option.price > level ? one : 0n;
  return normal(at.far);
}
