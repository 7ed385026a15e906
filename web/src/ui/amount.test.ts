import { describe, expect, test } from 'vitest';
import { amountProblem, typedAmount } from './amount.ts';

describe('typed text', () => {
  test.each([
    ['12.5', '12.5'],
    ['１２．５', '12.5'],
    ['12,5', '12.5'],
    ['12。5', '12.5'],
    ['1,', '1.'],
    ['.5', '0.5'],
    ['1,234.56', '1234.56'],
    ['1.234,56', '1234.56'],
    ['3,250', '3250'],
    ['1.234.567', '1234567'],
    ['1 000 USDT', '1000'],
    ['007', '7'],
    ['0', '0'],
    ['0.129', '0.12'],
    ['-5', '5'],
    ['abc', ''],
  ])('%s becomes %s', (text, expected) => {
    expect(typedAmount(text, 2)).toBe(expected);
  });

  test('a currency without decimals takes none', () => {
    expect(typedAmount('12.7', 0)).toBe('12');
  });
});

describe('limits', () => {
  const limits = { min: '50', max: '5000.00', balance: '3250' };

  test('an amount within the limits has no problem', () => {
    expect(amountProblem('50.00', limits)).toBeUndefined();
    expect(amountProblem('', limits)).toBeUndefined();
    expect(amountProblem('3250', limits)).toBeUndefined();
  });

  test('a problem states the amount by which the limit is missed', () => {
    expect(amountProblem('12.5', limits)).toEqual({ kind: 'below', limit: '50', by: '37.5' });
    expect(amountProblem('3250.01', limits)).toEqual({ kind: 'short', limit: '3250', by: '0.01' });
    expect(amountProblem('6000', { max: '5000.00' })).toEqual({ kind: 'above', limit: '5000.00', by: '1000.00' });
  });

  test('a number that is still being typed is accepted', () => {
    expect(amountProblem('60.', limits)).toBeUndefined();
  });
});
