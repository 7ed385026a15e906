import type { Locale } from '@glasshouse/protocol/locales';
import type { Candle, Quote } from '@glasshouse/protocol/market/calls';
import { expect, test } from 'vitest';
import { compact } from '../lib/compact.ts';
import { mergeCandles } from '../lib/use-candles.ts';
import { type Choice, firstSort, inOrder, tapped } from './order.ts';

const quote = (symbol: string, price: string, change: string, volume: string): Quote => ({
  symbol,
  name: `${symbol} coin`,
  decimals: 2,
  price,
  open: price,
  change,
  high: price,
  low: price,
  volume,
  spark: [],
  slot: 1,
});
const quotes = [
  quote('BTC', '63990.30', '1.24', '1240000000'),
  quote('DOGE', '0.12480', '-3.88', '143000000'),
  quote('ETH', '3142.86', '1.92', '812000000'),
  quote('XRP', '0.52410', '0.00', '98400000'),
];
const choice = (over: Partial<Choice>): Choice => ({
  tab: 'all',
  sort: firstSort(over.tab ?? 'all'),
  search: '',
  favourites: [],
  ...over,
});

test('each tab has its coins and its own initial order', () => {
  expect(inOrder(quotes, choice({}))).toEqual(['BTC', 'ETH', 'DOGE', 'XRP']);
  expect(inOrder(quotes, choice({ tab: 'gainers' }))).toEqual(['ETH', 'BTC']);
  expect(inOrder(quotes, choice({ tab: 'losers' }))).toEqual(['DOGE']);
  expect(inOrder(quotes, choice({ tab: 'favourites', favourites: ['XRP', 'BTC'] }))).toEqual(['BTC', 'XRP']);
});

test('a heading sorts, and reverses the order when tapped again', () => {
  const byPrice = tapped(firstSort('all'), 'price');
  expect(inOrder(quotes, choice({ sort: byPrice }))).toEqual(['BTC', 'ETH', 'XRP', 'DOGE']);
  expect(inOrder(quotes, choice({ sort: tapped(byPrice, 'price') }))).toEqual(['DOGE', 'XRP', 'ETH', 'BTC']);
  expect(inOrder(quotes, choice({ sort: tapped(byPrice, 'name') }))).toEqual(['BTC', 'DOGE', 'ETH', 'XRP']);
});

test('a search finds symbols, names and pairs', () => {
  expect(inOrder(quotes, choice({ search: ' et' }))).toEqual(['ETH']);
  expect(inOrder(quotes, choice({ search: 'doge/usdt' }))).toEqual(['DOGE']);
  expect(inOrder(quotes, choice({ search: 'XRP COIN' }))).toEqual(['XRP']);
  expect(inOrder(quotes, choice({ search: 'none' }))).toEqual([]);
});

test('volumes have three digits and a letter, and are never rounded up', () => {
  expect(
    ['0', '999', '1000', '98400', '1249999', '33000000', '1240000000', '9999999999999999'].map((amount) =>
      compact(amount, 'en-US'),
    ),
  ).toEqual(['0', '999', '1.00K', '98.4K', '1.24M', '33.0M', '1.24B', '9999T']);
});

test('Chinese, Japanese and Korean volumes are counted in ten thousands', () => {
  const of = (locale: Locale) =>
    ['9999', '12400', '98400000', '124999999', '1240000000000', '9'.repeat(20)].map((amount) =>
      compact(amount, locale),
    );
  expect(of('zh-CN')).toEqual(['9999', '1.24万', '9840万', '1.24亿', '12400亿', '999999999999亿']);
  expect(of('zh-HK')).toEqual(['9999', '1.24萬', '9840萬', '1.24億', '12400億', '999999999999億']);
  expect(of('ja-JP').slice(1, 5)).toEqual(['1.24万', '9840万', '1.24億', '1.24兆']);
  expect(of('ko-KR').slice(1, 5)).toEqual(['1.24만', '9840만', '1.24억', '1.24조']);
  expect(compact('1249999', 'ru-RU')).toBe('1.24M');
});

test('new candles replace, follow or fill the known ones', () => {
  const candle = (time: number, close = '1'): Candle => ({ time, open: '1', high: '1', low: '1', close, volume: '1' });
  const known = [candle(1), candle(2), candle(5)];
  expect(mergeCandles(known, [candle(5, '2'), candle(6)])).toEqual([candle(1), candle(2), candle(5, '2'), candle(6)]);
  expect(mergeCandles(known, [candle(3)])).toEqual([candle(1), candle(2), candle(3), candle(5)]);
  expect(mergeCandles([], known)).toBe(known);
  expect(mergeCandles(known, [])).toBe(known);
});
