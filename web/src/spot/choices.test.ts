import { expect, test } from 'vitest';
import { askedIn } from './choices.ts';

const asked = (search: string, before: { symbol: string; side: 'buy' | 'sell' }) =>
  askedIn(new URLSearchParams(search), before);

test('the ticket opens on buying after a sale, unless the link says otherwise', () => {
  const sold = { symbol: 'ETH', side: 'sell' } as const;
  expect(asked('', sold)).toEqual({ symbol: 'ETH', side: 'buy', typed: '' });
  expect(asked('symbol=ETH', sold)).toEqual({ symbol: 'ETH', side: 'buy', typed: '' });
  expect(asked('symbol=eth&side=sell', sold)).toEqual({});
  expect(asked('side=sell', { symbol: 'ETH', side: 'buy' })).toEqual({ symbol: 'ETH', side: 'sell', typed: '' });
});

test('the typed amount stays while coin and side are the same, and invalid links choose nothing', () => {
  const bought = { symbol: 'BTC', side: 'buy' } as const;
  expect(asked('', bought)).toEqual({});
  expect(asked('symbol=NONE&side=hold', bought)).toEqual({});
  expect(asked('symbol=SOL', bought)).toEqual({ symbol: 'SOL', side: 'buy', typed: '' });
});
