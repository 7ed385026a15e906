import fc from 'fast-check';
import { expect, test } from 'vitest';
import { looksReal, makeAccount, readAccount } from './accounts.ts';

const serial = fc.stringMatching(/^\d{12}$/);

test('every practice account is parsed in any grouping, and cannot be a bank account or card', () => {
  fc.assert(
    fc.property(serial, (digits) => {
      const account = makeAccount(digits);
      expect(account).toMatch(/^SIM-\d{4}-\d{4}-\d{4}-\d{2}$/);
      for (const written of [
        account,
        account.replaceAll('-', ''),
        account.toLowerCase(),
        ` ${account.replaceAll('-', ' ')} `,
      ])
        expect(readAccount(written)).toBe(account);
      // A card has only digits. A bank account begins with two letters and two digits.
      expect(account.replaceAll('-', '')).not.toMatch(/^\d|^[A-Z]{2}\d{2}/);
    }),
  );
});

test('a wrong digit or two swapped digits are detected', () => {
  fc.assert(
    fc.property(serial, fc.nat(13), fc.integer({ min: 1, max: 9 }), (digits, place, by) => {
      const number = makeAccount(digits).replaceAll('-', '').slice(3);
      const wrong = number.slice(0, place) + ((Number(number[place]) + by) % 10) + number.slice(place + 1);
      expect(readAccount(`SIM${wrong}`)).toBeUndefined();
      const next = number[place + 1];
      if (next === undefined || next === number[place]) return;
      const swapped = number.slice(0, place) + next + number[place] + number.slice(place + 2);
      expect(readAccount(`SIM${swapped}`)).toBeUndefined();
    }),
  );
});

test('possible real accounts and cards are detected, also within other text', () => {
  for (const real of [
    'GB82 WEST 1234 5698 7654 32',
    'DE89370400440532013000',
    'my iban is FR14 2004 1010 0505 0001 3M02 606',
    '4242 4242 4242 4242',
    'card 378282246310005 please',
    '6222021234567894',
  ]) {
    expect(looksReal(real), real).toBe(true);
    expect(readAccount(real), real).toBeUndefined();
  }
  for (const harmless of ['', 'Practice Bank', '东京支店', '004', '1234-567', 'Branch 12, Floor 3', '6222021234567890'])
    expect(looksReal(harmless), harmless).toBe(false);
});
