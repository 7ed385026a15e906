import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import { expect, test } from 'vitest';
import {
  costOfBoth,
  costOfSale,
  dealOf,
  holdingAt,
  obstacleOf,
  priceUnits,
  priceWithSpread,
  shareText,
} from './amounts.ts';

const coin = coinBySymbol('BTC')!;
const price = priceUnits(coin, '63990.30');
const buying = { coin, side: 'buy' as const, spreadBp: 10, price };
const selling = { ...buying, side: 'sell' as const };
const limits = { least: '1.00', most: '50000.00' };

test('an amount describes approximately the same order in either currency', () => {
  expect(dealOf(buying, 'USDT', '500')).toEqual({ given: 500_000_000n, received: 780_587n });
  expect(dealOf(buying, 'BTC', '0.00780587')).toEqual({ given: 499_999_464n, received: 780_587n });
  expect(dealOf(selling, 'BTC', '0.00780587').received).toBe(499_000_463n);
  expect(dealOf(selling, 'USDT', '499').given).toBe(780_587n);
  expect(dealOf(buying, 'USDT', '12.')).toMatchObject({ given: 12_000_000n });
});

test('the spread and the cost of both directions are shown as they are', () => {
  expect(priceWithSpread(buying)).toBe('64054.29');
  expect(priceWithSpread(selling)).toBe('63926.31');
  expect(costOfBoth(buying, 500_000_000n)).toBe('0.999537');
  expect(shareText('2140.123456', 25, 'USDT')).toBe('535.03');
  expect(shareText('2140.123456', 100, 'USDT')).toBe('2140.123456');
  expect(shareText('0.05', 50, 'BTC')).toBe('0.025');
});

test('amounts below the minimum or above the balance are refused; a small rest can only be sold completely', () => {
  expect(obstacleOf(buying, 999_999n, limits, undefined)?.kind).toBe('below');
  expect(obstacleOf(buying, 50_000_000_001n, limits, undefined)?.kind).toBe('above');
  expect(obstacleOf(buying, 2_000_000n, limits, 1_500_000n)).toEqual({ kind: 'short', by: '0.50' });
  expect(obstacleOf(selling, 1000n, limits, 1001n)?.kind).toBe('below');
  expect(obstacleOf(selling, 1000n, limits, 1000n)).toBeUndefined();
});

test('a holding is shown next to its cost', () => {
  expect(holdingAt({ symbol: 'BTC', amount: '0.05', cost: '3071.00' }, '63990.30')).toEqual({
    ...{
      symbol: 'BTC',
      amount: '0.05',
      average: '61420.00',
      worth: '3199.515000',
      profit: '128.515000',
      percent: '4.18',
    },
  });
});

test('sold coins carry their share of the total cost; an unknown cost stays unknown', () => {
  const held = [{ symbol: 'BTC', amount: '0.05', cost: '3071.00' }];
  expect(costOfSale({ symbol: 'BTC', given: '0.05' }, held)).toBe('3071.000000');
  expect(costOfSale({ symbol: 'BTC', given: '0.0125' }, held)).toBe('767.750000');
  expect(costOfSale({ symbol: 'ETH', given: '1' }, held)).toBeUndefined();
  expect(costOfSale({ symbol: 'BTC', given: '0.01' }, [{ symbol: 'BTC', amount: '0', cost: '0' }])).toBeUndefined();
});
