import { expect, test } from 'vitest';
import { placeOf } from './chart-marks.ts';

test('a moment lies in its candle, after a gap in the next one, and beyond the last at the same pace', () => {
  const bars = { times: [100, 105, 120], seconds: 5 };
  expect(placeOf(102.5, bars)).toBe(0);
  expect(placeOf(105, bars)).toBe(0.5);
  expect(placeOf(122.5, bars)).toBe(2);
  expect(placeOf(132.5, bars)).toBe(4);
  expect(placeOf(90, bars)).toBe(-1);
});
