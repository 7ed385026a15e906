import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coins } from '../market/coins.ts';
import { exp, fraction, one } from './fixed.ts';
import { realisedVolatility, windowFor, windows } from './volatility.ts';

test('prices that step by e^±s have the volatility s has in a year', () => {
  const step = exp(fraction(1n, 10_000n));
  const prices = Array.from({ length: 721 }, (_, i) => (i % 2 === 0 ? 10n ** 20n : (10n ** 20n * step) / one));
  // 0.0001 · √(365 · 86,400 / 5)
  expect(realisedVolatility(prices, 5000)).toBe(251_141);
});

test('what stands still, is alone or leaps has the least or the most volatility', () => {
  expect(realisedVolatility([], 5000)).toBe(50_000);
  expect(realisedVolatility([7n], 5000)).toBe(50_000);
  expect(realisedVolatility([7n, 7n, 7n], 5000)).toBe(50_000);
  expect(realisedVolatility([1n, 10n ** 12n], 5000)).toBe(5_000_000);
});

test('the unit of a price and the direction of time do not matter', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt(10n ** 8n, 2n * 10n ** 8n), { minLength: 2, maxLength: 40 }), (prices) => {
      const here = realisedVolatility(prices, 60_000);
      const other = [prices.map((price) => price * 1000n), prices.toReversed()];
      return other.every((each) => Math.abs(realisedVolatility(each, 60_000) - here) <= 1);
    }),
  );
});

test('what ends within the hour is priced by the hour, the rest by the day, and rounding hides no coin', () => {
  expect([60_000, 3_600_000, 3_600_001, 604_800_000].map(windowFor)).toEqual(['hour', 'hour', 'day', 'day']);
  for (const { everyMs } of Object.values(windows)) {
    for (const { start, volatility } of coins) {
      const usual = (Number(start) * volatility * Math.sqrt(everyMs / (365 * 86_400_000))) / 100;
      expect(usual).toBeGreaterThan(2); // smallest units of its price, each step
    }
  }
});
