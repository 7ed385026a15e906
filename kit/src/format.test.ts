import { describe, expect, test } from 'vitest';
import {
  directionOf,
  formatDecimal,
  formatExact,
  formatMoney,
  formatSigned,
  formatTime,
  shortHash,
  toMillis,
} from './format.ts';

describe('formatting numbers', () => {
  test('thousands are separated, and the minus sign is the typographic one', () => {
    expect(formatDecimal('25360.42')).toBe('25,360.42');
    expect(formatDecimal('-1234567.891', 1)).toBe('−1,234,567.9');
    expect(formatDecimal('999', 0)).toBe('999');
  });

  test('zero has neither sign nor direction, even if it only rounds to zero', () => {
    expect(formatSigned('-0.001')).toBe('0.00');
    expect(formatSigned('0')).toBe('0.00');
    expect(directionOf('0.004')).toBe('flat');
    expect(directionOf('0.005')).toBe('up');
    expect(directionOf('-0.005')).toBe('down');
  });

  test('all significant decimals are shown, at least two', () => {
    expect(formatExact('1234.5')).toBe('1,234.50');
    expect(formatExact('-0.000001')).toBe('−0.000001');
    expect(formatExact('5.')).toBe('5.00');
  });

  test('money has two decimals, or more if two would show zero', () => {
    expect(formatMoney('17.190012')).toBe('17.19');
    expect(formatMoney('0.004999')).toBe('0.004999');
    expect(formatMoney('-0.0012')).toBe('−0.0012');
    expect(formatMoney('0')).toBe('0.00');
  });

  test('a gain has a plus sign', () => {
    expect(formatSigned('186.24')).toBe('+186.24');
    expect(formatSigned('-0.86')).toBe('−0.86');
  });

  test('hashes are shortened to six and four characters', () => {
    expect(shortHash('3be3b4a1c2d3e4f5ec09')).toBe('3be3b4…ec09');
    expect(shortHash('short')).toBe('short');
  });
});

describe('formatting times', () => {
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
