import { slotAt } from '@glasshouse/protocol/market/tape';
import { expect, test } from 'vitest';
import { axisOf, coneOf, endAt, levelsOf, nowAt, placeIn } from './cone.ts';

const at = 1_790_000_000;
const now = { slot: slotAt(at * 1000), price: '64000.00' };
const candle = (time: number, close: string) => ({ time, open: close, high: close, low: close, close, volume: '0' });

test('the current tick and the end have fixed places, and the past has the same time scale', () => {
  const cone = coneOf([candle(at - 100, '63990.00'), candle(at - 9999, '1.00')], now, 300, 420_000);
  const place = placeIn(cone);
  expect(place(cone.now).x).toBeCloseTo(nowAt);
  expect(place({ time: at + 300, price: 64_000 }).x).toBeCloseTo(endAt);
  expect(cone.path).toHaveLength(2);
  const perSecond = (endAt - nowAt) / 300;
  expect(place(cone.path[0]!).x).toBeCloseTo(nowAt - 100 * perSecond);
});

test('the cone widens with the square root of time, and the chart contains all marked prices', () => {
  const cone = coneOf([], now, 300, 420_000, [64_500, 63_900]);
  const wide = (i: number) => cone.upper[i]!.price - cone.lower[i]!.price;
  expect(wide(0)).toBe(0);
  expect(wide(24) / wide(6)).toBeCloseTo(2, 2);
  expect(cone.high).toBeGreaterThan(64_500);
  expect(cone.low).toBeLessThan(63_900);
});

test('a few round prices label the chart at any price level', () => {
  expect(levelsOf({ low: 63_880, high: 64_110 })).toEqual([63_900, 63_950, 64_000, 64_050, 64_100]);
  for (const high of [0.00002, 0.5, 3, 700, 1e6]) {
    const levels = levelsOf({ low: high * 0.997, high });
    expect(levels.length).toBeGreaterThanOrEqual(2);
    expect(levels.length).toBeLessThanOrEqual(7);
  }
});

test('every drawn round price has a label that keeps clear of the newest price', () => {
  const cone = coneOf([], now, 300, 420_000, [63_880, 64_110]);
  for (const price of [63_990, 64_000, 64_010, 64_020, 64_025, 64_049]) {
    const moved = { ...cone, now: { ...cone.now, price } };
    const here = placeIn(moved)(moved.now).y;
    const axis = axisOf(moved);
    expect(axis.length).toBeGreaterThanOrEqual(levelsOf(moved).length - 2);
    for (const [place, { label }] of axis.entries())
      if (place > 0) expect(Math.abs(label - axis[place - 1]!.label)).toBeGreaterThanOrEqual(9.99);
    for (const { y, label } of axis) {
      expect(Math.abs(label - here)).toBeGreaterThanOrEqual(12.99);
      expect(Math.abs(label - y)).toBeLessThanOrEqual(6.5);
    }
  }
});
