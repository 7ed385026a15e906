import type { Order } from '@glasshouse/protocol/contracts/calls';
import { expect, test } from 'vitest';
import { inNewTab, stored } from '../../../test/tabs.ts';

const openTab = async () => {
  const { contractPractice, drop, forgetPractice, markShown, renew, unshown, ...kept } = await inNewTab(async () => ({
    ...(await import('./contracts.ts')),
    ...(await import('./order-results.ts')),
    ...(await import('./store.ts')),
  }));
  const ends = {
    drop: (id: string) => drop(contractPractice, id),
    markShown: (id: string) => markShown(contractPractice, id),
    renew: (order: Order) => renew(contractPractice, order),
    unshown: () => unshown(contractPractice),
  };
  return { ...contractPractice, ...ends, ...kept, forgetPractice };
};
const store = (orders: unknown, version: unknown = 1) =>
  stored.set('practice', JSON.stringify({ state: { orders }, version }));
const keptIds = () => JSON.parse(stored.get('practice')!).state.orders.map(({ order }: { order: Order }) => order.id);
const isAwaited = () => JSON.parse(stored.get('awaits-practice') ?? '{"state":{}}').state.awaits;

const idOf = (number: number) => `019a0c3e-7c00-7abc-8def-${String(number).padStart(12, '0')}`;
const open = (number = 1): Order => ({
  id: idOf(number),
  at: '2026-11-17T03:00:00.000Z',
  symbol: 'BTC',
  rule: 2,
  direction: 'long',
  seconds: 60,
  stake: '10.00',
  returnBp: 8500,
  headSlot: 1000,
  dueSlot: 1121,
  entry: null,
  exit: null,
  outcome: null,
  payout: null,
  settledAt: null,
});
const ended = (number: number): Order => ({
  ...open(number),
  entry: { slot: 1001, price: '64000.00' },
  exit: { slot: 1121, price: '64001.00' },
  outcome: 'win',
  payout: '18.50',
  settledAt: '2026-11-17T03:01:00.000Z',
});

test('only one order can be open, across all tabs of a device', async () => {
  const [one, two] = [await openTab(), await openTab()];
  expect(one.place(open(1))).toBe(true);
  expect(isAwaited()).toBe(true);
  expect(two.place(open(2))).toBe(false);
  expect(two.one(idOf(1))).toEqual(open(1));
  one.renew(ended(1));
  expect(two.place(open(2))).toBe(true);
});

const balance = () => JSON.parse(stored.get('practice')!).state.balance;
const lost = (number: number, stake: string): Order => ({ ...ended(number), stake, outcome: 'lose', payout: '0.00' });

test('the balance carries over from order to order, across tabs and after a reload', async () => {
  const [one, two] = [await openTab(), await openTab()];
  one.place(open(1));
  expect(balance()).toBe('9990.00');
  one.renew({ ...open(1), entry: { slot: 1001, price: '64000.00' } });
  expect(balance()).toBe('9990.00');
  one.renew(ended(1));
  two.renew(ended(1));
  expect(balance()).toBe('10008.50');
  two.place({ ...open(2), stake: '5000.00' });
  two.renew(lost(2, '5000.00'));
  const later = await openTab();
  expect(later.place({ ...open(3), stake: '5008.51' })).toBe(false);
  expect(later.place({ ...open(3), stake: '5008.50' })).toBe(true);
  expect(balance()).toBe('0.00');
  // The tape can no longer settle it.
  later.drop(idOf(3));
  later.drop(idOf(2));
  expect(balance()).toBe('5008.50');
  later.refillPractice();
  expect(balance()).toBe('10000.00');
});

test('a balance with trailing zero decimals is restored after a reload', async () => {
  const tab = await openTab();
  tab.place({ ...open(1), stake: '10.000003' });
  tab.renew({ ...ended(1), stake: '10.000003', payout: '18.500003' });
  expect(balance()).toBe('10008.50');
  (await openTab()).place(open(2));
  expect(balance()).toBe('9998.50');
});

test.each([undefined, null, 5, '-1.00', '1e9', '5', '<b>'])(
  'an invalid stored balance %j is replaced',
  async (kept) => {
    stored.set('practice', JSON.stringify({ state: { orders: [], balance: kept }, version: 1 }));
    const tab = await openTab();
    tab.place(open(1));
    expect(balance()).toBe('9990.00');
  },
);

test('a result is shown once, also if the page was closed', async () => {
  const one = await openTab();
  one.place(open(1));
  expect(one.unshown()).toEqual([]);
  one.renew(ended(1));
  const later = await openTab();
  expect(later.unshown()).toEqual([idOf(1)]);
  expect([later.markShown(idOf(1)), later.markShown(idOf(1)), later.markShown('nobody')]).toEqual([true, false, false]);
  expect([(await openTab()).unshown(), isAwaited()]).toEqual([[], false]);
});

test('the last 20 orders are kept, and all can be removed', async () => {
  const tab = await openTab();
  for (let number = 1; number <= 25; number++) {
    tab.place(open(number));
    tab.renew(ended(number));
  }
  expect(tab.unshown()).toEqual(Array.from({ length: 20 }, (_, i) => idOf(i + 6)));
  tab.forgetPractice();
  expect((await openTab()).unshown()).toEqual([]);
});

const garbage: unknown[] = [
  null,
  'orders',
  42,
  { length: 9 },
  [null, 1, 'x', [], {}],
  [{ order: null, shown: true }],
  [{ order: { ...open(), symbol: '<img src=x>' }, shown: false }],
  [{ order: { ...open(), stake: '1e9' }, shown: false }],
  [{ order: { ...open(), stake: '-5.00' }, shown: false }],
  [{ order: { ...open(), seconds: 3600, dueSlot: 8201 }, shown: false }],
  [{ order: { ...open(), dueSlot: 1002 }, shown: false }],
  [{ order: { ...open(), rule: 77 }, shown: false }],
  [{ order: { ...open(), outcome: 'win' }, shown: false }],
  [{ order: { ...ended(1), settledAt: null }, shown: false }],
  [{ order: { ...ended(1), payout: 'all of it' }, shown: false }],
  [{ order: { ...open(), id: '../../etc' }, shown: false }],
  [{ order: { ...open(), more: 1 }, shown: false }],
  [{ order: open(), shown: 'yes' }],
];
test.each(garbage.map((orders) => [JSON.stringify(orders), orders]))(
  'an invalid stored order is ignored: %s',
  async (_, orders) => {
    store(orders);
    const tab = await openTab();
    expect(tab.place(open(9))).toBe(true);
    expect(keptIds()).toEqual([idOf(9)]);
  },
);

test('invalid JSON, another version and an endless list are tolerated', async () => {
  stored.set('practice', '{"state":{');
  expect((await openTab()).place(open(1))).toBe(true);
  store([{ order: ended(1), shown: true }], 99);
  expect((await openTab()).one(idOf(1))).toEqual(ended(1));
  store(Array.from({ length: 5000 }, (_, i) => ({ order: ended(i), shown: true })));
  (await openTab()).place(open(9999));
  expect(keptIds()).toHaveLength(20);
});

test('of several stored open orders the newest counts, and duplicates are dropped', async () => {
  store([open(3), open(2), ended(1), ended(1)].map((order) => ({ order, shown: true })));
  const tab = await openTab();
  expect(tab.place(open(4))).toBe(false);
  tab.renew(ended(3));
  expect(keptIds()).toEqual([idOf(3), idOf(1)]);
});
