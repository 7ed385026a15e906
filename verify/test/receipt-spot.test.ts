import { checkReceipt } from '@glasshouse/protocol/orders/receipt';
import { writeKey } from '@glasshouse/protocol/publiclog/note';
import type { SpotReceipt } from '@glasshouse/protocol/spot/calls';
import { lingers } from '@glasshouse/protocol/spot/settle';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { logged, logKey, witnessKey } from './logged-receipt.ts';
import { change, flip, places, slipKey, tapeKey } from './sample-receipt.ts';
import { head, makeSpot, type SpotSample } from './sample-spot.ts';

const keys = { tapeKeys: [tapeKey.hex], slipKeys: [slipKey.hex], logKeys: [writeKey(logKey)] };
const cosigned = { ...keys, witnesses: [witnessKey] };
const wrong = async (receipt: unknown, options: Parameters<typeof checkReceipt>[1] = keys) =>
  (await checkReceipt(receipt, options)).checks.filter(({ ok }) => !ok).map(({ name }) => name);

const silent = { '-1': 6_399_900, 0: 6_400_000 };
const cases: Record<string, SpotSample> = {
  'a coin bought': {},
  'a coin sold': { side: 'sell' },
  'an external price': { rule: 1 },
  'a late tick within the limit': {
    rule: 1,
    prices: { ...silent, 10: 6_400_500, 11: 6_400_600 },
    filledAt: 10,
    sealedAt: 11,
  },
  'a tick that came too late': { rule: 1, prices: { ...silent, 12: 6_400_500 }, filledAt: undefined, sealedAt: 12 },
  'a gap under a signed seal': { rule: 1, prices: silent, filledAt: undefined, sealedAt: 11 },
};
const inLog = (receipt: SpotReceipt) => {
  const decided = (receipt.order.exit?.slot ?? head + 11) - head;
  return logged(receipt, { secondAt: decided, beforeAt: decided - 2 });
};

describe('a valid receipt matches, with or without its place in the log', () => {
  test.each(Object.entries(cases))('%s', async (_, made) => {
    const receipt = makeSpot(made);
    const { checks } = await checkReceipt(receipt, keys);
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(checks.map(({ name }) => name)).toEqual([
      'slip',
      'fresh',
      'tape',
      'exit',
      'result',
      'payout',
      'books',
      'keys',
    ]);
    expect(await wrong(await inLog(receipt))).toEqual([]);
  });
});

test.each(Object.entries(cases))('a single changed character anywhere is detected: %s', async (_, made) => {
  const receipt = await inLog(makeSpot(made));
  const all = places(receipt);
  for (const path of all)
    expect(
      await wrong(
        change(receipt, path, (value) => flip(value, 7)),
        cosigned,
      ),
      path.join('.'),
    ).not.toEqual([]);
  await fc.assert(
    fc.asyncProperty(fc.nat(all.length - 1), fc.nat(1000), async (place, seed) => {
      const changed = change(receipt, all[place]!, (value) => flip(value, seed));
      if (JSON.stringify(changed) === JSON.stringify(receipt)) return;
      expect(await wrong(changed, cosigned), all[place]!.join('.')).not.toEqual([]);
    }),
    { numRuns: 100 },
  );
});

test('a wrong tick, amount or outcome is detected even if it is signed', async () => {
  const other = { slot: head + 2, price: '64002.00' };
  expect(await wrong(makeSpot({ told: { exit: other } }))).toEqual(['exit']);
  expect(await wrong(makeSpot({ filledAt: 2 }))).toEqual(['exit', 'payout', 'books']);
  expect(await wrong(makeSpot({ told: { dueSlot: head + 2 } }))).toEqual(['exit']);
  expect(await wrong(makeSpot({ told: { received: '0.0039' } }))).toEqual(['payout', 'books']);
  expect(await wrong(makeSpot({ told: { outcome: 'void' } }))).toEqual(['result', 'books']);
  // Under a rule without gaps, an order is void only if its slot was given up.
  expect(await wrong(makeSpot({ ...cases['a gap under a signed seal']!, rule: 2 }))).toContain('result');
});

test('an order is void and refunded if its slot was given up', async () => {
  const made = makeSpot({ prices: silent, filledAt: undefined, sealedAt: 3 });
  const gap = { first: head + 1, last: head + 900 };
  const receipt = await logged(made, { secondAt: 1, beforeAt: -1, gap });
  expect(await wrong(receipt)).toEqual([]);
  expect(await wrong(await logged(made, { secondAt: 1, beforeAt: -1, gap: { ...gap, first: head } }))).not.toEqual([]);
  const { gap: _, ...without } = receipt;
  expect(await wrong(without)).toEqual(['form']);
});

test('values in non-canonical form are refused', async () => {
  const spelt: [(string | number)[], unknown][] = [
    [['order', 'given'], '250.000'],
    [['order', 'given'], '250'],
    [['order', 'received'], '0.003900'],
    [['postings', 0, 'currency'], 'usdt'],
    [['postings', 0, 'currency'], undefined],
    [['postings', 1, 'amount'], '+1.00'],
    [['order', 'entry'], null],
    [['product'], 'option'],
  ];
  for (const [path, value] of spelt)
    expect(await wrong(change(makeSpot(), path, () => value)), path.join('.')).toEqual(['form']);
});

test('an order that was committed after its tick may name a later second, up to a limit', async () => {
  const made = makeSpot();
  const late = (slots: number) => logged(made, { orderAt: 5, secondAt: slots, beforeAt: slots - 2 });
  const { checks } = await checkReceipt(await late(1 + lingers), keys);
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  expect(checks.map(({ name }) => name)).not.toContain('before');
  expect(await wrong(await late(1 + lingers + 2))).toEqual(['before']);
  expect(await wrong(await logged(made, { orderAt: 6, secondAt: 1 + lingers, beforeAt: lingers - 1 }))).toEqual([
    'before',
  ]);
});
