import { expect, test } from 'vitest';
import { isLate } from './withdrawals.ts';

test('a review is late once its newest step is older than reviews usually take', () => {
  const steps = [{ at: '2026-11-19T21:12:19Z' }, { at: '2026-11-19T21:14:00Z' }];
  expect(isLate(Date.parse('2026-11-19T21:23:00Z'), steps, 540)).toBe(false);
  expect(isLate(Date.parse('2026-11-19T21:23:01Z'), steps, 540)).toBe(true);
});
