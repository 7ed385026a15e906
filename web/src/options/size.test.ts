import { coins } from '@glasshouse/protocol/market/coins';
import { formatUsdt, parseUnits } from '@glasshouse/protocol/money';
import { premiumOf } from '@glasshouse/protocol/options/quote';
import { flashLives, lifeSlots, maxPremium, minPremium } from '@glasshouse/protocol/options/terms';
import { expect, test } from 'vitest';
import { coinOf } from './quote-facts.ts';
import { maxOf, obstacleOf, sizeFor, usualSize } from './size.ts';

test('the suggested size can be bought at any price and any permitted volatility', () => {
  for (const coin of coins)
    for (const price of [coin.start, (coin.start * 51n) / 100n, (coin.start * 199n) / 100n, coin.start * 3n])
      for (const volatility of [50_000, 5_000_000])
        for (const seconds of flashLives) {
          const option = { symbol: coin.id, side: 'call', strike: price, size: usualSize(coin, price) } as const;
          const premium = premiumOf(option, { slot: 0, price, volatility, model: 1 }, lifeSlots(seconds, 0), 0);
          expect(premium, `${coin.symbol} at ${price} for ${seconds} s`).toBeGreaterThanOrEqual(minPremium);
          expect(premium).toBeLessThanOrEqual(maxPremium);
        }
});

test('100 % of a wallet buys no more than the limits allow: premium, open options, room on the coin', () => {
  const [coin, strike, perCoin] = [coinOf('BTC'), 6_400_000n, 577_340_000n];
  const limits = { minPremium: '0.1', maxPremium: '5000', maxOpen: '20000', room: '1000000' };
  const chosen = (board: typeof limits, paid = '0', held = 1_000_000_000_000n) => {
    const size = parseUnits(sizeFor(held, 100, perCoin, maxOf(board, paid, coin, strike)), 'BTC')!;
    const [premium, covered] = [(size * perCoin) / 100_000_000n, (size * strike) / 10_000n];
    expect(obstacleOf(premium, covered, board, paid, formatUsdt(held))).toBeUndefined();
    return size;
  };
  expect(chosen(limits)).toBe(848_000_000n);
  expect(chosen(limits, '19000')).toBe(169_000_000n);
  expect(chosen({ ...limits, room: '64000' })).toBe(98_000_000n);
  expect(chosen(limits, '0', 57_734_000n)).toBe(9_800_000n);
});
