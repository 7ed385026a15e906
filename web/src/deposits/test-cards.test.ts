import { testCards } from '@glasshouse/protocol/deposits/cards';
import { expect, test } from 'vitest';
import { cardIn, codeLength, couldBecome, dueIn, dueTyped, grouped, isPast, testNumbers } from './test-cards.ts';

const luhn = (digits: string) =>
  [...digits].reverse().reduce((sum, digit, i) => {
    const doubled = Number(digit) * (i % 2 ? 2 : 1);
    return sum + (doubled > 9 ? doubled - 9 : doubled);
  }, 0) %
    10 ===
  0;

test('the test numbers are valid and match the brands and last four digits the server accepts', () => {
  const pairs = Object.entries(testCards).flatMap(([brand, ends]) => ends.map((end) => `${brand} ${end}`));
  expect(testNumbers.map(({ brand, number }) => `${brand} ${number.slice(-4)}`).sort()).toEqual(pairs.sort());
  for (const { number } of testNumbers) expect(luhn(number), number).toBe(true);
});

test('brand and last four digits are returned only for published test numbers', () => {
  expect(cardIn('4242 4242 4242 4242')).toEqual({ brand: 'Visa', lastFour: '4242' });
  expect(cardIn('3782 822463 10005')).toEqual({ brand: 'American Express', lastFour: '0005' });
  // These pass the check digit, so they may be somebody's.
  for (const other of ['4539578763621486', '4242424242424241', '42424242424242420', '424242424242424', ''])
    expect(cardIn(other), other).toBeUndefined();
  expect([couldBecome('4242'), couldBecome('4539'), couldBecome('')]).toEqual([true, false, true]);
  expect([codeLength('378282246310005'), codeLength('4242424242424242')]).toEqual([4, 3]);
  expect(grouped('4242424242424242')).toBe('4242 4242 4242 4242');
});

test('an expiry date is a month, and the card is valid until its end', () => {
  const now = Date.UTC(2026, 10, 30, 23);
  expect(dueIn('11/26')).toEqual({ month: 11, year: 2026 });
  expect(dueIn('1126')).toEqual({ month: 11, year: 2026 });
  for (const wrong of ['13/26', '00/26', '1/26', '11/2', '']) expect(dueIn(wrong), wrong).toBeUndefined();
  expect(isPast({ month: 11, year: 2026 }, now)).toBe(false);
  expect(isPast({ month: 10, year: 2026 }, now)).toBe(true);
  expect(dueTyped('12', '1')).toBe('12/');
  expect(dueTyped('12', '12/')).toBe('1');
  expect(dueTyped('12/27', '12/2')).toBe('12/27');
});
