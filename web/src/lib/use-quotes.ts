import type { listMarket, Quote } from '@glasshouse/protocol/market/calls';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { call } from './call.ts';
import { useLive } from './live.ts';
import { putQuotes, quoteOf, useTape, watchQuotes, whenQuoteChanges } from './quotes.ts';

const fallbackDelay = 3000;
const never = () => () => {};

/** Keeps the quotes of all coins, or of one, up to date while a page is shown, and lists the coins. */
export function useQuotes(only?: string): {
  symbols: readonly string[];
  status: 'loading' | 'ready' | 'failed' | 'empty';
  error: Error | null;
  reload: () => Promise<unknown>;
} {
  const symbols = useTape((tape) => tape.symbols);
  useEffect(() => watchQuotes(only === undefined ? undefined : [only]), [only]);
  const isThere = only === undefined ? symbols.length > 0 : symbols.includes(only);
  const { data, error, refetch } = useFallback(!isThere);
  const failed = error ? 'failed' : 'loading';
  return {
    symbols,
    status: isThere ? 'ready' : data?.quotes.length === 0 ? 'empty' : failed,
    error,
    reload: refetch,
  };
}

/** If the stream brings nothing (a proxy may block it), the same quotes are fetched once by a call. */
function useFallback(isEmpty: boolean) {
  const lost = useLive(({ phase }) => phase === 'lost');
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), fallbackDelay);
    return () => clearTimeout(timer);
  }, []);
  const market = useQuery({
    queryKey: ['market'],
    queryFn: () => call<typeof listMarket>('POST', '/index/market/list', {}),
    enabled: isEmpty && (lost || late),
    meta: { quiet: true },
  });
  const { data } = market;
  useEffect(() => {
    if (data) putQuotes(data.quotes, data.source ?? '');
  }, [data]);
  return market;
}

/** One coin's quote; the component rerenders with each of its ticks. */
export const useQuote = (symbol: string): Quote | undefined => useQuotePart(symbol, (quote) => quote);

/** One value of a coin's quote; rerenders only when that value changes. `still` freezes the current value. */
export function useQuotePart<T>(symbol: string, pick: (quote: Quote) => T, still = false): T | undefined {
  const subscribe = useCallback((wake: () => void) => whenQuoteChanges(symbol, wake), [symbol]);
  return useSyncExternalStore(still ? never : subscribe, () => {
    const quote = quoteOf(symbol);
    return quote && pick(quote);
  });
}

/** The newest quotes of some coins; the component rerenders with the ticks of any of them. */
export function useQuotesOf(symbols: readonly string[]): ReadonlyMap<string, Quote> {
  const names = symbols.join(' ');
  const subscribe = useCallback(
    (wake: () => void) => {
      const stops = names.split(' ').map((symbol) => whenQuoteChanges(symbol, wake));
      return () => {
        for (const stop of stops) stop();
      };
    },
    [names],
  );
  useSyncExternalStore(subscribe, () => symbols.map((symbol) => quoteOf(symbol)?.slot ?? 0).join(' '));
  return new Map(symbols.flatMap((symbol) => [quoteOf(symbol) ?? []].flat()).map((quote) => [quote.symbol, quote]));
}
