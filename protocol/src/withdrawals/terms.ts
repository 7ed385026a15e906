import { cnyToUsdt, type Rate, unitsPerFen, usdtToCny } from '../money.ts';

type Currency = 'USDT' | 'CNY';
const upBy = (above: bigint, below: bigint) => (above + below - 1n) / below;

/**
 * The fee of a withdrawal at a rate in hundredths of a percent. Rounded up to the minor unit, so that no withdrawal is
 * too small for a fee.
 */
export const feeOf = (amount: bigint, bps: bigint): bigint => upBy(amount * bps, 10_000n);

/** The amount that counts towards the limits, which are in USDT. Rounded up, so that the limits are never exceeded. */
export const countedAs = (amount: bigint, currency: Currency, rate: Rate): bigint =>
  currency === 'USDT' ? amount : upBy(amount * unitsPerFen, rate);

/** The maximum in a currency under a limit in USDT, rounded down. */
export const maxBy = (limit: bigint, currency: Currency, rate: Rate): bigint =>
  currency === 'USDT' ? limit : usdtToCny(limit, rate);
/** The minimum in a currency under a limit in USDT, rounded up. */
export const minBy = (limit: bigint, currency: Currency, rate: Rate): bigint =>
  currency === 'USDT' ? limit : upBy(limit * rate, unitsPerFen);

/** The value of an amount in the other currency, for comparison. Rounded down. */
export const worth = (amount: bigint, currency: Currency, rate: Rate): bigint =>
  currency === 'USDT' ? usdtToCny(amount, rate) : cnyToUsdt(amount, rate);

/** Maximum withdrawals of one user under review at a time. The database enforces it too. */
export const maxUnderReview = 10;

type Bounds = { most: bigint; left: bigint; balance: bigint };
/**
 * The maximum that one user can withdraw now: the smallest of the single limit, the rest of the daily limit, and the
 * balance.
 */
export const personalLimit = ({ most, left, balance }: Bounds): bigint =>
  [most, left, balance].reduce((least, each) => (each < least ? each : least));
