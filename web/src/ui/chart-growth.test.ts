import { expect, test } from 'vitest';
import { hasGrown } from './chart-growth.ts';

const at = (...times: number[]) => times.map((time) => ({ time }));

test('a list grows by up to two candles at its end', () => {
  for (const later of [at(1, 2, 3), at(1, 2, 3, 4), at(1, 2, 3, 4, 5)]) expect(hasGrown(at(1, 2, 3), later)).toBe(true);
});

test('a late candle between others, older candles or many new ones make another list', () => {
  expect(hasGrown(at(1, 2, 4), at(1, 2, 3, 4))).toBe(false);
  expect(hasGrown(at(1, 3, 4), at(1, 2, 3, 4))).toBe(false);
  expect(hasGrown(at(1, 2, 3), at(0, 1, 2, 3))).toBe(false);
  expect(hasGrown(at(1, 2, 3), at(1, 2, 3, 4, 5, 6))).toBe(false);
  expect(hasGrown(at(1, 2, 3), at(1, 2))).toBe(false);
  expect(hasGrown(at(1), at(1, 2))).toBe(false);
});
