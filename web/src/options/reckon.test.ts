import { formatMoney } from '@glasshouse/kit/format.ts';
import { formatUsdt } from '@glasshouse/protocol/money';
import { expect, test } from 'vitest';
import { costText, exactMoney, inCents, moneyText, signedMoney } from './reckon.ts';

const premium = 17_204_312n;
const worth = 15_316_001n;

test('one amount has the same cents on a button, in a wallet, in a toast and in a row', () => {
  for (const units of [premium, worth, 17_205_000n, 17_204_999n, 17_200_000n, 0n]) {
    const wallet = formatMoney(formatUsdt(units));
    expect(moneyText(units)).toBe(wallet);
    expect(moneyText(inCents(units))).toBe(wallet);
  }
  expect([moneyText(premium), exactMoney(premium)]).toEqual(['17.20', '17.204312']);
  expect(moneyText(4_000n)).toBe('0.004');
});

test('what a row says was gained or lost is the difference of the two amounts in it', () => {
  expect([moneyText(worth), moneyText(premium), signedMoney(inCents(worth) - inCents(premium))]).toEqual([
    '15.32',
    '17.20',
    '−1.88',
  ]);
});

test('what one coin costs has three digits at least', () => {
  expect([577_344_000n, 12_345n, 7n].map(costText)).toEqual(['577.34', '0.0123', '0.000007']);
});
