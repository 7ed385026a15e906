import type { Period } from '@glasshouse/protocol/market/candle-periods';
import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import { type Side, sides } from '@glasshouse/protocol/spot/terms';
import { useLayoutEffect } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { useLocation } from '../lib/router.tsx';
import { askedOf } from '../trading/order-pages.ts';

type Choices = {
  symbol: string;
  side: Side;
  /** What the amount is typed in. */
  unit: 'usdt' | 'coin';
  /** As it was typed. */
  typed: string;
  /** The period of the candles. */
  period: Period;
};

const start: Choices = { symbol: 'BTC', side: 'buy', unit: 'usdt', typed: '', period: '5m' };

/** What was chosen last on this device: the ticket comes back as it was left. */
export const useChoices = create<Choices>()(persist(() => start, { name: 'spot', version: 1 }));

export const choose = (part: Partial<Choices>) => useChoices.setState(part);
/** Another coin or another side: an amount of the one before would mean something else. */
export const chooseAnew = (part: Partial<Pick<Choices, 'symbol' | 'side'>>) => choose({ ...part, typed: '' });

/** What an address chooses: one that names no side is for buying, whatever was done last. */
export function askedIn(search: URLSearchParams, before: Pick<Choices, 'symbol' | 'side'>): Partial<Choices> {
  const asked = search.get('symbol')?.toUpperCase() ?? '';
  const symbol = coinBySymbol(asked) ? asked : before.symbol;
  const side = askedOf(search, 'side', sides) ?? 'buy';
  const isSame = symbol === before.symbol && side === before.side;
  return isSame ? {} : { symbol, side, typed: '' };
}

/** The place in the history whose address chose last. */
let chosenBy: string | undefined;

/** A link such as /spot?symbol=ETH&side=sell chooses coin and side; the same link followed again chooses them again, coming back to it does not. */
export function useAskedCoin(): void {
  const { search, key } = useLocation();
  useLayoutEffect(() => {
    if (key === chosenBy) return;
    chosenBy = key;
    choose(askedIn(new URLSearchParams(search), useChoices.getState()));
  }, [search, key]);
}
