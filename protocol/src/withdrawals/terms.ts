import { cnyToUsdt, type Rate, unitsPerFen, usdtToCny } from '../money.ts';

type Currency = 'USDT' | 'CNY';
const upBy = (above: bigint, below: bigint) => (above + below - 1n) / below;

/** What a withdrawal costs, of hundredths of a percent: rounded up to the minor unit, so that no withdrawal is free by being small. */
export const feeOf = (amount: bigint, bps: bigint): bigint => upBy(amount * bps, 10_000n);

/** What an amount counts for in the limits, which are in USDT: rounded up, so that no more passes than they say. */
export const countedAs = (amount: bigint, currency: Currency, rate: Rate): bigint =>
  currency === 'USDT' ? amount : upBy(amount * unitsPerFen, rate);

/** The most of a currency that a limit in USDT lets pass: rounded down. */
export const maxBy = (limit: bigint, currency: Currency, rate: Rate): bigint =>
  currency === 'USDT' ? limit : usdtToCny(limit, rate);
/** The least of a currency that a limit in USDT asks for: rounded up. */
export const minBy = (limit: bigint, currency: Currency, rate: Rate): bigint =>
  currency === 'USDT' ? limit : upBy(limit * rate, unitsPerFen);

/** What an amount is worth in the other currency, for comparison: rounded down. */
export const worth = (amount: bigint, currency: Currency, rate: Rate): bigint =>
  currency === 'USDT' ? usdtToCny(amount, rate) : cnyToUsdt(amount, rate);

/** How many withdrawals of a person wait for a decision at a time. The database holds it too. */
export const maxUnderReview = 10;

type Bounds = { most: bigint; left: bigint; balance: bigint };
/** The most that one person can withdraw now: no more than once at a time, than is left today, or than there is. */
export const personalLimit = ({ most, left, balance }: Bounds): bigint =>
  [most, left, balance].reduce((least, each) => (each < least ? each : least));
