import { readTerms } from '@glasshouse/protocol/wealth/read-terms';
import { expect, test } from 'vitest';
import {
  amountOf,
  exactly,
  gained,
  moreThan,
  perPeriod,
  perThousand,
  placeOf,
  places,
  plain,
  quotaOf,
  textOf,
  unitsAtPlace,
  unitsTyped,
  yearly,
} from './sums.ts';

const trust = { kind: 'trust', unit: '1.00', rateBp: 750, days: 180 } as const;
const pledge = { kind: 'pledge', unit: '0.01', ratePpb: 139_726, seconds: 86_400 } as const;
const machine = { kind: 'machine', unit: '300.00', daily: '1.72', days: 180 } as const;

test('products are compared by the return on 1,000 and by the yearly rate', () => {
  expect(perThousand(readTerms(trust))).toBe(36_986_301n);
  expect(perThousand(readTerms(pledge))).toBe(139_726n);
  expect([yearly(trustTerms), plain('1284300.00'), plain('0.01'), plain('12.5')]).toEqual([
    '7.500000',
    '1,284,300',
    '0.01',
    '12.50',
  ]);
  expect(perPeriod(readTerms(pledge) as never)).toBe('0.0139726');
});
const trustTerms = readTerms(trust) as Parameters<typeof yearly>[0];

test('payments are shown with all decimals and never rounded up', () => {
  expect([exactly(7_397_260n), exactly(1_003_780_821n), exactly(10_001_397n), exactly(200_000_000n)]).toEqual([
    '7.39726',
    '1,003.780821',
    '10.001397',
    '200.00',
  ]);
  expect([gained(7_397_260n), gained(9_600_000n), gained(-400_000n), gained(0n)]).toEqual([
    '+7.39726',
    '+9.60',
    '−0.40',
    '0.00',
  ]);
  expect([moreThan(1000n, 1003n), moreThan(300_000_000n, 309_599_999n), moreThan(3n, 2n), moreThan(5n, 5n)]).toEqual([
    '0.30',
    '3.19',
    '-33.34',
    '0.00',
  ]);
});

test('the quota is shown in amounts, or in machines', () => {
  expect(quotaOf({ terms: trust, quota: 1_000_000, taken: 274_000 })).toEqual({
    ...{ left: '726,000', all: '1,000,000', percent: 27.4, taken: '27.4' },
  });
  expect(quotaOf({ terms: machine, quota: 200, taken: 74 })).toMatchObject({ left: '126', all: '200', taken: '37.0' });
});

test('typed text is a whole number of units, or invalid', () => {
  expect([unitsTyped(trust, '1000'), unitsTyped(trust, '1000.5'), unitsTyped(trust, '')]).toEqual([
    1000,
    undefined,
    undefined,
  ]);
  expect([unitsTyped(pledge, '10.5'), unitsTyped(pledge, '10.005'), unitsTyped(machine, '3')]).toEqual([
    1050,
    undefined,
    3,
  ]);
  expect([unitsTyped(machine, '1.5'), unitsTyped(machine, '2.'), unitsTyped(trust, '1000.')]).toEqual([
    undefined,
    2,
    1000,
  ]);
  expect([textOf(trust, 1000), textOf(pledge, 1050), textOf(machine, 3), amountOf(machine, 3)]).toEqual([
    '1000',
    '10.50',
    '3',
    '900.00',
  ]);
  for (const units of [1, 999, 1001, 123_456]) {
    for (const terms of [trust, pledge, machine]) expect(unitsTyped(terms, textOf(terms, units))).toBe(units);
  }
});

test('the slider reaches exactly the minimum and the maximum', () => {
  for (const range of [
    { least: 500, most: 50_000 },
    { least: 1, most: 10 },
    { least: 1000, most: 5_000_000 },
    { least: 7, most: 7 },
  ]) {
    expect(unitsAtPlace(0, range)).toBe(range.least);
    expect(unitsAtPlace(places, range)).toBe(range.most);
    for (let place = 0; place <= places; place += 10) {
      const units = unitsAtPlace(place, range);
      expect(units >= range.least && units <= range.most && Number.isInteger(units)).toBe(true);
    }
    expect([placeOf(range.least, range), placeOf(range.most, range)]).toEqual([
      0,
      range.most > range.least ? places : 0,
    ]);
  }
  expect(unitsAtPlace(100, { least: 500, most: 50_000 })).toBe(1000);
});
