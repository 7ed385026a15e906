import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import type { Side } from '@glasshouse/protocol/options/black-scholes';
import { isFlash, isLife } from '@glasshouse/protocol/options/terms';
import { useEffect } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { useLocation } from '../lib/router.tsx';

type View = 'flash' | 'clock';
type Choices = {
  symbol: string;
  view: View;
  /** The life chosen last in each view, in seconds. */
  flash: number;
  clock: number;
  /** The option selected in the table of strikes. */
  side: Side;
  strike: string;
  /** As typed, for each coin. */
  sizes: Readonly<Record<string, string>>;
};
const start: Choices = {
  symbol: 'BTC',
  view: 'flash',
  flash: 300,
  clock: 86_400,
  side: 'call',
  strike: '',
  sizes: {},
};

/** The last choices on this device, so that the ticket reopens as it was left. */
export const useChoices = create<Choices>()(persist(() => start, { name: 'options', version: 1 }));
export const choose = (part: Partial<Choices>) => useChoices.setState(part);
export const chooseSize = (symbol: string, size: string) =>
  useChoices.setState(({ sizes }) => ({ sizes: { ...sizes, [symbol]: size } }));

/** A link such as /options?symbol=ETH&life=3600 chooses coin and life. */
export function useAsked(): void {
  const { search } = useLocation();
  useEffect(() => {
    const query = new URLSearchParams(search);
    const symbol = query.get('symbol')?.toUpperCase();
    const life = Number(query.get('life'));
    if (symbol && coinBySymbol(symbol)) choose({ symbol });
    if (isLife(life)) choose(isFlash(life) ? { view: 'flash', flash: life } : { view: 'clock', clock: life });
  }, [search]);
}
