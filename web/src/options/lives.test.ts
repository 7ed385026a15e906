import { expect, test } from 'vitest';
import { endText, hourText, roundLeft } from './lives.ts';

const at = (time: string) => new Date(`2026-11-17T${time}:00`).getTime();
const day = 86_400_000;

test('an option that ends at a full hour is named by that hour, and by its day if that differs', () => {
  expect(hourText(at('15:00'), at('14:35'))).toBe('15:00');
  expect(hourText(at('15:00') + day, at('14:35'))).toBe('11\u2060-\u206018 15:00');
  expect([endText(3600, at('15:00')), endText(86_400, at('15:00') + day)]).toEqual(['15:00', '11\u2060-\u206018']);
});

test('the time left is in minutes up to two hours, then in hours, then in days', () => {
  const left = (seconds: number) => Object.values(roundLeft(seconds)).join(' ');
  expect([25 * 60, 65 * 60, 5.4 * 3600, 24.1 * 3600, 6.9 * 86_400].map(left)).toEqual([
    ...['minutes 25', 'minutes 65', 'hours 5', 'hours 24', 'days 7'],
  ]);
});
