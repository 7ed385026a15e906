import { expect, test } from 'vitest';
import { hadLog } from './log-words.ts';

test('an order must be in the log if this device had seen the log before it', () => {
  const at = '2026-11-15T12:00:00.000Z';
  expect(hadLog(at, Date.parse(at) - 1)).toBe(true);
  expect(hadLog(at, Date.parse(at))).toBe(false);
  expect(hadLog(at, Date.parse(at) + 1)).toBe(false);
  expect(hadLog(at, undefined)).toBe(false);
});
