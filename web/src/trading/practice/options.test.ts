import type { TapeRun } from '@glasshouse/protocol/market/proof';
import type { OptionOrder } from '@glasshouse/protocol/options/calls';
import { expect, test } from 'vitest';
import { inNewTab, stored } from '../../../test/tabs.ts';
import { evidenceOf } from './evidence.ts';
import { optionDecision } from './option-evidence.ts';

const openTab = async () => {
  const { drop, markShown, optionPractice, renew, unshown } = await inNewTab(async () => ({
    ...(await import('./order-results.ts')),
    ...(await import('./options.ts')),
  }));
  const ends = {
    drop: (id: string) => drop(optionPractice, id),
    markShown: (id: string) => markShown(optionPractice, id),
    renew: (order: OptionOrder) => renew(optionPractice, order),
    unshown: () => unshown(optionPractice),
  };
  return { ...optionPractice, ...ends };
};
const state = () => JSON.parse(stored.get('practice')!).state;
const awaited = () => JSON.parse(stored.get('awaits-practice')!).state;

const idOf = (number: number) => `019a0c3e-7c00-7abc-8def-${String(number).padStart(12, '0')}`;
const head = 3_589_920_000;
const order = (number: number, change: Partial<OptionOrder> = {}): OptionOrder => ({
  id: idOf(number),
  at: '2026-11-17T03:00:00.000Z',
  symbol: 'BTC',
  rule: 2,
  terms: 3,
  side: 'call',
  seconds: 60,
  strike: '64000.00',
  size: '0.50',
  premium: '12.34',
  spreadBp: 400,
  quote: { slot: head, price: '64000.00', volatility: 420_000, model: 2 },
  headSlot: head,
  dueSlot: head + 120,
  sale: null,
  exit: null,
  outcome: null,
  payout: null,
  settledAt: null,
  ...change,
});
const hash = (slot: number) => slot.toString(16).padStart(64, '0');
function run(end: number | undefined): TapeRun {
  const slots = Array.from({ length: 123 }, (_, i) => head - 1 + i).filter(
    (slot) => end !== undefined || slot < head + 120,
  );
  const ticks = slots.map((slot) => ({ slot, price: slot < head + 120 ? '6400000' : String(end), hash: hash(slot) }));
  const checkpoint = {
    ...{ slot: head + 121, size: 1, root: hash(0), previous: hash(0), publicKey: hash(0), signature: '' },
  };
  return { symbol: 1, before: hash(0), ticks, path: [], checkpoint };
}
const ended = (open: OptionOrder, end: number | undefined, gaps: Parameters<typeof evidenceOf>[3] = []) =>
  optionDecision.ended(evidenceOf(optionDecision, open, [run(end)], gaps));

test('an option settles at the tick of its due slot, exact to the minor unit, on both sides', () => {
  expect(ended(order(1), 6_412_345)).toMatchObject({
    ...{ outcome: 'win', payout: '61.725', exit: { slot: head + 120, price: '64123.45' } },
    settledAt: new Date((head + 120) * 500).toISOString(),
  });
  expect(ended(order(1, { side: 'put' }), 6_412_345)).toMatchObject({ outcome: 'lose', payout: '0.00' });
  expect(ended(order(1), 6_402_468)).toMatchObject({ outcome: 'draw', payout: '12.34' });
});

test('nothing settles without the tape, and given-up slots make an option void', () => {
  expect(ended(order(1), undefined)).toBeUndefined();
  const gap = { firstSlot: head + 119, lastSlot: head + 121, symbol: null, reason: 'given_up' };
  expect(ended(order(1), undefined, [{ ...gap, symbol: 'ETH' }])).toBeUndefined();
  const long = { ...order(1) };
  const [ticks] = [run(undefined)];
  const cut = { ...ticks, ticks: ticks.ticks.filter(({ slot }) => slot < head + 119) };
  expect(optionDecision.ended(evidenceOf(optionDecision, long, [cut], [gap]))).toMatchObject({
    ...{ outcome: 'void', payout: '12.34', exit: null },
  });
});

test('one option at a time is paid from the balance and credited to it, across tabs', async () => {
  const [one, two] = [await openTab(), await openTab()];
  expect(one.place(order(1))).toBe(true);
  expect([state().balance, awaited().awaitsOption]).toEqual(['9987.66', true]);
  expect(two.place(order(2))).toBe(false);
  one.renew(ended(order(1), 6_412_345)!);
  two.renew(ended(order(1), 6_412_345)!);
  expect(state().balance).toBe('10049.385');
  expect(two.unshown()).toEqual([idOf(1)]);
  expect([one.markShown(idOf(1)), two.markShown(idOf(1))]).toEqual([true, false]);
  expect(awaited().awaitsOption).toBe(false);
  expect(two.place(order(2, { premium: '10049.386' }))).toBe(false);
  expect(two.place(order(2, { premium: '10049.385' }))).toBe(true);
  two.drop(idOf(2));
  expect(state().balance).toBe('10049.385');
});

const bad: Partial<Record<keyof OptionOrder, unknown>>[] = [
  { terms: 1 },
  { seconds: 3600 },
  { dueSlot: head + 121 },
  { size: '0.00' },
  { size: '1e9' },
  { strike: '64000' },
  { quote: { slot: head - 11, price: '64000.00', volatility: 420_000, model: 2 } },
  { quote: { slot: head, price: '64000.00', volatility: 420_000, model: 99 } },
  { sale: { slot: head, price: '64000.00', volatility: 420_000, model: 2 } },
  { outcome: 'sold', payout: '1.00', settledAt: '2026-11-17T03:00:00.000Z' },
  { payout: '1.00' },
];
test.each(bad)('an invalid stored option is ignored: %j', async (change) => {
  const options = [{ order: { ...order(1), ...change }, shown: false }];
  stored.set('practice', JSON.stringify({ state: { balance: '600.00', options }, version: 1 }));
  const tab = await openTab();
  expect(tab.one(idOf(1))).toBeUndefined();
  expect(tab.place(order(2))).toBe(true);
});
