import type { Candle, listCandles } from '@glasshouse/protocol/market/calls';
import type { Period } from '@glasshouse/protocol/market/candle-periods';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { call } from './call.ts';
import { watchLive } from './live.ts';

/** Merges both lists, oldest first. Where both have a candle, the one of `fresh` wins. */
export function mergeCandles(known: readonly Candle[], fresh: readonly Candle[]): readonly Candle[] {
  const first = fresh[0];
  if (!first) return known;
  if (known.length === 0) return fresh;
  const cut = known.findLastIndex(({ time }) => time < first.time) + 1;
  const times = new Set(fresh.map(({ time }) => time));
  const kept = known.slice(cut).filter(({ time }) => !times.has(time));
  const tail = kept.length === 0 ? fresh : [...kept, ...fresh].sort((a, b) => a.time - b.time);
  return [...known.slice(0, cut), ...tail];
}

const pageSize = 240;
const maxCandles = 5000;

const read = (symbol: string, period: Period, before?: number) =>
  call<typeof listCandles>('POST', '/index/market/candles', {
    symbol,
    period,
    limit: pageSize,
    ...(before !== undefined && { before }),
  });

/** Candles of one coin: history in pages, new ones from the stream, and missed ones fetched again. */
export function useCandles(symbol: string, period: Period) {
  const history = useInfiniteQuery({
    queryKey: ['candles', symbol, period],
    queryFn: ({ pageParam }) => read(symbol, period, pageParam),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ older }) => older ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { quiet: true },
  });
  const past = useMemo(() => history.data?.pages.toReversed().flatMap((page) => page.candles) ?? [], [history.data]);
  const fresh = useFresh(symbol, period, past.at(-1)?.time);
  const candles = useMemo(() => mergeCandles(past, fresh), [past, fresh]);
  const { hasNextPage, isFetching, fetchNextPage } = history;
  const canLoad = hasNextPage && !isFetching && candles.length < maxCandles;
  const loadOlder = useCallback(() => {
    if (canLoad) void fetchNextPage();
  }, [canLoad, fetchNextPage]);
  return { candles, loadOlder, isPending: history.isPending, error: history.error, reload: history.refetch };
}

/** The candles from the stream. `known` is the newest candle of the pages. */
function useFresh(symbol: string, period: Period, known: number | undefined): readonly Candle[] {
  const [fresh, setFresh] = useState<readonly Candle[]>([]);
  const newest = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (known !== undefined) newest.current = Math.max(known, newest.current ?? 0);
  }, [known]);
  useEffect(
    () =>
      watchLive({ topic: 'candles', symbol, period }, (frame) => {
        const [first] = frame.kind === 'candles' ? frame.candles : [];
        if (frame.kind !== 'candles' || !first) return;
        const missed = newest.current !== undefined && first.time > newest.current;
        newest.current = frame.candles.at(-1)!.time;
        setFresh((before) => mergeCandles(before, frame.candles).slice(-maxCandles));
        // The page was hidden or the connection was lost: the candles in between are fetched.
        if (!missed) return;
        read(symbol, period).then(
          ({ candles }) => setFresh((before) => mergeCandles(candles, before)),
          () => {},
        );
      }),
    [symbol, period],
  );
  return fresh;
}
