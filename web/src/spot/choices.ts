import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import type { Side } from '@glasshouse/protocol/spot/terms';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

type Choices = {
  symbol: string;
  side: Side;
  /** What the amount is typed in. */
  unit: 'usdt' | 'coin';
  /** As it was typed. */
  typed: string;
};

const start: Choices = { symbol: 'BTC', side: 'buy', unit: 'usdt', typed: '' };

/** What was chosen last on this device: the ticket comes back as it was left. */
export const useChoices = create<Choices>()(persist(() => start, { name: 'spot', version: 1 }));

export const choose = (part: Partial<Choices>) => useChoices.setState(part);
/** Another coin or another side: an amount of the one before would mean something else. */
export const chooseAnew = (part: Partial<Pick<Choices, 'symbol' | 'side'>>) => choose({ ...part, typed: '' });

/** A link such as /spot?symbol=ETH&side=sell chooses coin and side. */
export function useAskedCoin(): void {
  const [search] = useSearchParams();
  useEffect(() => {
    const symbol = search.get('symbol')?.toUpperCase();
    const side = search.get('side');
    if (!symbol || !coinBySymbol(symbol)) return;
    const { symbol: before } = useChoices.getState();
    if (symbol !== before) chooseAnew({ symbol });
    if (side === 'buy' || side === 'sell') chooseAnew({ side });
  }, [search]);
}
