import { expect, test } from 'vitest';
import { inNewTab } from '../../../test/tabs.ts';
import { practiceOrder } from './order.ts';

const wish = { symbol: 'BTC', direction: 'long', seconds: 5, stake: '10', returnBp: 8500, rule: 2 } as const;
const head = 3_589_920_000;
const due = (head + 11) * 500;

test('an order starts after the newest tick this device has seen, regardless of clocks', () => {
  const [early, late] = [practiceOrder(wish, head, 0), practiceOrder(wish, head, due + 86_400_000)];
  for (const order of [early, late])
    expect(order).toMatchObject({ headSlot: head, dueSlot: head + 11, stake: '10.00', outcome: null, entry: null });
  expect(early.id).not.toBe(late.id);
});

test('an order made from a ticket is stored as a valid order', async () => {
  const { contractPractice } = await inNewTab(() => import('../../trading/practice/contracts.ts'));
  const order = practiceOrder({ ...wish, move: undefined }, head, 0);
  expect(contractPractice.place(order)).toBe(true);
  expect(contractPractice.all()).toEqual([{ order, shown: false }]);
});
