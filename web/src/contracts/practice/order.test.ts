import { expect, test } from 'vitest';
import { lookAgainIn, practiceOrder } from './order.ts';

const wish = { symbol: 'BTC', direction: 'long', seconds: 5, stake: '10', returnBp: 8500, rule: 2 } as const;
const head = 3_589_920_000;
const due = (head + 11) * 500;

test('an order is taken after the newest tick that was seen, by no clock', () => {
  const [early, late] = [practiceOrder(wish, head, 0), practiceOrder(wish, head, due + 86_400_000)];
  for (const order of [early, late])
    expect(order).toMatchObject({ headSlot: head, dueSlot: head + 11, stake: '10.00', outcome: null, entry: null });
  expect(early.id).not.toBe(late.id);
});

test('the tape is asked at once for the entry, then at the end, and ever more rarely after it', () => {
  const order = practiceOrder(wish, head, 0);
  const entered = { ...order, entry: { slot: head + 1, price: '1' } };
  expect(lookAgainIn(order, due - 5000)).toBe(700);
  expect(lookAgainIn(entered, due - 4000)).toBe(5200);
  expect(lookAgainIn(entered, due - 3_600_000)).toBe(30_000);
  expect(lookAgainIn(order, due + 1200)).toBe(700);
  expect(lookAgainIn(entered, due + 11_200)).toBe(1700);
  expect(lookAgainIn(entered, due + 3_600_000)).toBe(30_000);
});
