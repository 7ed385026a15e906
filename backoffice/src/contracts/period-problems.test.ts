import { expect, test } from 'vitest';
import { periodProblems, problemFields, type TermsText } from './period-problems.ts';

const inForce = {
  ...{ minStake: '10.00', maxStake: '1000.00', maxOpen: '5000.00' },
  periods: [
    { seconds: 30, returnPercent: '80' },
    { seconds: 300, returnPercent: '90' },
  ],
};
const terms: TermsText = {
  minStake: '10',
  maxStake: '1000',
  maxOpen: '5000',
  periods: [
    { seconds: '30', returnPercent: '80' },
    { seconds: '300', returnPercent: '90' },
  ],
};
const amounts = (change: Partial<TermsText>) => {
  const { periods: _, ...rest } = periodProblems(inForce, { ...terms, ...change });
  return rest;
};
const period = (seconds: string, returnPercent: string) =>
  periodProblems(inForce, { ...terms, periods: [...terms.periods, { seconds, returnPercent }] }).periods.at(-1);

test('terms that the server would accept have no problem', () => {
  const problems = periodProblems(inForce, terms);
  expect(problems).toEqual({ periods: [{}, {}] });
  expect(problemFields(problems)).toEqual([]);
  expect(period('60', '85')).toEqual({});
});

test('an amount that breaks a rule is marked with the range that is allowed', () => {
  expect(amounts({ minStake: 'ten' })).toEqual({ minStake: { rule: 'number', decimals: 6 } });
  expect(amounts({ maxStake: '0' })).toEqual({ maxStake: { rule: 'number', decimals: 6 } });
  expect(amounts({ maxStake: '1000001', maxOpen: '2000000' })).toEqual({
    maxStake: { rule: 'bounds', least: '0.000001', most: '1000000' },
  });
});

test('of two amounts in the wrong order, the changed one is marked', () => {
  expect(amounts({ minStake: '1001' })).toEqual({ minStake: { rule: 'above', other: 'maxStake', value: '1000' } });
  expect(amounts({ maxStake: '50000' })).toEqual({ maxStake: { rule: 'above', other: 'maxOpen', value: '5000' } });
  expect(amounts({ maxOpen: '999' })).toEqual({ maxOpen: { rule: 'below', other: 'maxStake', value: '1000' } });
  expect(amounts({ maxStake: '6000', maxOpen: '5500' })).toEqual({
    maxStake: { rule: 'above', other: 'maxOpen', value: '5500' },
    maxOpen: { rule: 'below', other: 'maxStake', value: '6000' },
  });
});

test('the smallest stake keeps one user from having more open orders than a settlement batch', () => {
  const problems = amounts({ minStake: '0.1' });
  expect(problems).toEqual({ minStake: { rule: 'bounds', least: '0.499951', most: '1000' } });
  expect(amounts({ minStake: '0.499951' })).toEqual({});
  expect(amounts({ minStake: '0.499950' })).not.toEqual({});
  expect(amounts({ maxOpen: '200000' })).toEqual({ maxOpen: { rule: 'bounds', least: '1000', most: '100009.999999' } });
  expect(amounts({ maxOpen: '100009.999999' })).toEqual({});
});

test('a period that breaks a rule is marked, and its return moves from that of the closest period', () => {
  expect(period('1.5', '80')).toEqual({ seconds: { rule: 'whole' } });
  expect(period('', '80')).toEqual({ seconds: { rule: 'whole' } });
  expect(period('3601', '80')).toEqual({ seconds: { rule: 'bounds', least: '1', most: '3600' } });
  expect(period('030', '80')).toEqual({ seconds: { rule: 'repeated' } });
  expect(period('31', '101')).toEqual({
    returnPercent: { rule: 'step', least: '75.00', most: '85.00', step: '5' },
  });
  expect(period('31', '85.01')).toEqual({
    returnPercent: { rule: 'step', least: '75.00', most: '85.00', step: '5' },
  });
  expect(period('200', '85.01')).toEqual({});
  const { periods } = terms;
  const last = periodProblems(inForce, { ...terms, periods: [periods[0]!, { seconds: '300', returnPercent: '96' }] });
  expect(problemFields(last)).toEqual(['terms.periods.1.returnPercent']);
});
