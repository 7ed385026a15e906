import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countedAs, feeOf, maxBy, minBy, personalLimit } from './terms.ts';

const amount = fc.bigInt({ min: 1n, max: 10n ** 15n });
const rate = fc.bigInt({ min: 10_000n, max: 500_000n });

test('the fee is the percentage of the amount, rounded up to the minor unit', () => {
  expect(feeOf(500_000_000n, 100n)).toBe(5_000_000n);
  expect(feeOf(1n, 100n)).toBe(1n);
  expect(feeOf(100n, 100n)).toBe(1n);
  expect(feeOf(101n, 100n)).toBe(2n);
  expect(feeOf(12_345n, 0n)).toBe(0n);
  fc.assert(
    fc.property(amount, fc.bigInt({ min: 0n, max: 5000n }), (units, bps) => {
      const fee = feeOf(units, bps);
      expect(fee * 10_000n >= units * bps && (fee - 1n) * 10_000n < units * bps).toBe(true);
      expect(fee <= units).toBe(true);
    }),
  );
});

test('the maximum in yuan is exactly what counts for at most the limit in USDT', () => {
  fc.assert(
    fc.property(amount, rate, (limit, rate) => {
      const most = maxBy(limit, 'CNY', rate);
      expect(countedAs(most, 'CNY', rate) <= limit).toBe(true);
      expect(countedAs(most + 1n, 'CNY', rate) > limit).toBe(true);
      const least = minBy(limit, 'CNY', rate);
      expect(countedAs(least, 'CNY', rate) >= limit).toBe(true);
      if (least > 1n) expect(((least - 1n) * 10n ** 8n) / rate < limit).toBe(true);
      expect([maxBy(limit, 'USDT', rate), minBy(limit, 'USDT', rate)]).toEqual([limit, limit]);
    }),
  );
});

test('the personal limit is the minimum of the single limit, the rest of the daily limit, and the balance', () => {
  expect(personalLimit({ most: 5n, left: 3n, balance: 9n })).toBe(3n);
  expect(personalLimit({ most: 5n, left: 8n, balance: 9n })).toBe(5n);
  expect(personalLimit({ most: 5n, left: 8n, balance: 0n })).toBe(0n);
});
