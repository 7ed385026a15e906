import type { Order } from '@glasshouse/protocol/contracts/calls';
import { unitsAt } from '@glasshouse/protocol/decimal';
import type { TapeRun } from '@glasshouse/protocol/market/proof';
import type { SpotOrder } from '@glasshouse/protocol/spot/calls';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inNewTab, stored } from '../../../test/tabs.ts';
import { evidenceOf } from './evidence.ts';
import { spotDecision } from './spot-evidence.ts';

const openTab = async () => {
  const { contractPractice, drop, renew, spotPractice } = await inNewTab(async () => ({
    ...(await import('./contracts.ts')),
    ...(await import('./order-results.ts')),
    ...(await import('./trades.ts')),
  }));
  const ends = {
    drop: (id: string) => drop(spotPractice, id),
    renew: (order: SpotOrder) => renew(spotPractice, order),
  };
  return { ...spotPractice, ...ends, contracts: contractPractice };
};
const state = () => JSON.parse(stored.get('practice')!).state;
const store = (kept: object) => stored.set('practice', JSON.stringify({ state: kept, version: 1 }));

const idOf = (number: number) => `019a0c3e-7c00-7abc-8def-${String(number).padStart(12, '0')}`;
const order = (number: number, change: Partial<SpotOrder> = {}): SpotOrder => ({
  id: idOf(number),
  at: '2026-11-17T03:00:00.000Z',
  symbol: 'BTC',
  rule: 2,
  side: 'buy',
  given: '500.00',
  spreadBp: 10,
  headSlot: 1000,
  dueSlot: 1001,
  exit: null,
  outcome: null,
  received: null,
  settledAt: null,
  ...change,
});
const hash = (slot: number) => slot.toString(16).padStart(64, '0');
/** The ticks around the head, with the next one at this price. */
function run(price: number | undefined): TapeRun {
  const after =
    price === undefined ? [] : [1001, 1002].map((slot) => ({ slot, price: String(price), hash: hash(slot) }));
  const ticks = [...[999, 1000].map((slot) => ({ slot, price: '6400000', hash: hash(slot) })), ...after];
  const checkpoint = { slot: 1002, size: 1, root: hash(0), previous: hash(0), publicKey: hash(0), signature: '' };
  return { symbol: 1, before: hash(0), ticks, path: [], checkpoint };
}
const filled = (open: SpotOrder, price: number) =>
  spotDecision.ended(evidenceOf(spotDecision, open, [run(price)], []))!;
const voided = (open: SpotOrder): SpotOrder => ({
  ...open,
  outcome: 'void',
  received: '0.00',
  settledAt: '2026-11-17T03:00:01.000Z',
});

test('buying and selling use one balance and track the cost, across tabs and after a reload', async () => {
  const [one, two] = [await openTab(), await openTab()];
  expect(one.place(order(1))).toBe(true);
  expect(two.place(order(2))).toBe(false);
  expect(state().balance).toBe('9500.00');
  const bought = filled(order(1), 6_399_030);
  expect(bought).toMatchObject({ outcome: 'filled', received: '0.00780587', exit: { slot: 1001, price: '63990.30' } });
  one.renew(bought);
  two.renew(bought);
  expect(state()).toMatchObject({
    balance: '9500.00',
    coins: { held: [{ symbol: 'BTC', amount: '0.00780587', cost: '500.00' }], realised: '0.00' },
  });
  // Half at a higher price, then the rest: each carries its share of the cost, as on the server.
  const half = order(3, { side: 'sell', given: '0.00390293' });
  two.place(half);
  const later = await openTab();
  later.renew(filled(half, 7_000_000));
  expect(state()).toMatchObject({
    balance: '9772.931894',
    coins: { held: [{ symbol: 'BTC', amount: '0.00390294', cost: '250.000321' }], realised: '22.932215' },
  });
  const rest = order(4, { side: 'sell', given: '0.00390294' });
  expect(later.place({ ...rest, given: '0.00390295' })).toBe(false);
  expect(later.place(rest)).toBe(true);
  later.renew(filled(rest, 6_000_000));
  expect(state()).toMatchObject({ balance: '10006.874117', coins: { held: [], realised: '6.874117' } });
});

test('contracts and spot orders are paid from the same balance', async () => {
  const tab = await openTab();
  tab.place(order(1, { given: '9999.00' }));
  expect(tab.place(order(2))).toBe(false);
  const contract: Order = {
    ...{ id: idOf(9), at: '2026-11-17T03:00:00.000Z', symbol: 'BTC', rule: 2, direction: 'long', seconds: 5 },
    ...{ stake: '10.00', returnBp: 8500, headSlot: 1000, dueSlot: 1011, entry: null, exit: null },
    ...{ outcome: null, payout: null, settledAt: null },
  };
  expect(tab.contracts.place(contract)).toBe(false);
  expect(tab.contracts.place({ ...contract, stake: '1.00' })).toBe(true);
  expect(state().balance).toBe('0.00');
});

test('a void order, and one that the tape can no longer settle, is refunded', async () => {
  const tab = await openTab();
  tab.place(order(1));
  tab.renew(voided(order(1)));
  expect(state().balance).toBe('10000.00');
  tab.place(order(2));
  tab.renew(filled(order(2), 6_399_030));
  const sale = order(3, { side: 'sell', given: '0.00780587' });
  tab.place(sale);
  expect(state().coins.held).toEqual([{ symbol: 'BTC', amount: '0.00', cost: '500.00' }]);
  tab.drop(idOf(3));
  expect(state().coins.held).toEqual([{ symbol: 'BTC', amount: '0.00780587', cost: '500.00' }]);
  tab.place({ ...sale, id: idOf(4) });
  tab.renew(voided({ ...sale, id: idOf(4) }));
  tab.renew(voided({ ...sale, id: idOf(4) }));
  expect(state().coins.held).toEqual([{ symbol: 'BTC', amount: '0.00780587', cost: '500.00' }]);
});

test('an order is not filled without a price of its coin', () => {
  const evidence = evidenceOf(spotDecision, order(1), [run(undefined)], []);
  expect(spotDecision.ended(evidence)).toBeUndefined();
  const gap = { firstSlot: 1001, lastSlot: 1002, symbol: null, reason: 'given_up' };
  expect(spotDecision.ended(evidenceOf(spotDecision, order(1), [run(undefined)], [gap]))).toMatchObject({
    ...{ outcome: 'void', received: '0.00' },
  });
});

test('a round trip at the same price never gains, and no minor unit is lost', async () => {
  const tab = await openTab();
  let number = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 100, max: 900_000 }),
      fc.integer({ min: 1, max: 10 ** 8 }),
      async (cents, price) => {
        stored.clear();
        const given = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
        const bought = filled(order(++number, { given }), price);
        tab.place({ ...bought, outcome: null, received: null, exit: null, settledAt: null });
        tab.renew(bought);
        const sale = order(++number, { side: 'sell', given: bought.received! });
        tab.place(sale);
        tab.renew(filled(sale, price));
        expect(state().coins.held).toEqual([]);
        const [balance, realised] = [state().balance, state().coins.realised].map((text) => unitsAt(text, 6));
        expect(realised).toBeLessThanOrEqual(0n);
        expect(balance).toBe(10_000_000_000n + realised!);
      },
    ),
    { numRuns: 200 },
  );
});

const garbage: unknown[] = [
  null,
  'coins',
  { held: 'all' },
  { held: [null, 1, {}] },
  { held: [{ symbol: 'NONE', amount: '1.00', cost: '1.00' }] },
  { held: [{ symbol: 'BTC', amount: '-1.00', cost: '1.00' }] },
  { held: [{ symbol: 'BTC', amount: '1e9', cost: '1.00' }] },
  { held: [{ symbol: 'BTC', amount: '1', cost: '1.00' }] },
  { held: [{ symbol: 'BTC', amount: '1.00', cost: 'free' }] },
  { held: [{ symbol: 'BTC', amount: '1.00', cost: '1.00', more: 1 }] },
];
test.each(garbage.map((coins) => [JSON.stringify(coins), coins]))(
  'damaged stored coins are ignored: %s',
  async (_, coins) => {
    store({ balance: '600.00', coins });
    const tab = await openTab();
    expect(tab.place(order(1, { side: 'sell', given: '0.00000001' }))).toBe(false);
    tab.place(order(2));
    tab.renew(filled(order(2), 6_399_030));
    expect(state()).toMatchObject({ balance: '100.00', coins: { held: [{ symbol: 'BTC' }], realised: '0.00' } });
  },
);

const bad: Partial<Record<keyof SpotOrder, unknown>>[] = [
  { side: 'both' },
  { given: '5' },
  { given: '0.1234567' },
  { dueSlot: 1002 },
  { rule: 77 },
  { spreadBp: 501 },
  { outcome: 'filled' },
  { symbol: 'NONE' },
  { id: '../../etc' },
];
test.each(bad)('an invalid stored order is ignored: %j', async (change) => {
  store({ balance: '600.00', trades: [{ order: { ...order(1), ...change }, shown: false }] });
  const tab = await openTab();
  expect(tab.one(idOf(1))).toBeUndefined();
  expect(tab.place(order(2))).toBe(true);
});
