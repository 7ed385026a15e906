import type { CoinSymbol, Currency } from '../money.ts';

// Limits of the value of one order, in smallest units of USDT. Coins are valued at the newest tick.

export const minValue = 1_000_000n;
export const maxValue = 50_000_000_000n;

export const sides = ['buy', 'sell'] as const;
export type Side = (typeof sides)[number];

/** The currencies that an order gives and receives. */
export const currenciesOf = (side: Side, coin: CoinSymbol): { given: Currency; received: Currency } =>
  side === 'buy' ? { given: 'USDT', received: coin } : { given: coin, received: 'USDT' };
