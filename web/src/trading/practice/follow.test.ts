import { expect, test } from 'vitest';
import { inNewTab } from '../../../test/tabs.ts';

const dueSlot = 3_589_920_011;
const due = dueSlot * 500;

test('the tape is read at once for the entry, then when the order is due, then at growing intervals', async () => {
  const { lookAgainIn } = await inNewTab(() => import('./follow.ts'));
  const order = { dueSlot };
  expect(lookAgainIn(order, true, due - 5000)).toBe(700);
  expect(lookAgainIn(order, false, due - 4000)).toBe(5200);
  expect(lookAgainIn(order, false, due - 3_600_000)).toBe(30_000);
  expect(lookAgainIn(order, true, due + 1200)).toBe(700);
  expect(lookAgainIn(order, false, due + 11_200)).toBe(1700);
  expect(lookAgainIn(order, false, due + 3_600_000)).toBe(30_000);
});
