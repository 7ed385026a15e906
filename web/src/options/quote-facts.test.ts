import { formatMoney } from '@glasshouse/kit/format.ts';
import { slotsPerDay } from '@glasshouse/protocol/market/tape';
import { formatUsdt } from '@glasshouse/protocol/money';
import type { Quote } from '@glasshouse/protocol/options/calls';
import { meanVolatility } from '@glasshouse/protocol/options/mean-volatility';
import { expect, test } from 'vitest';
import {
  coinOf,
  costInCents,
  costText,
  exactMoney,
  factsOfQuote,
  inCents,
  isFair,
  moneyText,
  signedMoney,
} from './quote-facts.ts';

const premium = 17_204_312n;
const worth = 15_316_001n;

test('an amount shows the same cents on a button, in a wallet, in a toast and in a row', () => {
  for (const units of [premium, worth, 17_205_000n, 17_204_999n, 17_200_000n, 0n]) {
    const wallet = formatMoney(formatUsdt(units));
    expect(moneyText(units)).toBe(wallet);
    expect(moneyText(inCents(units))).toBe(wallet);
  }
  expect([moneyText(premium), exactMoney(premium)]).toEqual(['17.20', '17.204312']);
  expect(moneyText(4_000n)).toBe('0.004');
});

test('the profit in a row is the difference of the two amounts shown in it', () => {
  expect([moneyText(worth), moneyText(premium), signedMoney(inCents(worth) - inCents(premium))]).toEqual([
    '15.32',
    '17.20',
    '−1.88',
  ]);
});

test('a moving price never shows less than would be charged', () => {
  expect([2_104_334n, 2_100_000n, 4_000n, 999_990_001n].map(costInCents)).toEqual([
    '2.11',
    '2.10',
    '0.004',
    '1,000.00',
  ]);
});

test('the price of one coin has at least three digits', () => {
  expect([577_344_000n, 12_345n, 7n].map(costText)).toEqual(['577.34', '0.0123', '0.000007']);
});

const slot = 20_776 * slotsPerDay + 5000;
const generated = meanVolatility(coinOf('BTC'), slot, 120);
/** A quote at the price that its model computes. */
function quoteBy(model: number, volatility: number, rule = 2): Quote {
  const quote = {
    ...{ symbol: 'BTC', side: 'call' as const, seconds: 60, strike: '64000.00', size: '0.10', premium: '0.00' },
    ...{ spreadBp: 400, rule, dueSlot: null, slot, price: '64000.00', volatility, model },
  };
  return { ...quote, premium: formatUsdt(factsOfQuote(quote).premium) };
}
const announced = (version: number) => [
  { day: '2026-11-20', version: 2 },
  { day: '2026-11-19', version },
];

test('a quote is fair only if its model matches the generator of its day', () => {
  for (const days of [undefined, announced(3)]) expect(isFair(quoteBy(3, generated), days)).toBe(true);
  expect(isFair(quoteBy(3, generated), announced(2))).toBe(false);
  expect(isFair(quoteBy(2, 2_000_000), announced(3))).toBe(false);
  for (const days of [undefined, announced(2)]) expect(isFair(quoteBy(2, 420_000), days)).toBe(true);
  // External prices have no generator.
  expect(isFair(quoteBy(1, 420_000, 1), announced(2))).toBe(true);
  expect(isFair(quoteBy(3, generated, 1))).toBe(false);
});

test('a quote with another volatility than the generator’s, or beyond the limits, is not fair', () => {
  expect(isFair(quoteBy(3, generated + 1))).toBe(false);
  for (const volatility of [49_999, 5_000_001]) expect(isFair(quoteBy(2, volatility))).toBe(false);
  const quote = quoteBy(3, generated);
  expect(isFair({ ...quote, premium: '99.00' })).toBe(false);
});
