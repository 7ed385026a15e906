import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coinBySymbol, coins } from '../market/coins.ts';
import { slotAt, slotsPerHour } from '../market/tape.ts';
import { isOffered, roundStep, strikesAround } from './strikes.ts';
import {
  clockLives,
  dueSlotOf,
  endSlotOf,
  flashLives,
  heldSlots,
  isFlash,
  isHeld,
  isLife,
  lifeSlots,
  partsPerUnit,
} from './terms.ts';

const at = (time: string) => slotAt(Date.parse(`2026-03-18T${time}Z`));

test('lives of an hour and more end at full hours, at least five minutes away', () => {
  expect(endSlotOf(3600, at('14:06:00'))).toBe(at('15:00:00'));
  expect(endSlotOf(3600, at('14:54:59.500'))).toBe(at('15:00:00'));
  expect(endSlotOf(3600, at('14:55:00'))).toBe(at('16:00:00'));
  expect(endSlotOf(21_600, at('14:06:00'))).toBe(at('20:00:00'));
  expect(endSlotOf(86_400, at('14:06:00'))).toBe(slotAt(Date.parse('2026-03-19T14:00:00Z')));
  expect(endSlotOf(604_800, at('14:06:00'))).toBe(slotAt(Date.parse('2026-03-25T14:00:00Z')));
  fc.assert(
    fc.property(fc.constantFrom(...clockLives), fc.nat(10 ** 10), (seconds, slot) => {
      const end = endSlotOf(seconds, slot);
      const life = lifeSlots(seconds, slot);
      expect([end % slotsPerHour, dueSlotOf(seconds, slot, slot + 7), life]).toEqual([0, end, end - slot]);
      return life > 2 * seconds - slotsPerHour + 600 && life <= 2 * seconds + 600;
    }),
  );
});

test('flash lives begin at the newest tick at acceptance, and are priced for their full length', () => {
  for (const seconds of flashLives) {
    expect([lifeSlots(seconds, 1000), dueSlotOf(seconds, 1000, 1007)]).toEqual([2 * seconds, 1007 + 2 * seconds]);
    expect([isFlash(seconds), isLife(seconds)]).toEqual([true, true]);
  }
  expect([3600, 61, 0, 604_800].map(isFlash)).toEqual([false, false, false, false]);
  expect([3600, 61, 0, 604_800].map(isLife)).toEqual([true, false, false, true]);
});

test('a quote is valid for five seconds and cannot be from the future', () => {
  expect([0, heldSlots, heldSlots + 1, -1].map((later) => isHeld(500, 500 + later))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('for every coin, smallest price unit times smallest size divides the smallest unit of USDT', () => {
  expect(partsPerUnit(coinBySymbol('BTC')!.id)).toBe(10_000n);
  expect(() => partsPerUnit(99)).toThrow('unknown coin 99');
});

test('steps are round numbers', () => {
  expect([0n, 1n, 4n, 5n, 9n, 10n, 19n, 20n, 199n, 999n].map(roundStep)).toEqual(
    [1n, 1n, 2n, 5n, 5n, 10n, 10n, 20n, 100n, 500n], // biome-ignore format: one row
  );
});

const boards = fc.record({
  price: fc.oneof(fc.bigInt(1n, 100n), fc.bigInt(1n, 10n ** 12n)),
  volatility: fc.integer({ min: 50_000, max: 5_000_000 }),
  slots: fc.integer({ min: 600, max: 1_300_000 }),
});

test('BTC has the expected round strikes for one day', () => {
  expect(strikesAround(6_399_030n, 420_000, 23.9 * slotsPerHour).map((strike) => strike / 100n)).toEqual(
    [63_000n, 63_500n, 64_000n, 64_500n, 65_000n], // biome-ignore format: one row
  );
});

test('five strikes are evenly spaced and positive, and the middle one is nearest to the price', () => {
  fc.assert(
    fc.property(boards, ({ price, volatility, slots }) => {
      const strikes = strikesAround(price, volatility, slots);
      const step = strikes[1]! - strikes[0]!;
      expect([strikes.length, step > 0n, strikes[0]! > 0n]).toEqual([5, true, true]);
      expect(strikes.every((strike, i) => strike === strikes[0]! + BigInt(i) * step)).toBe(true);
      const away = strikes[2]! > price ? strikes[2]! - price : price - strikes[2]!;
      return price < 4n || 2n * away <= step;
    }),
  );
});

test('every strike of the board is offered, also after price and volatility have moved a little', () => {
  fc.assert(
    fc.property(
      fc.record({
        coin: fc.constantFrom(...coins),
        slot: fc.integer({ min: 10 ** 9, max: 10 ** 9 + slotsPerHour }),
        seconds: fc.constantFrom(...clockLives),
        volatility: fc.integer({ min: 100_000, max: 2_000_000 }),
        moved: fc.integer({ min: -10, max: 10 }),
        livelier: fc.integer({ min: -8, max: 8 }),
      }),
      ({ coin, slot, seconds, volatility, moved, livelier }) => {
        const slots = lifeSlots(seconds, slot);
        const usual = (Number(coin.start) * volatility * Math.sqrt(slots / 63_072_000)) / 1e6;
        const price = coin.start + BigInt(Math.trunc((usual * moved) / 100));
        const now = Math.round(volatility * (1 + livelier / 100));
        return strikesAround(coin.start, volatility, slots).every(
          (strike) =>
            isOffered(strike, seconds, { slot, price: coin.start, volatility }) &&
            isOffered(strike, seconds, { slot, price, volatility: now }),
        );
      },
    ),
  );
});

test('odd and distant strikes are refused, and flash lives accept only the current price', () => {
  const by = { slot: at('14:06:00'), price: 6_399_030n, volatility: 420_000 };
  const offered = (strike: bigint, seconds = 86_400) => isOffered(strike * 100n, seconds, by);
  expect([63_000n, 64_000n, 65_000n, 63_200n, 62_500n].map((strike) => offered(strike))).toEqual(Array(5).fill(true));
  expect([63_100n, 64_001n, 62_000n, 66_000n, 0n].map((strike) => offered(strike))).toEqual(Array(5).fill(false));
  expect([6_399_030n, 6_399_031n].map((strike) => isOffered(strike, 60, by))).toEqual([true, false]);
});
