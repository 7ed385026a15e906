import type { listFavourites, setFavourite } from '@glasshouse/protocol/market/calls';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { useAccount } from './account.ts';
import { call } from './call.ts';

/** A visitor's favorites stay on the device until an account takes them over. */
type Marks = { symbols: string[] };
const useLocal = create<Marks>()(persist((): Marks => ({ symbols: [] }), { name: 'favourites' }));

const send = (symbol: string, favourite: boolean) =>
  call<typeof setFavourite>('POST', '/index/market/setFavourite', { symbol, favourite });

/**
 * Loads the account's favorites. Favorites set on this device before logging in are uploaded first, and stay here if
 * that fails.
 */
async function load(): Promise<string[]> {
  for (const symbol of useLocal.getState().symbols) {
    await send(symbol, true);
    useLocal.setState(({ symbols }) => ({ symbols: symbols.filter((each) => each !== symbol) }));
  }
  return (await call<typeof listFavourites>('POST', '/index/market/favourites', {})).symbols;
}

const turned = (symbols: readonly string[], symbol: string) =>
  symbols.includes(symbol) ? symbols.filter((each) => each !== symbol) : [...symbols, symbol];

const none: string[] = [];
const queryKey = ['favourites'];

/** The coins that this user or visitor has marked, and a stable function that toggles one. */
export function useFavourites(): { favourites: readonly string[]; toggle: (symbol: string) => void } {
  const { user } = useAccount();
  const queries = useQueryClient();
  const local = useLocal(({ symbols }) => symbols);
  const { data } = useQuery({ queryKey, queryFn: load, enabled: user !== null, staleTime: 60_000 });
  const { mutate } = useMutation({
    mutationFn: ({ symbol, favourite }: { symbol: string; favourite: boolean }) => send(symbol, favourite),
    // The star changes at once, and changes back if the server doesn't confirm it.
    onMutate: async ({ symbol }) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData<string[]>(queryKey, (symbols = []) => turned(symbols, symbol));
    },
    onSuccess: ({ symbols }) => queries.setQueryData(queryKey, symbols),
    onError: () => queries.invalidateQueries({ queryKey }),
  });
  const isUser = user !== null;
  const toggle = useCallback(
    (symbol: string) => {
      if (!isUser) return useLocal.setState(({ symbols }) => ({ symbols: turned(symbols, symbol) }));
      mutate({ symbol, favourite: !queries.getQueryData<string[]>(queryKey)?.includes(symbol) });
    },
    [isUser, mutate, queries],
  );
  return { favourites: isUser ? (data ?? none) : local, toggle };
}
