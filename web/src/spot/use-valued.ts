import { compareDecimal } from '@glasshouse/protocol/decimal';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { quoteOf, whenQuoteChanges } from '../lib/quotes.ts';
import { type Holding, holdingAt } from './amounts.ts';
import type { Holdings } from './spot.ts';

type Held = Holdings['coins'];

/** Holdings at the newest prices: those worth something, the largest first, and small rests apart. A coin without a price is left out. */
export function useValued(held: Held, least: string): { coins: Holding[]; rests: Holding[] } {
  const symbols = held.map(({ symbol }) => symbol).join(' ');
  const subscribe = useCallback(
    (wake: () => void) => {
      const stops = symbols.split(' ').map((symbol) => whenQuoteChanges(symbol, wake));
      return () => {
        for (const stop of stops) stop();
      };
    },
    [symbols],
  );
  const prices = useSyncExternalStore(subscribe, () =>
    symbols
      .split(' ')
      .map((symbol) => quoteOf(symbol)?.price ?? '')
      .join(' '),
  );
  return useMemo(() => {
    const known = prices.split(' ');
    const valued = held
      .flatMap((each, nth) => (known[nth] ? holdingAt(each, known[nth]) : []))
      .toSorted((a, b) => compareDecimal(b.worth, a.worth));
    const isRest = ({ worth }: Holding) => compareDecimal(worth, least) < 0;
    return { coins: valued.filter((each) => !isRest(each)), rests: valued.filter(isRest) };
  }, [held, prices, least]);
}
