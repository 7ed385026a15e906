import { expect, test } from 'vitest';
import { moneyProblems } from './money-problems.ts';

const before = {
  fee: '1.00',
  welcomeGrant: '10000.00',
  cnyRate: '7.20',
  twoPeopleAbove: '10000.00',
  inviteReward: '10.00',
  inviteShare: '5.00',
  vip1: '100.00',
  vip2: '500.00',
  vip3: '1000.00',
  vip4: '5000.00',
  vip5: '10000.00',
  optionSpread: '4.00',
  optionExposure: '5000000.00',
  spotSpread: '0.10',
  singlemin: '10.00',
  singlemax: '50000.00',
  daymax: '100000.00',
  identityMinutes: '0',
  topUpMinutes: '0',
  unattendedSeconds: '0',
};
const problems = (change: Partial<typeof before>) => moneyProblems(before, { ...before, ...change });

test('a value beyond its bounds or its largest step is marked with the range that is allowed', () => {
  expect(problems({ cnyRate: '51' })).toEqual({ cnyRate: { rule: 'step', least: '6.48', most: '7.92', step: '10%' } });
  expect(problems({ topUpMinutes: '10081' })).toEqual({ topUpMinutes: { rule: 'bounds', least: '0', most: '10080' } });
  expect(problems({ cnyRate: '8' })).toEqual({ cnyRate: { rule: 'step', least: '6.48', most: '7.92', step: '10%' } });
  expect(problems({ fee: '3' })).toEqual({ fee: { rule: 'step', least: '0.00', most: '2.00', step: '1' } });
  expect(problems({ fee: '1.234' })).toEqual({ fee: { rule: 'number', decimals: 2 } });
  expect(problems({ cnyRate: '7.92', fee: '2', topUpMinutes: '10080' })).toEqual({});
});

test('of two settings in the wrong order, the changed one is marked, with the value of the other', () => {
  expect(problems({ vip3: '499' })).toEqual({ vip3: { rule: 'step', least: '500.00', most: '1500.00', step: '50%' } });
  expect(problems({ vip2: '750', vip3: '700' })).toEqual({
    vip2: { rule: 'above', other: 'vip3', value: '700' },
    vip3: { rule: 'below', other: 'vip2', value: '750' },
  });
  const close = { ...before, singlemax: '12.00' };
  expect(moneyProblems(close, { ...close, singlemin: '13' })).toEqual({
    singlemin: { rule: 'above', other: 'singlemax', value: '12.00' },
  });
});
