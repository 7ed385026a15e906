import { expect, test } from 'vitest';
import { type StrategyResult, search, tableOf } from './option-strategies.ts';

// Searches for strategies that gain after the spread. It finds those that gained under earlier rules, which shows that
// the search works.

const isNightly = process.env.NIGHTLY === '1';
const coins = isNightly ? ['BTC', 'ETH', 'SOL', 'DOGE', 'XRP', 'TRX'] : ['BTC'];
/** A few orders are not enough to estimate the error. */
const isEnough = ({ orders }: StrategyResult) => orders >= 30;
const gaining = (found: readonly StrategyResult[]) =>
  found.filter(isEnough).filter(({ mean, error }) => mean > 3 * error);
const found = (name: string) => expect.objectContaining({ name });

test('no strategy gains more than three standard errors after the spread, not even with the seed', {
  timeout: 1_800_000,
}, () => {
  const all = search({ version: 3, pricedBy: 'mean' }, coins, isNightly ? 20 : 3);
  console.info(tableOf(all));
  expect(all.filter(isEnough).length).toBeGreaterThan(10);
  expect(gaining(all), tableOf(all)).toEqual([]);
});

test('the search finds what a holder of the seed gained under generator 2', () => {
  const before = search({ version: 2, pricedBy: 'estimate' }, ['DOGE'], isNightly ? 20 : 5, /seed, straddle, 600/);
  expect(gaining(before), tableOf(before)).toEqual([found('holder of the seed, straddle, 600 s')]);
});

test.runIf(isNightly)(
  'the search finds what estimates cost the house, and what lasting moods would cost it',
  { timeout: 1_800_000 },
  () => {
    const estimated = search({ version: 2, pricedBy: 'estimate' }, coins, 20, /below 0.94 .* 600/);
    const moods = search({ version: 2, pricedBy: 'mean' }, ['BTC', 'DOGE'], 5, /lively minutes, 60 /);
    console.info([tableOf(estimated), tableOf(moods)].join('\n'));
    expect(gaining(moods)).toEqual([found('straddle after two lively minutes, 60 s')]);
  },
);
