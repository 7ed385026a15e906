import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toHex } from '../bytes.ts';
import { coins } from '../market/coins.ts';
import { decidedAt } from '../orders/one-tick.ts';
import { lateAfter } from '../orders/tape-rule.ts';
import { dueSlotOf, givenFor, receivedFor, roundTripCost, type SpotAgreement, settleSpot, worthOf } from './settle.ts';
import { spotSlipBytes, spotTerms } from './slip.ts';
import { maxValue, type Side, sides } from './terms.ts';

const head = 1000;
const side = fc.constantFrom<Side>(...sides);
const symbol = fc.constantFrom(...coins.map(({ id }) => id));
const spreadBp = fc.integer({ min: 0, max: 500 });
const price = fc.oneof(fc.bigInt({ min: 1n, max: 100n }), fc.bigInt({ min: 1n, max: 10n ** 10n }));
const usdt = fc.bigInt({ min: 1n, max: maxValue });
const deal = fc.record({ symbol, side, given: usdt, spreadBp });
const agreed = (change: Partial<SpotAgreement> = {}): SpotAgreement => ({
  ...{ rule: 2, symbol: 1, side: 'buy', given: 500_000_000n, spreadBp: 10, headSlot: head },
  ...change,
});

const dueOf = (order: SpotAgreement) => ({ rule: order.rule, dueSlot: dueSlotOf(order) });

test("buying adds the spread to the tick's price and selling subtracts it", () => {
  // 500 ÷ (63,990.30 × 1.001), as shown on the screen.
  expect(receivedFor(agreed(), 6_399_030n)).toBe(780_587n);
  expect(receivedFor(agreed({ side: 'sell', given: 780_587n }), 6_399_030n)).toBe(499_000_463n);
  expect(worthOf(1, 5_000_000n, 6_399_030n)).toBe(3_199_515_000n);
  expect(roundTripCost(1, 500_000_000n, 10, 6_399_030n)).toBe(999_537n);
  expect(() => receivedFor(agreed({ symbol: 99 }), 1n)).toThrow('unknown coin 99');
});

test('a round trip never gains, at any price and spread, starting with either currency', () => {
  fc.assert(
    fc.property(deal, price, ({ symbol, side, given, spreadBp }, at) => {
      const there = receivedFor({ symbol, side, given, spreadBp }, at);
      const back = receivedFor({ symbol, side: side === 'buy' ? 'sell' : 'buy', given: there, spreadBp }, at);
      expect(back).toBeLessThanOrEqual(given);
      if (side === 'buy') expect(roundTripCost(symbol, given, spreadBp, at)).toBe(given - back);
    }),
  );
});

test('rounding takes less than one unit, always in favor of the house', () => {
  fc.assert(
    fc.property(deal, price, (terms, at) => {
      const got = receivedFor(terms, at);
      const parts = 10n ** BigInt(coins.find(({ id }) => id === terms.symbol)!.decimals + 2);
      // The exact fractions: given / (price × (1 + spread)) and given × price × (1 − spread).
      const [above, below] =
        terms.side === 'buy'
          ? [terms.given * parts * 10_000n, at * BigInt(10_000 + terms.spreadBp)]
          : [terms.given * at * BigInt(10_000 - terms.spreadBp), parts * 10_000n];
      expect(got * below).toBeLessThanOrEqual(above);
      expect((got + 1n) * below).toBeGreaterThan(above);
    }),
  );
});

test('the computed amount to give is sufficient, and one unit less is not', () => {
  fc.assert(
    fc.property(deal, price, ({ given: wanted, ...terms }, at) => {
      const given = givenFor(terms, wanted, at);
      expect(receivedFor({ ...terms, given }, at)).toBeGreaterThanOrEqual(wanted);
      expect(receivedFor({ ...terms, given: given - 1n }, at)).toBeLessThan(wanted);
    }),
  );
});

test('splitting an order never yields more, nor does a larger spread', () => {
  fc.assert(
    fc.property(deal, price, fc.bigInt({ min: 0n, max: maxValue }), (terms, at, cut) => {
      const part = cut % (terms.given + 1n);
      const got = (given: bigint, spreadBp = terms.spreadBp) => receivedFor({ ...terms, given, spreadBp }, at);
      expect(got(part) + got(terms.given - part)).toBeLessThanOrEqual(got(terms.given));
      expect(got(terms.given, terms.spreadBp + 1)).toBeLessThanOrEqual(got(terms.given));
    }),
  );
});

test('the largest order of the cheapest coin at its minimum price stays below 2^63', () => {
  for (const { id } of coins)
    expect(receivedFor({ symbol: id, side: 'buy', given: maxValue, spreadBp: 0 }, 1n)).toBeLessThan(2n ** 63n);
});

test('only the tick right after the head fills the order', () => {
  const tick = (slot: number, at = 6_399_030n) => ({ slot, price: at });
  expect(settleSpot(agreed(), [], head)).toBeUndefined();
  expect(settleSpot(agreed(), [tick(head + 1), tick(head + 2, 1n)], head + 2)).toEqual({
    ...{ outcome: 'filled', received: 780_587n, exit: tick(head + 1) },
  });
  // The slot will be written, however late.
  expect(settleSpot(agreed(), [tick(head + 2)], head + 100)).toBeUndefined();
});

test('on a tape with gaps the first tick fills the order, unless it comes too late', () => {
  const old = agreed({ rule: 1 });
  const late = (slots: number) => settleSpot(old, [{ slot: head + 1 + slots, price: 6_399_030n }], head + 1 + slots);
  expect(late(lateAfter)).toMatchObject({ outcome: 'filled', received: 780_587n });
  expect(late(lateAfter + 1)).toEqual({ outcome: 'void', received: 0n, exit: undefined });
  expect(settleSpot(old, [], head + lateAfter)).toBeUndefined();
  expect(settleSpot(old, [], head + 1 + lateAfter)).toMatchObject({ outcome: 'void' });
  expect(decidedAt(dueOf(old), { exit: undefined })).toBe(head + 1 + lateAfter);
});

test('an order is void only if its own slot was given up', () => {
  const gap = (first: number, last: number) => settleSpot(agreed(), [], last, [{ first, last }]);
  expect(gap(head + 1, head + 50)).toEqual({ outcome: 'void', received: 0n, exit: undefined });
  expect(gap(head + 2, head + 50)).toBeUndefined();
  expect(settleSpot(agreed(), [], head, [{ first: head + 1, last: head + 50 }])).toBeUndefined();
  expect(decidedAt(dueOf(agreed()), { exit: undefined }, { first: head + 1, last: head + 50 })).toBe(head + 1);
  expect(() => settleSpot(agreed({ rule: 9 }), [], head)).toThrow('no rule 9');
});

test('every term changes the bytes that the slip signs', () => {
  const order = {
    ...{ id: '01890a5d-ac96-774b-bcce-b302099a8057', rule: 2, symbol: 'BTC', side: 'buy' as Side, given: '500.00' },
    ...{ spreadBp: 10, headSlot: head },
  };
  const hash = '11'.repeat(32);
  const bytes = (change: Partial<typeof order> = {}, headHash = hash) =>
    toHex(spotSlipBytes(spotTerms({ ...order, ...change }, headHash)!));
  const all = [
    bytes(),
    bytes({ id: order.id.replace('0', '1') }),
    bytes({ rule: 1 }),
    bytes({ symbol: 'ETH' }),
    bytes({ side: 'sell' }),
    bytes({ given: '500.000001' }),
    bytes({ spreadBp: 11 }),
    bytes({ headSlot: head + 1 }),
    bytes({}, '22'.repeat(32)),
  ];
  expect(new Set(all).size).toBe(all.length);
  expect(all[0]).toMatch(/^0e01890a5d/);
  expect(spotTerms({ ...order, symbol: 'NONE' }, hash)).toBeUndefined();
  expect(spotTerms({ ...order, given: '0.0000001' }, hash)).toBeUndefined();
  expect(spotTerms({ ...order, side: 'sell', given: '0.0000001' }, hash)?.given).toBe(10n);
});
