import { expect, test } from 'vitest';
import { candlesFor, edges, placeIn, pointsOf } from './path.ts';

test('the finest candles that fit into one page are chosen', () => {
  expect(candlesFor(60)).toMatchObject({ period: '1s', around: 12 });
  expect(candlesFor(300).period).toBe('1s');
  expect(candlesFor(600).period).toBe('5s');
  expect(candlesFor(3600)).toMatchObject({ period: '15s' });
  for (const seconds of [5, 30, 60, 300, 3600]) expect(candlesFor(seconds).limit).toBeLessThanOrEqual(500);
});

test('entry and exit are at their places, and higher prices are higher up', () => {
  const frame = { from: 100, to: 160, low: 10, high: 20 };
  expect(placeIn(frame, { time: 100, price: 20 })).toEqual({ x: edges.entry, y: 10 });
  expect(placeIn(frame, { time: 160, price: 10 })).toEqual({ x: edges.exit, y: 90 });
  const still = { from: 1, to: 1, low: 5, high: 5 };
  expect(Number.isFinite(placeIn(still, { time: 1, price: 5 }).y)).toBe(true);
});

test('a candle’s close is drawn at the end of the candle', () => {
  const candle = { time: 100, open: '1', high: '3', low: '1', close: '2.5', volume: '0' };
  expect(pointsOf([candle], 5)).toEqual([{ time: 105, price: 2.5 }]);
});
