import type { Order } from '@glasshouse/protocol/contracts/calls';
import type { Unsigned } from '@glasshouse/protocol/orders/product';
import { checkUnsigned } from '@glasshouse/protocol/orders/receipt';
import type { OrderBase } from '@glasshouse/protocol/orders/shapes';
import { expect, test } from 'vitest';
import { makeOption } from './sample-option.ts';
import { newKey, tapeKey, won } from './sample-receipt.ts';
import { makeSpot } from './sample-spot.ts';

const kept = () => {
  const { order, headHash, runs } = won();
  return { order, headHash, runs };
};
const failing = async <O extends OrderBase>(evidence: Unsigned<O>) =>
  (await checkUnsigned(evidence)).checks.filter(({ ok }) => !ok).map(({ name }) => name);
const wrong = async (...asked: Parameters<typeof checkUnsigned<Order>>) =>
  (await checkUnsigned(...asked)).checks.filter(({ ok }) => !ok).map(({ name }) => name);

test('an order that exists only on a device is recomputed from the tape, without slip, books or log', async () => {
  const { checks, seals } = await checkUnsigned(kept(), { tapeKeys: [tapeKey.hex] });
  expect(checks).toEqual(['tape', 'entry', 'exit', 'result', 'payout', 'keys'].map((name) => ({ name, ok: true })));
  expect(seals).toBe(11);
});

test('options and trades that exist only on a device are recomputed in the same way', async () => {
  const option = makeOption({ terms: 3, exit: 6_410_000 });
  const bought = { product: 'option' as const, order: option.order, headHash: option.headHash, runs: option.runs };
  const { checks } = await checkUnsigned(bought, { tapeKeys: [tapeKey.hex] });
  expect(checks).toEqual(['tape', 'quote', 'exit', 'result', 'payout', 'keys'].map((name) => ({ name, ok: true })));
  expect(await failing({ ...bought, order: { ...option.order, premium: '0.01' } })).toContain('quote');
  expect(await failing({ ...bought, order: { ...option.order, payout: '9000.00' } })).toEqual(['payout']);
  const spot = makeSpot();
  const traded = { product: 'spot' as const, order: spot.order, headHash: spot.headHash, runs: spot.runs };
  expect((await checkUnsigned(traded)).checks).toEqual(
    ['tape', 'exit', 'result', 'payout'].map((name) => ({ name, ok: true })),
  );
  expect(await failing({ ...traded, order: { ...spot.order, received: '9.00' } })).toEqual(['payout']);
  expect(await failing({ ...traded, order: { ...spot.order, given: '1.00' } })).toEqual(['payout']);
});

test('claims of a device that do not follow from the tape are detected', async () => {
  const { order, ...rest } = kept();
  expect(await wrong({ ...rest, order: { ...order, outcome: 'lose' } })).toEqual(['result']);
  expect(await wrong({ ...rest, order: { ...order, payout: '900.00' } })).toEqual(['payout']);
  expect(await wrong({ ...rest, order: { ...order, headSlot: order.headSlot - 1 } })).toContain('entry');
  expect(await wrong({ ...rest, order: { ...order, rule: 99 } })).toEqual(['rule']);
});

test('ticks that were changed, signed by an unknown key or missing prove nothing', async () => {
  const { runs, ...rest } = kept();
  const [run] = runs;
  const dearer = run!.ticks.map((tick) => ({ ...tick, price: `${tick.price}0` }));
  expect(await wrong({ ...rest, runs: [{ ...run!, ticks: dearer }] })).toContain('tape');
  expect(await wrong(kept(), { tapeKeys: [newKey().hex] })).toEqual(['keys']);
  for (const none of [[], [{ ...run!, ticks: [] }], [{ ...run!, before: 'x' }]])
    expect(await wrong({ ...rest, runs: none })).toEqual(['form']);
});
