import type { Period } from '@glasshouse/protocol/market/candle-periods';
import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import { useEffect } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { useLocation } from '../lib/router.tsx';

type Choices = {
  symbol: string;
  /** The period of the candles. */
  period: Period;
  /** The period of the contract. */
  seconds: number;
  /** As typed. While empty, the smallest stake counts. */
  stake: string;
};

const start: Choices = { symbol: 'BTC', period: '5s', seconds: 60, stake: '' };

/** The last choices on this device, so that the ticket reopens as it was left. */
export const useChoices = create<Choices>()(persist(() => start, { name: 'ticket', version: 1 }));

export const choose = (part: Partial<Choices>) => useChoices.setState(part);

/** Whether this tab is the current page. While another one is, its sheets stay closed. */
export const useIsHere = (): boolean => /^\/contract\/*$/.test(useLocation().pathname);

/** A link such as /contract?symbol=ETH chooses the coin. */
export function useAskedCoin(): void {
  const isHere = useIsHere();
  const { search } = useLocation();
  useEffect(() => {
    const symbol = isHere && new URLSearchParams(search).get('symbol')?.toUpperCase();
    if (symbol && coinBySymbol(symbol)) choose({ symbol });
  }, [isHere, search]);
}
