import type { CoinSymbol, Currency } from '../money.ts';

// What may be given in one order, in smallest units of USDT. What a coin is worth is counted at the newest tick.

export const least = 1_000_000n;
export const most = 50_000_000_000n;

export const sides = ['buy', 'sell'] as const;
export type Side = (typeof sides)[number];

/** What an order gives, and what it receives. */
export const currenciesOf = (side: Side, coin: CoinSymbol): { given: Currency; received: Currency } =>
  side === 'buy' ? { given: 'USDT', received: coin } : { given: coin, received: 'USDT' };
