import { expect, test } from 'vitest';
import { inNewTab } from '../../test/tabs.ts';

const openTab = () => inNewTab(async () => (await import('./awaited.ts')).awaitedIn('awaited'));
const order = { id: 'a', dueSlot: 10 };
const later = 10 * 500;

test('an order that is due and no longer open has ended, and is announced once', async () => {
  const tab = await openTab();
  expect(tab.seenOpen('u', [order], 0)).toEqual([]);
  expect(tab.seenOpen('u', [], later - 1)).toEqual([]);
  expect(tab.seenOpen('u', [], later)).toEqual(['a']);
  expect(tab.noLongerAwaited('u', 'a')).toBe(true);
  expect(tab.noLongerAwaited('u', 'a')).toBe(false);
  expect(tab.seenOpen('u', [order], later)).toEqual([]);
  expect(tab.seenOpen('u', [], later)).toEqual([]);
});

test('a result announced in another tab is not announced again, and another user’s orders are ignored', async () => {
  const one = await openTab();
  const other = await openTab();
  one.seenOpen('u', [order], 0);
  other.seenOpen('u', [order], 0);
  expect(one.noLongerAwaited('u', 'a')).toBe(true);
  expect(other.seenOpen('u', [], later)).toEqual([]);
  expect(other.noLongerAwaited('u', 'a')).toBe(false);
  one.seenOpen('u', [{ ...order, id: 'b' }], 0);
  expect(one.seenOpen('v', [], later)).toEqual([]);
});
