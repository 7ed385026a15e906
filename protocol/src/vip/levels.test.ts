import { expect, test } from 'vitest';
import { firstLevelEnds, heldUntil, mayRefund, monthsLater, refundFrom } from './levels.ts';

const later = (text: string, months: number) => monthsLater(new Date(text), months).toISOString();

test('adding months keeps day and time, or gives the last day of a shorter month', () => {
  expect(later('2026-01-15T10:30:00.123Z', 1)).toBe('2026-02-15T10:30:00.123Z');
  expect(later('2026-01-31T23:59:59.999Z', 1)).toBe('2026-02-28T23:59:59.999Z');
  expect(later('2028-01-31T00:00:00.000Z', 1)).toBe('2028-02-29T00:00:00.000Z');
  expect(later('2028-02-29T12:00:00.000Z', 1)).toBe('2028-03-29T12:00:00.000Z');
  expect(later('2026-12-31T12:00:00.000Z', 2)).toBe('2027-02-28T12:00:00.000Z');
  expect(later('2027-12-31T12:00:00.000Z', 2)).toBe('2028-02-29T12:00:00.000Z');
  expect(firstLevelEnds(new Date('2026-08-31T08:00:00Z')).toISOString()).toBe('2026-09-30T08:00:00.000Z');
});

test('a deposit can be refunded after more than two months, and never before the sixty days are over', () => {
  // January and February have 59 days in a common year, so the sixty days end later.
  const [january, july] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-07-01T00:00:00Z')];
  expect(heldUntil(january).toISOString()).toBe('2026-03-02T00:00:00.000Z');
  expect(mayRefund(january, new Date('2026-03-01T00:00:00.001Z'))).toBe(false);
  expect(mayRefund(january, new Date('2026-03-01T23:59:59.999Z'))).toBe(false);
  expect(mayRefund(january, new Date('2026-03-02T00:00:00.000Z'))).toBe(true);
  expect(refundFrom(january)).toEqual(heldUntil(january));
  // In a leap year they have exactly 60 days, and more than two months must have passed.
  const leap = new Date('2028-01-01T00:00:00Z');
  expect(mayRefund(leap, new Date('2028-03-01T00:00:00.000Z'))).toBe(false);
  expect(mayRefund(leap, new Date('2028-03-01T00:00:00.001Z'))).toBe(true);
  // July and August have 62 days, so sixty days are not enough.
  expect(mayRefund(july, new Date('2026-08-30T00:00:00Z'))).toBe(false);
  expect(mayRefund(july, new Date('2026-09-01T00:00:00.000Z'))).toBe(false);
  expect(mayRefund(july, new Date('2026-09-01T00:00:00.001Z'))).toBe(true);
  expect(refundFrom(july).toISOString()).toBe('2026-09-01T00:00:00.000Z');
});
