import { expect, test } from 'vitest';
import { productNames } from '../orders/product-names.ts';
import { listRecords } from './calls.ts';
import { activities } from './tabs.ts';

test('a page can end at any kind of record: orders by id, all others by serial number', () => {
  const keys = { order: '01a1df14-1ff4-7084-8a51-9f604ddc7e50', other: '17' };
  const isCursor = (before: string) => listRecords.input.safeParse({ before }).success;
  for (const [rank, kind] of activities.entries()) {
    const isOrder = productNames.some((name) => name === kind);
    expect(isCursor(`1795143600000-${rank}-${keys.order}`), kind).toBe(isOrder);
    expect(isCursor(`1795143600000-${rank}-${keys.other}`), kind).toBe(!isOrder);
  }
  expect(isCursor(`1795143600000-${activities.length}-${keys.other}`)).toBe(false);
});
