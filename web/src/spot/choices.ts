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
  /** The currency in which the amount is typed. */
  unit: 'usdt' | 'coin';
  /** As typed. */
  typed: string;
  /** The period of the candles. */
  period: Period;
};

const start: Choices = { symbol: 'BTC', side: 'buy', unit: 'usdt', typed: '', period: '5m' };

/** The last choices on this device, so that the ticket reopens as it was left. */
export const useChoices = create<Choices>()(persist(() => start, { name: 'spot', version: 1 }));

export const choose = (part: Partial<Choices>) => useChoices.setState(part);
/** For another coin or side the typed amount would mean something else, so it is cleared. */
export const chooseAndClear = (part: Partial<Pick<Choices, 'symbol' | 'side'>>) => choose({ ...part, typed: '' });

/** The choices in an address. Without a side it chooses buying, whatever was done last. */
export function askedIn(search: URLSearchParams, before: Pick<Choices, 'symbol' | 'side'>): Partial<Choices> {
  const wantedSymbol = search.get('symbol')?.toUpperCase() ?? '';
  const symbol = coinBySymbol(wantedSymbol) ? wantedSymbol : before.symbol;
  const side = askedOf(search, 'side', sides) ?? 'buy';
  const isSame = symbol === before.symbol && side === before.side;
  return isSame ? {} : { symbol, side, typed: '' };
}

/** The history entry whose address was applied last. */
let chosenBy: string | undefined;

/**
 * A link such as /spot?symbol=ETH&side=sell chooses coin and side. Following the same link again applies it again;
 * going back to it doesn't.
 */
export function useAskedCoin(): void {
  const { search, key } = useLocation();
  useLayoutEffect(() => {
    if (key === chosenBy) return;
    chosenBy = key;
    choose(askedIn(new URLSearchParams(search), useChoices.getState()));
  }, [search, key]);
}
