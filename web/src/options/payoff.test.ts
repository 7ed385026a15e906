import { expect, test } from 'vitest';
import { placesOf, resultAt, spanOf } from './payoff.ts';

const call = { side: 'call', strike: 64_000, premium: 577, now: 63_990 } as const;
const put = { ...call, side: 'put' } as const;

test('the loss is at most the premium, and the gain begins beyond break-even', () => {
  expect(resultAt(call, 1)).toBe(-577);
  expect(resultAt(call, 64_577)).toBe(0);
  expect(resultAt(put, 63_423)).toBe(0);
  expect(resultAt(put, 70_000)).toBe(-577);
});

test('strike, price, break-even and the likely range are within the chart', () => {
  for (const drawn of [call, put, { ...call, now: 80_000, likely: { low: 60_000, high: 90_000 } }]) {
    const span = spanOf(drawn);
    const { x, even, zero, line } = placesOf(drawn, span);
    for (const place of [x(drawn.strike), x(drawn.now), even.x, zero, ...line.flatMap((at) => [at.x, at.y])]) {
      expect(place).toBeGreaterThanOrEqual(0);
      expect(place).toBeLessThanOrEqual(100);
    }
  }
});

test('an option sold early is drawn where it was sold, above the line and within the chart', () => {
  for (const drawn of [call, put])
    for (const sold of [-500, 120, 5000]) {
      const { at, zero } = placesOf({ ...drawn, sold }, spanOf(drawn));
      const [dot, end] = [at(drawn.now, sold), at(drawn.now)];
      expect(dot.x).toBe(end.x);
      expect(dot.y).toBeLessThan(end.y);
      expect(dot.y).toBeGreaterThanOrEqual(0);
      expect(dot.y < zero).toBe(sold > 0);
    }
});

test('a put on a coin worth almost nothing is drawn too', () => {
  const span = spanOf({ side: 'put', strike: 0.00001, premium: 0.000009, now: 0.00001 });
  expect(span.low).toBeGreaterThanOrEqual(0);
  expect(span.high).toBeGreaterThan(span.low);
});
