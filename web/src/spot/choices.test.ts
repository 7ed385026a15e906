import { expect, test } from 'vitest';
import { askedIn } from './choices.ts';

const choicesIn = (search: string, before: { symbol: string; side: 'buy' | 'sell' }) =>
  askedIn(new URLSearchParams(search), before);

test('the ticket opens on buying after a sale, unless the link says otherwise', () => {
  const sold = { symbol: 'ETH', side: 'sell' } as const;
  expect(choicesIn('', sold)).toEqual({ symbol: 'ETH', side: 'buy', typed: '' });
  expect(choicesIn('symbol=ETH', sold)).toEqual({ symbol: 'ETH', side: 'buy', typed: '' });
  expect(choicesIn('symbol=eth&side=sell', sold)).toEqual({});
  expect(choicesIn('side=sell', { symbol: 'ETH', side: 'buy' })).toEqual({ symbol: 'ETH', side: 'sell', typed: '' });
});

test('the typed amount stays while coin and side are the same, and invalid links choose nothing', () => {
  const bought = { symbol: 'BTC', side: 'buy' } as const;
  expect(choicesIn('', bought)).toEqual({});
  expect(choicesIn('symbol=NONE&side=hold', bought)).toEqual({});
  expect(choicesIn('symbol=SOL', bought)).toEqual({ symbol: 'SOL', side: 'buy', typed: '' });
});
