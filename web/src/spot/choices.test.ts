import { expect, test } from 'vitest';
import { askedIn } from './choices.ts';

const asked = (search: string, before: { symbol: string; side: 'buy' | 'sell' }) =>
  askedIn(new URLSearchParams(search), before);

test('whoever sold last comes back to buying, unless a link says otherwise', () => {
  const sold = { symbol: 'ETH', side: 'sell' } as const;
  expect(asked('', sold)).toEqual({ symbol: 'ETH', side: 'buy', typed: '' });
  expect(asked('symbol=ETH', sold)).toEqual({ symbol: 'ETH', side: 'buy', typed: '' });
  expect(asked('symbol=eth&side=sell', sold)).toEqual({});
  expect(asked('side=sell', { symbol: 'ETH', side: 'buy' })).toEqual({ symbol: 'ETH', side: 'sell', typed: '' });
});

test('what was typed stays while neither coin nor side is another, and nonsense chooses nothing', () => {
  const bought = { symbol: 'BTC', side: 'buy' } as const;
  expect(asked('', bought)).toEqual({});
  expect(asked('symbol=NONE&side=hold', bought)).toEqual({});
  expect(asked('symbol=SOL', bought)).toEqual({ symbol: 'SOL', side: 'buy', typed: '' });
});
