import { expect, test } from 'vitest';
import { placeOf } from './chart-marks.ts';

test('a time is placed in its candle, in the next one after a gap, and at the same pace beyond the last', () => {
  const bars = { times: [100, 105, 120], seconds: 5 };
  expect(placeOf(102.5, bars)).toBe(0);
  expect(placeOf(105, bars)).toBe(0.5);
  expect(placeOf(122.5, bars)).toBe(2);
  expect(placeOf(132.5, bars)).toBe(4);
  expect(placeOf(90, bars)).toBe(-1);
});
