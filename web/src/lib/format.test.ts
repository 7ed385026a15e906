import { describe, expect, test } from 'vitest';
import {
  addDecimal,
  compareDecimal,
  directionOf,
  formatDecimal,
  formatExact,
  formatSigned,
  formatTime,
  multiplyDecimal,
  roundDecimal,
  shareOf,
  shortHash,
  subtractDecimal,
  tidyDecimal,
  toMillis,
} from './format.ts';

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

describe('writing', () => {
  test('thousands are separated and the minus is the true one', () => {
    expect(formatDecimal('25360.42')).toBe('25,360.42');
    expect(formatDecimal('-1234567.891', 1)).toBe('−1,234,567.9');
    expect(formatDecimal('999', 0)).toBe('999');
  });

  test('zero has neither sign nor direction, also when it only rounds to zero', () => {
    expect(formatSigned('-0.001')).toBe('0.00');
    expect(formatSigned('0')).toBe('0.00');
    expect(directionOf('0.004')).toBe('flat');
    expect(directionOf('0.005')).toBe('up');
    expect(directionOf('-0.005')).toBe('down');
  });

  test('every place that counts is shown, and two at least', () => {
    expect(formatExact('1234.5')).toBe('1,234.50');
    expect(formatExact('-0.000001')).toBe('−0.000001');
    expect(formatExact('5.')).toBe('5.00');
    expect(tidyDecimal('2500.000000')).toBe('2500.00');
    expect(tidyDecimal('0.125000')).toBe('0.125');
  });

  test('a gain carries its plus', () => {
    expect(formatSigned('186.24')).toBe('+186.24');
    expect(formatSigned('-0.86')).toBe('−0.86');
  });

  test('hashes show six and four characters', () => {
    expect(shortHash('3be3b4a1c2d3e4f5ec09')).toBe('3be3b4…ec09');
    expect(shortHash('short')).toBe('short');
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

  test('a share never exceeds the whole', () => {
    expect(shareOf('0.05', 25)).toBe('0.01');
    expect(shareOf('3250.00', 50)).toBe('1625.00');
    expect(shareOf('100.999', 100)).toBe('100.99');
  });
});

describe('time', () => {
  test('ten digits are seconds', () => {
    expect(toMillis(1_700_000_000)).toBe(1_700_000_000_000);
    expect(toMillis('1700000000')).toBe(1_700_000_000_000);
    expect(toMillis(1_700_000_000_123)).toBe(1_700_000_000_123);
  });

  test('parts are padded', () => {
    const at = new Date(2025, 0, 2, 3, 4, 5).getTime();
    expect(formatTime(at)).toBe('2025-01-02 03:04:05');
    expect(formatTime(at / 1000)).toBe('2025-01-02 03:04:05');
    expect(formatTime(at, 'date')).toBe('2025-01-02');
    expect(formatTime(at, 'time')).toBe('03:04:05');
  });
});
