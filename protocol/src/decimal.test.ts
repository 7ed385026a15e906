import { describe, expect, test } from 'vitest';
import {
  addDecimal,
  compareDecimal,
  multiplyDecimal,
  parseDecimal,
  roundDecimal,
  shareOf,
  subtractDecimal,
  tidyDecimal,
  unitsAt,
  writeDecimal,
  writeTidily,
} from './decimal.ts';

describe('rounding', () => {
  test.each([
    ['1.005', 2, '1.01'],
    ['1.0049', 2, '1.00'],
    ['0.9999', 2, '1.00'],
    ['-1.005', 2, '-1.01'],
    ['2.5', 0, '3'],
    ['-2.5', 0, '-3'],
    ['36.986301', 2, '36.99'],
    ['7', 4, '7.0000'],
    ['9007199254740993.115', 2, '9007199254740993.12'],
  ])('%s at %i places is %s', (value, decimals, expected) => {
    expect(roundDecimal(value, decimals)).toBe(expected);
  });

  test('a value that is not a decimal is refused', () => {
    expect(() => roundDecimal('1e5')).toThrow('not a decimal');
    expect(() => roundDecimal('')).toThrow('not a decimal');
  });
});

describe('units', () => {
  test('are written with all their decimals, or only with the necessary ones', () => {
    expect([writeDecimal(7n, 5), writeDecimal(-120n, 2), writeDecimal(12n, 0), writeDecimal(0n, 2)]).toEqual([
      '0.00007',
      '-1.20',
      '12',
      '0.00',
    ]);
    expect([writeTidily(2_500_000_000n, 6), writeTidily(-125_000n, 6), writeTidily(12n, 0)]).toEqual([
      '2500.00',
      '-0.125',
      '12.00',
    ]);
    expect([tidyDecimal('2500.000000'), tidyDecimal('0.125000'), tidyDecimal('5.'), tidyDecimal('-0')]).toEqual([
      '2500.00',
      '0.125',
      '5.00',
      '0.00',
    ]);
  });

  test('are rounded on request, and otherwise read exactly', () => {
    expect([unitsAt('1.005', 2), unitsAt(' +1.004 ', 2), unitsAt('-0.5', 0), unitsAt('7', 3)]).toEqual([
      101n,
      100n,
      -1n,
      7000n,
    ]);
    expect([parseDecimal('1.5', 2), parseDecimal('1.005', 2), parseDecimal('+1', 2), parseDecimal('01', 2)]).toEqual([
      150n,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('arithmetic', () => {
  test('comparison ignores trailing zeros', () => {
    expect(compareDecimal('1.10', '1.1')).toBe(0);
    expect(compareDecimal('-1', '0.5')).toBe(-1);
    expect(compareDecimal('10', '9.99')).toBe(1);
  });

  test('difference is exact', () => {
    expect(subtractDecimal('0.3', '0.1')).toBe('0.2');
    expect(subtractDecimal('1', '1.25')).toBe('-0.25');
  });

  test('product is exact', () => {
    expect(multiplyDecimal('63990.30', '7.18')).toBe('459450.3540');
    expect(multiplyDecimal('-0.00001', '7.20')).toBe('-0.0000720');
    expect(multiplyDecimal('90071992547409931', '3')).toBe('270215977642229793');
  });

  test('sum is exact', () => {
    expect(addDecimal('0.1', '0.2')).toBe('0.3');
    expect(addDecimal('9007199254740993', '0.000001')).toBe('9007199254740993.000001');
    expect(addDecimal('1.00', '-1.25')).toBe('-0.25');
  });

  test('a share never exceeds the amount', () => {
    expect(shareOf('0.05', 25)).toBe('0.01');
    expect(shareOf('3250.00', 50)).toBe('1625.00');
    expect(shareOf('100.999', 100)).toBe('100.99');
  });
});
