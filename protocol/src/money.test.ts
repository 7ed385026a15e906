import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { amountOf } from './amounts.ts';
import { coins } from './market/coins.ts';
import {
  type Currency,
  cnyToUsdt,
  coinSymbols,
  formatRate,
  formatUnits,
  formatUsdt,
  parseRate,
  parseUnits,
  scales,
  usdtToCny,
} from './money.ts';

const currencies = Object.keys(scales) as Currency[];
const currency = fc.constantFrom(...currencies);

test('units and decimal strings convert both ways, with at least two decimals and no unnecessary ones', () => {
  expect(scales).toEqual({ USDT: 6, CNY: 2, ...Object.fromEntries(coins.map(({ symbol }) => [symbol, 8])) });
  expect(coins.map(({ symbol }) => symbol)).toEqual(coinSymbols);
  expect(formatUnits(10_000_000_000n, 'USDT')).toBe('10000.00');
  expect(formatUnits(1n, 'USDT')).toBe('0.000001');
  expect(formatUsdt(1n)).toBe('0.000001');
  expect(formatUnits(-1_234_500n, 'USDT')).toBe('-1.2345');
  expect(formatUnits(0n, 'CNY')).toBe('0.00');
  expect(formatUnits(5n, 'CNY')).toBe('0.05');
  expect(formatUnits(100_000_000n, 'BTC')).toBe('1.00');
  expect(parseUnits('1', 'USDT')).toBe(1_000_000n);
  expect(parseUnits('1.5', 'CNY')).toBe(150n);
  expect(parseUnits('0.00000001', 'BTC')).toBe(1n);
  expect(parseUnits('0', 'CNY')).toBe(0n);
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 17n - 1n }), currency, (units, currency) => {
      const text = formatUnits(units, currency);
      expect(text).toMatch(/^(0|[1-9]\d*)\.\d{2,8}$/);
      expect(text).not.toMatch(/\.\d{2,}0$/);
      expect(parseUnits(text, currency)).toBe(units);
      expect(formatUnits(-units, currency)).toBe(units > 0n ? `-${text}` : text);
    }),
  );
});

test('the largest amount has seventeen digits including decimals', () => {
  for (const currency of currencies) {
    const whole = '9'.repeat(17 - scales[currency]);
    expect(parseUnits(whole, currency)).toBe(BigInt(whole.padEnd(17, '0')));
    expect(parseUnits(`1${'0'.repeat(whole.length)}`, currency)).toBeUndefined();
    expect(parseUnits(`1.${'0'.repeat(scales[currency])}`, currency)).toBeDefined();
    expect(parseUnits(`1.${'0'.repeat(scales[currency] + 1)}`, currency)).toBeUndefined();
  }
});

const notAmounts = [
  '',
  ' ',
  '1 ',
  ' 1',
  '1\n',
  'NaN',
  'Infinity',
  '1e400',
  '1e3',
  '-0',
  '-1',
  '+1',
  '0x10',
  '0b1',
  '1.0000001',
  '１００',
  '١',
  '1,000',
  '1_000',
  '.5',
  '1.',
  '1..0',
  '1.0.0',
  '00',
  '01',
  '00.1',
  'null',
  '1n',
  '999999999999999999',
  '0.0000000000000000001',
  '٫5',
  '1٫5',
  '\u0000',
  '1\u0000',
];

test('anything but an exact amount is refused', () => {
  for (const text of notAmounts) expect([text, parseUnits(text, 'USDT')]).toEqual([text, undefined]);
  const other = [null, undefined, 1, 0, -0, Number.NaN, 1n, true, [], ['1'], {}, { toString: () => '1' }, new Date()];
  for (const value of [...notAmounts, '0', '0.0', ...other]) {
    expect([value, z.safeDecode(amountOf('USDT'), value as never).success]).toEqual([value, false]);
  }
});

test('for any input, an accepted amount is positive, within the scale, and formatted as it was entered', () => {
  const digits = fc.stringMatching(/^[0-9.eE+\-x ]{0,24}$/);
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), digits, fc.anything(), fc.double().map(String), fc.bigInt().map(String)),
      currency,
      (value, currency) => {
        const result = z.safeDecode(amountOf(currency), value as never);
        if (!result.success) return;
        expect(typeof value).toBe('string');
        expect(result.data > 0n && result.data < 10n ** 17n).toBe(true);
        const canonical = z.encode(amountOf(currency), result.data);
        const plain = (text: string) => text.replace(/(\.\d*?)0*$/, '$1').replace(/\.$/, '');
        expect(plain(canonical)).toBe(plain(value as string));
      },
    ),
    { numRuns: 2000 },
  );
});

test('exchanging rounds down, so a round trip never gains', () => {
  expect(usdtToCny(1_000_000n, 72_000n)).toBe(720n);
  expect(cnyToUsdt(720n, 72_000n)).toBe(1_000_000n);
  expect(usdtToCny(1_388n, 72_000n)).toBe(0n);
  expect(usdtToCny(1_389n, 72_000n)).toBe(1n);
  expect(cnyToUsdt(1n, 72_000n)).toBe(1_388n);
  expect([formatRate(72_000n), formatRate(72_345n), parseRate('7.2'), parseRate('7.23456')]).toEqual([
    '7.20',
    '7.2345',
    72_000n,
    undefined,
  ]);
  const amount = fc.bigInt({ min: 0n, max: 10n ** 17n });
  fc.assert(
    fc.property(amount, fc.bigInt({ min: 1n, max: 10n ** 7n }), (units, rate) => {
      expect(cnyToUsdt(usdtToCny(units, rate), rate)).toBeLessThanOrEqual(units);
      expect(usdtToCny(cnyToUsdt(units, rate), rate)).toBeLessThanOrEqual(units);
    }),
  );
});
