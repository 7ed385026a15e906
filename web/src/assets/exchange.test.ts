import { expect, test } from 'vitest';
import { quoteOf } from './exchange.ts';

test.each([
  ['USDT', '100', '7.20', '720.00', '100.00 × 7.20 = 720.00', true],
  ['USDT', '33.333333', '7.20', '239.99', '33.333333 × 7.20 = 239.9999976', false],
  ['USDT', '0.001', '7.20', '0.00', '0.001 × 7.20 = 0.0072', false],
  ['USDT', '1', '7.1234', '7.12', '1.00 × 7.1234 = 7.1234', false],
  ['CNY', '720', '7.20', '100.00', '720.00 ÷ 7.20 = 100.00', true],
  ['CNY', '100', '7.20', '13.888888', '100.00 ÷ 7.20 = 13.888888…', false],
  ['CNY', '12345678.90', '7.00', '1763668.414285', '12,345,678.90 ÷ 7.00 = 1,763,668.414285…', false],
] as const)('%s %s at %s', (from, amount, rate, received, working, exact) => {
  expect(quoteOf(from, amount, rate)).toEqual({ received, working, exact });
});

test('invalid amounts have no quote', () => {
  expect(quoteOf('USDT', '', '7.20')).toBeUndefined();
  expect(quoteOf('CNY', '1.234', '7.20')).toBeUndefined();
  expect(quoteOf('USDT', '1', '0.00')).toBeUndefined();
  expect(quoteOf('USDT', '5.', '7.20')?.received).toBe('36.00');
});
