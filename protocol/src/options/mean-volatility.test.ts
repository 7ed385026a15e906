import { expect, test } from 'vitest';
import { coins } from '../market/coins.ts';
import { slotsPerDay, slotsPerHour } from '../market/tape.ts';
import { meanVolatility } from './mean-volatility.ts';

const midnight = 20_500 * slotsPerDay;
const btc = coins[0]!;

test("the volatility of full days is close to the coin's listed volatility, and the same from every slot", () => {
  for (const coin of coins) {
    const day = meanVolatility(coin, midnight, slotsPerDay);
    expect(day / coin.volatility / 10_000).toBeGreaterThan(0.93);
    expect(day / coin.volatility / 10_000).toBeLessThan(0.98);
    expect(meanVolatility(coin, midnight + 12_345, 7 * slotsPerDay)).toBe(day);
  }
});

test('active hours count in proportion to their length', () => {
  const at = (hour: number) => meanVolatility(btc, midnight + hour * slotsPerHour - 1, slotsPerHour);
  // From `hours` in motion.ts: 160 at 04:00, 335 at 14:00, 330 at 15:00.
  expect(at(14) / at(4)).toBeCloseTo(335 / 160, 5);
  const both = meanVolatility(btc, midnight + 14 * slotsPerHour - 1, 2 * slotsPerHour);
  expect(both ** 2 / ((at(14) ** 2 + at(15) ** 2) / 2)).toBeCloseTo(1, 5);
  // A quote uses the tick of its slot, so the next slot is the first that moves its price.
  expect(meanVolatility(btc, midnight + 14 * slotsPerHour - 1, 120)).toBe(at(14));
  expect(meanVolatility(btc, midnight + 14 * slotsPerHour - 2, 120)).toBeLessThan(at(14));
});
