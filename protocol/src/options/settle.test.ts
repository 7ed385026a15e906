import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lateAfter, type Price } from '../orders/tape-rule.ts';
import { bidOf } from './quote.ts';
import { decidedAt, exitIn, gapIn, type OptionAgreement, settleOption, soldFor } from './settle.ts';

// A tenth of a BTC at 64,000; due in slot 1,000.
const call: OptionAgreement = {
  ...{ symbol: 1, side: 'call', strike: 6_400_000n, size: 10n ** 7n },
  ...{ rule: 2, premium: 57_740_000n, dueSlot: 1000 },
};
const put: OptionAgreement = { ...call, side: 'put' };
const at = (slot: number, price: bigint): Price => ({ slot, price });

test('the payout is the difference between price and strike, times the size', () => {
  const ends = (agreed: OptionAgreement, price: bigint) => settleOption(agreed, [at(1000, price)], 1000);
  expect(ends(call, 6_464_950n)).toEqual({ outcome: 'win', payout: 64_950_000n, exit: at(1000, 6_464_950n) });
  expect(ends(call, 6_457_740n)).toMatchObject({ outcome: 'draw', payout: 57_740_000n });
  expect(ends(call, 6_457_739n)).toMatchObject({ outcome: 'lose', payout: 57_739_000n });
  expect(ends(call, 6_400_000n)).toMatchObject({ outcome: 'lose', payout: 0n });
  expect(ends(put, 6_335_050n)).toMatchObject({ outcome: 'win', payout: 64_950_000n });
  expect(ends(put, 6_500_000n)).toMatchObject({ outcome: 'lose', payout: 0n });
  expect(settleOption({ ...call, size: 1n }, [at(1000, 6_409_999n)], 1000)!.payout).toBe(0n);
  expect(settleOption({ ...call, size: 1n }, [at(1000, 6_410_000n)], 1000)!.payout).toBe(1n);
});

test('on a tape without gaps only the tick of the due slot decides, however late it comes', () => {
  expect(exitIn(call)).toEqual({ first: 1000, last: 1000 });
  expect(settleOption(call, [at(999, 1n)], 999)).toBeUndefined();
  expect(settleOption(call, [], 5000)).toBeUndefined();
  expect(settleOption(call, [at(1001, 6_464_950n)], 1001)).toBeUndefined();
  expect(settleOption(call, [at(999, 1n), at(1000, 6_464_950n), at(1001, 1n)], 1001)?.exit?.slot).toBe(1000);
});

test('an option is void only if its due slot was given up', () => {
  const ticks = [at(999, 1n), at(1000, 6_464_950n)];
  const before = [{ first: 500, last: 999 }];
  const over = [{ first: 900, last: 1000 }];
  expect([gapIn(call, before), gapIn(call, over), gapIn({ ...call, rule: 1 }, over)]).toEqual([
    undefined,
    over[0],
    undefined,
  ]);
  expect(settleOption(call, ticks, 1000, before)?.outcome).toBe('win');
  const voided = { outcome: 'void', payout: call.premium, exit: undefined };
  expect(settleOption(call, [], 899, over)).toBeUndefined();
  expect(settleOption(call, [], 900, over)).toEqual(voided);
  expect(settleOption(call, [], 1000, [{ first: 1000, last: 2000 }])).toEqual(voided);
  expect(settleOption(call, [], 2000, [{ first: 1001, last: 2000 }])).toBeUndefined();
  expect(decidedAt(call, { exit: undefined }, over[0])).toBe(900);
});

test('on a tape with gaps the first tick at or after the due slot decides, unless it comes too late', () => {
  const old = { ...call, rule: 1 };
  expect(exitIn(old)).toEqual({ first: 1000, last: 1000 + lateAfter });
  expect(settleOption(old, [at(1000 + lateAfter, 6_464_950n)], 1010)).toMatchObject({ outcome: 'win' });
  expect(settleOption(old, [at(1001 + lateAfter, 6_464_950n)], 1011)).toMatchObject({ outcome: 'void' });
  expect(settleOption(old, [], 1009)).toBeUndefined();
  expect(settleOption(old, [], 1010)).toEqual({ outcome: 'void', payout: call.premium, exit: undefined });
  expect(decidedAt(old, { exit: undefined })).toBe(1010);
  expect(decidedAt(old, { exit: at(1003, 1n) })).toBe(1003);
  expect(() => settleOption({ ...call, rule: 3 }, [], 0)).toThrow('no rule 3');
});

const ended = fc.record({
  side: fc.constantFrom('call' as const, 'put' as const),
  rule: fc.constantFrom(1, 2),
  strike: fc.bigInt(1n, 10n ** 9n),
  size: fc.bigInt(1n, 10n ** 15n),
  premium: fc.bigInt(1n, 10n ** 10n),
  exit: fc.bigInt(1n, 10n ** 9n),
});

test('the loss is at most the premium, only one of call and put pays, and more tape changes nothing', () => {
  fc.assert(
    fc.property(ended, ({ exit, ...terms }) => {
      const ticks = [at(999, 5n), at(1000, exit)];
      const settle = (side: 'call' | 'put', more: Price[] = []) =>
        settleOption({ ...call, ...terms, side }, [...ticks, ...more], 1000 + more.length)!;
      const { outcome, payout } = settle(terms.side);
      expect(settle(terms.side, [at(1001, 7n)])).toEqual(settle(terms.side));
      expect(outcome === 'win').toBe(payout > terms.premium);
      expect(outcome === 'draw').toBe(payout === terms.premium);
      return payout >= 0n && (settle('call').payout === 0n || settle('put').payout === 0n);
    }),
  );
});

test('selling back pays the fair value at its tick', () => {
  const sale = { slot: 900, price: 6_420_000n, volatility: 420_000, model: 2 };
  expect(soldFor(call, sale)).toEqual({ outcome: 'sold', payout: bidOf(call, sale, 100), exit: undefined });
  expect(soldFor(call, sale).payout).toBeGreaterThan(20_000_000n);
});
