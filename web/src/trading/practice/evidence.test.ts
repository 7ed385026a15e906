import type { Order } from '@glasshouse/protocol/contracts/calls';
import type { TapeRun } from '@glasshouse/protocol/market/proof';
import { expect, test } from 'vitest';
import { contractDecision, entryIn } from './contract-evidence.ts';
import { evidenceOf } from './evidence.ts';

const head = 1000;
const order = (change: Partial<Order> = {}): Order => ({
  id: '019a0c3e-7c00-7abc-8def-0123456789ab',
  at: '2026-11-17T03:00:00.000Z',
  symbol: 'BTC',
  rule: 2,
  direction: 'long',
  seconds: 5,
  stake: '10.00',
  returnBp: 8500,
  headSlot: head,
  dueSlot: head + 11,
  entry: null,
  exit: null,
  outcome: null,
  payout: null,
  settledAt: null,
  ...change,
});

const hash = (slot: number) => slot.toString(16).padStart(64, '0');
/** Ticks starting before the head, all at one price except the given ones; `null` leaves a tick out. */
function run(sealedAt: number, prices: Record<number, number | null> = {}): TapeRun {
  const ticks = Array.from({ length: sealedAt + 2 }, (_, i) => i - 1).flatMap((offset) => {
    const price = prices[offset] === undefined ? 6_400_000 : prices[offset];
    return price === null ? [] : [{ slot: head + offset, price: String(price), hash: hash(head + offset) }];
  });
  const checkpoint = {
    slot: head + sealedAt,
    size: 1,
    root: hash(0),
    previous: hash(0),
    publicKey: hash(0),
    signature: '',
  };
  return { symbol: 1, before: hash(0), ticks, path: [], checkpoint };
}
const end = (ticks: TapeRun, of = order(), gaps: Parameters<typeof evidenceOf>[3] = []) =>
  contractDecision.ended(evidenceOf(contractDecision, of, [ticks], gaps));

test('the entry is the tick right after the newest one seen at the tap', () => {
  expect(entryIn(order(), run(3, { 1: 6_400_100 }))).toEqual({ slot: head + 1, price: '64001.00' });
  expect(entryIn(order(), run(0))).toBeNull();
});

test('an order settles at the tick of its due slot, exact to the minor unit, in every direction', () => {
  const up = run(12, { 1: 6_400_000, 11: 6_400_001 });
  expect(end(up)).toMatchObject({
    outcome: 'win',
    payout: '18.50',
    entry: { slot: head + 1, price: '64000.00' },
    exit: { slot: head + 11, price: '64000.01' },
    settledAt: new Date((head + 11) * 500).toISOString(),
  });
  expect(end(up, order({ direction: 'short' }))).toMatchObject({ outcome: 'lose', payout: '0.00' });
  expect(end(run(12))).toMatchObject({ outcome: 'draw', payout: '10.00' });
  expect(end(up, order({ stake: '10.000003' }))).toMatchObject({ payout: '18.500005' });
});

test('nothing settles without the tape, whatever a clock shows', () => {
  expect(end(run(10))).toBeUndefined();
  expect(end(run(12, { 11: null }))).toBeUndefined();
  expect(end(run(12, { 5: null }))).toBeUndefined();
  expect(end(run(12, { 0: null }))).toBeUndefined();
});

test('without a tick in time, the order is void under the rule for gaps', () => {
  const silent = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [i + 11, null]));
  expect(end(run(23, silent), order({ rule: 1 }))).toMatchObject({ outcome: 'void', payout: '10.00', exit: null });
});

test('given-up slots make an order void; other gaps and other coins do not', () => {
  const gap = { firstSlot: head + 4, lastSlot: head + 6, symbol: null, reason: 'given_up' };
  const ticks = run(12, { 4: null, 5: null, 6: null });
  expect(end(ticks, order(), [gap])).toMatchObject({ outcome: 'void', payout: '10.00' });
  expect(end(ticks, order(), [{ ...gap, reason: 'no_feed' }])).toBeUndefined();
  expect(end(ticks, order(), [{ ...gap, symbol: 'ETH' }])).toBeUndefined();
});
