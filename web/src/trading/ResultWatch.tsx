import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { assetsKey } from '../lib/assets.ts';
import { Refused } from '../lib/call.ts';
import { isCovered } from '../lib/layers.ts';
import { watchEvents } from '../lib/live.ts';
import { useLocation } from '../lib/router.tsx';
import { serverNow } from '../lib/server-clock.ts';
import { dismissResult } from '../ui/toast.ts';
import { useCode } from '../ui/use-code.ts';
import type { Awaited } from './awaited.ts';
import { announceResult, type Place, type SpokenResultSource } from './result.ts';
import { closeFullSheet, isHomeOf, isOpened, type Product, useCountUnseen, useOpened } from './waiting.ts';

// A user who returns after a long time sees the newest results; the rest are in the records.
const maxShown = 5;

/** How the results of a product are received and shown. Must be the same object in every render. */
export type Watched<O extends { id: string }> = SpokenResultSource<O> & {
  /** The type of the events that report results; none for orders the server doesn't know. */
  event?: string;
  awaited: Awaited;
  /** The query to invalidate once an order has ended. */
  stale: QueryKey;
  loadSheet: () => Promise<ComponentType>;
};
type Event = { type: string; orders: readonly { id: string }[] };
type Open = { orders: readonly { id: string; dueSlot: number }[]; count: number };
type ResultWatchProps<O extends { id: string }> = { user: string; of: Watched<O>; open: Open | undefined };

/** Waits on every page for the user's orders to end: reported by events, and polled if no event arrives. */
export function ResultWatch<O extends { id: string }>({ user, of, open }: ResultWatchProps<O>) {
  const { event, product } = of;
  const { pathname } = useLocation();
  const isHere = isHomeOf(product, pathname);
  const announce = useAnnounce(user, of, pathname);
  useCountUnseen(product, isHere);
  // This page shows the card.
  useEffect(() => {
    if (isHere) dismissResult();
  }, [isHere]);
  const waits = (open?.count ?? 0) > 0;
  useEffect(() => {
    if (!open) return;
    for (const id of of.awaited.seenOpen(user, open.orders, serverNow()).slice(-maxShown)) announce(id);
  }, [open, user, of, announce]);
  useEffect(() => {
    if (!waits || event === undefined) return;
    const hear = ({ orders }: Event) => {
      for (const { id } of orders.slice(-maxShown)) announce(id);
    };
    // Polling finds missed events.
    return watchEvents<Event>(event, hear, () => {});
  }, [waits, event, announce]);
  const queries = useQueryClient();
  useEffect(
    () =>
      of.awaited.watchTabs?.(() => {
        void queries.invalidateQueries({ queryKey: of.stale });
        void queries.invalidateQueries({ queryKey: assetsKey });
      }),
    [of, queries],
  );
  const opened = useOpened(product).length > 0;
  // A result whose sheet can't load stays on the card.
  const ResultSheet = useCode(opened, of.loadSheet, () => closeFullSheet(product, 0));
  // When the user leaves the page, the displayed result counts as seen if its sheet was there. The others stay unread.
  const leave = useEffectEvent(() => closeFullSheet(product, ResultSheet ? 1 : 0));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every page
  useEffect(() => () => leave(), [pathname]);
  return ResultSheet && <ResultSheet />;
}

// Nothing interrupts a user who checks a receipt, logs in or opens an account. The badge reports the result afterwards.
const quiet = /^\/(contract\/receipt|receipt|shared|login|register|forget|lock)(\/|$)/;

function placeOf(product: Product, pathname: string): Place {
  if (quiet.test(pathname)) return 'quiet';
  if (!isHomeOf(product, pathname)) return 'elsewhere';
  // A result never covers an open sheet: its buttons would appear where the user is about to press another.
  return !isCovered() || isOpened(product) ? 'free' : 'covered';
}

/** Fetches an ended order and announces it once. */
function useAnnounce<O extends { id: string }>(user: string, of: Watched<O>, pathname: string) {
  const queries = useQueryClient();
  const here = useRef(pathname);
  useEffect(() => {
    here.current = pathname;
  });
  // Another user may be logged in by the time an answer arrives.
  const watches = useRef(true);
  useEffect(() => {
    watches.current = true;
    return () => {
      watches.current = false;
    };
  }, []);
  const announce = useCallback(
    async (id: string) => {
      const order = await of.read(id);
      if (!watches.current || order === undefined || !of.awaited.noLongerAwaited(user, id)) return;
      announceResult(queries, of, user, order, placeOf(of.product, here.current));
      void queries.invalidateQueries({ queryKey: of.stale });
      void queries.invalidateQueries({ queryKey: assetsKey });
    },
    [user, of, queries],
  );
  // If fetching fails now, the next look at the positions tries again. An order that doesn't exist is no longer
  // awaited.
  return useCallback(
    (id: string) => {
      announce(id).catch(
        (error) => error instanceof Refused && error.code === 404 && of.awaited.noLongerAwaited(user, id),
      );
    },
    [announce, user, of],
  );
}
