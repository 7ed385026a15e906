import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chanceAbove, fairValue, intrinsic, type OptionInputs, type Side } from './black-scholes.ts';
import { density, exp, ln, normal, one, root, toNumber } from './fixed.ts';

const unit = 1e9; // units per price unit, fine enough for twelve digits
const units = (price: number) => BigInt(Math.round(price * unit));
const yearMs = 365 * 86_400_000;

type Words = { side?: Side; price: number; strike: number; volatility: number; years: number };
const priced = ({ side = 'call', price, strike, volatility, years }: Words): OptionInputs => ({
  ...{ side, price: units(price), strike: units(strike) },
  ...{ volatility: Math.round(volatility * 1e6), left: Math.round(years * yearMs) },
});
const value = (words: Words) => toNumber(fairValue(priced(words))) / unit;

// Abramowitz and Stegun, Handbook of Mathematical Functions, table 26.1.
test('the normal distribution matches the published table', () => {
  const table = [
    [0, 0.5, 0.398942280401433],
    [0.1, 0.539827837277029, 0.396952547477012],
    [1, 0.841344746068543, 0.24197072451914337],
    [2, 0.977249868051821, 0.0539909665131881],
    [3, 0.99865010196837, 0.00443184841193801],
  ] as const;
  for (const [x, below, dense] of table) {
    const at = (BigInt(x * 10) * one) / 10n;
    expect(toNumber(normal(at))).toBeCloseTo(below, 14);
    expect(toNumber(normal(-at))).toBeCloseTo(1 - below, 14);
    expect(toNumber(density(at))).toBeCloseTo(dense, 14);
  }
  // The two methods of computation agree where they meet, and the tails keep their digits.
  const gap = normal(4n * one + 1n) - normal(4n * one);
  expect(gap > -(1n << 16n) && gap < 1n << 16n).toBe(true);
  expect(toNumber(normal(-5n * one) * 10n ** 7n)).toBeCloseTo(2.866515718791939, 12);
  expect([normal(40n * one), normal(-40n * one)]).toEqual([one, 0n]);
});

// The doctests of vollib (undiscounted Black, Black and Black-Scholes) and Hull's examples in them. For examples with
// an interest rate, the forward price replaces the price and the discount is removed.
test('prices match the published examples to 1e-9', () => {
  expect(value({ price: 100, strike: 100, volatility: 0.2, years: 0.5 })).toBeCloseTo(5.637197779701664, 10);
  const normalised = value({ price: 100, strike: 95, volatility: 0.3, years: 0.5 }) / Math.sqrt(9500);
  expect(normalised).toBeCloseTo(0.11259558142181655, 11);
  const put = value({ side: 'put', price: 100, strike: 95, volatility: 0.3, years: 0.5 }) / Math.sqrt(9500);
  expect(put).toBeCloseTo(0.061296663817558904, 11);
  const discounted = (words: Words, rate: number) => value(words) * Math.exp(-rate * words.years);
  expect(discounted({ price: 620, strike: 600, volatility: 0.2, years: 0.5 }, 0.05)).toBeCloseTo(44.1868533121, 9);
  const months = { side: 'put', price: 20, strike: 20, volatility: 0.25, years: 4 / 12 } as const;
  expect(discounted(months, 0.09)).toBeCloseTo(1.11664145656, 9);
  const forward = 100 * Math.exp(0.01 * 0.5);
  const spot = { price: forward, strike: 90, volatility: 0.2, years: 0.5 };
  expect(discounted(spot, 0.01)).toBeCloseTo(12.111581435, 8);
  expect(discounted({ ...spot, side: 'put' }, 0.01)).toBeCloseTo(1.66270456231, 8);
});

const options = fc
  .record({
    side: fc.constantFrom<Side>('call', 'put'),
    price: fc.bigInt(1n, 10n ** 14n),
    away: fc.integer({ min: -600_000, max: 2_000_000 }),
    volatility: fc.oneof(fc.constant(0), fc.integer({ min: 10_000, max: 5_000_000 })),
    left: fc.integer({ min: 0, max: 8 * 86_400_000 }),
  })
  .map(({ away, ...option }): OptionInputs => {
    const strike = option.price + (option.price * BigInt(away)) / 1_000_000n;
    return { ...option, strike: strike > 0n ? strike : 1n };
  });
// The possible effect of the last digits on a value: at one percent of volatility for a millisecond they are divided by
// 2^-25.
const slack = ({ price, strike }: OptionInputs) => (price + strike) << 36n;

test('a call minus a put is exactly the price minus the strike', () => {
  fc.assert(
    fc.property(options, (option) => {
      const [call, put] = (['call', 'put'] as const).map((side) => fairValue({ ...option, side }));
      return call! - put! === (option.price - option.strike) * one;
    }),
  );
});

test('a value is between the intrinsic value and the maximum payout', () => {
  fc.assert(
    fc.property(options, (option) => {
      const most = option.side === 'call' ? option.price : option.strike;
      const worth = fairValue(option);
      return worth >= intrinsic(option) * one && worth <= most * one + slack(option);
    }),
  );
});

test('more time, more volatility or a better strike never lowers the value', () => {
  fc.assert(
    fc.property(options, fc.integer({ min: 1, max: 86_400_000 }), (option, more) => {
      const worth = fairValue(option);
      const better = option.strike + (option.side === 'call' ? -1n : 1n) * (option.strike / 1000n);
      return [
        { ...option, left: option.left + more },
        { ...option, volatility: option.volatility + more + 10_000 },
        { ...option, strike: better },
      ].every((other) => fairValue(other) + slack(other) >= worth);
    }),
  );
});

test('the value is convex in the strike', () => {
  fc.assert(
    fc.property(options, fc.bigInt(1n, 100n), (option, part) => {
      const step = option.strike / (2n * part);
      const at = (strike: bigint) => fairValue({ ...option, strike });
      const sides = at(option.strike - step) + at(option.strike + step);
      return sides + 4n * slack(option) >= 2n * at(option.strike);
    }),
  );
});

test('probabilities are those of the distribution', () => {
  const option = { price: 1_000_000n, volatility: 500_000, left: 86_400_000 };
  const above = toNumber(chanceAbove(1_000_000n, option));
  expect(above).toBeLessThan(0.5);
  expect(above).toBeGreaterThan(0.49);
  expect(chanceAbove(0n, option)).toBe(one);
  expect(chanceAbove(999_999n, { ...option, left: 0 })).toBe(one);
  expect(chanceAbove(1_000_000n, { ...option, left: 0 })).toBe(0n);
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 7n), fc.bigInt(0n, 10n ** 6n), (level, higher) => {
      return chanceAbove(level + higher, option) <= chanceAbove(level, option) + (1n << 20n);
    }),
  );
});

test('roots, powers and logarithms are inverses of each other', () => {
  fc.assert(
    fc.property(fc.bigInt(1n << 40n, 1n << 140n), (a) => {
      const square = root(a);
      expect((square * square) >> 96n <= a && ((square + 1n) * (square + 1n)) >> 96n >= a).toBe(true);
      const off = exp(ln(a)) - a;
      return (off < 0n ? -off : off) <= (a >> 80n) + (1n << 16n);
    }),
  );
  expect(() => ln(0n)).toThrow();
  expect(exp(-100n * one)).toBe(0n);
});
