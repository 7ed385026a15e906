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
import { type Place, type SpokenResultSource, tellResult } from './result.ts';
import { closeWhole, isHomeOf, isOpened, type Product, useCountUnseen, useOpened } from './waiting.ts';

// Somebody who comes back after a long time is shown the newest results; the rest are in the records.
const atOnce = 5;

/** How the results of a product are heard of and shown. The same one must be given each time it is drawn. */
export type Watched<O extends { id: string }> = SpokenResultSource<O> & {
  /** The type of the events that tell of results; none for what no server knows. */
  event?: string;
  awaited: Awaited;
  /** What is out of date once an order has ended. */
  stale: QueryKey;
  loadSheet: () => Promise<ComponentType>;
};
type Event = { type: string; orders: readonly { id: string }[] };
type Open = { orders: readonly { id: string; dueSlot: number }[]; count: number };
type ResultWatchProps<O extends { id: string }> = { user: string; of: Watched<O>; open: Open | undefined };

/** Waits for the ends of the user's orders on every page: heard by push, and found by asking when push is silent. */
export function ResultWatch<O extends { id: string }>({ user, of, open }: ResultWatchProps<O>) {
  const { event, product } = of;
  const { pathname } = useLocation();
  const isHere = isHomeOf(product, pathname);
  const announce = useAnnounce(user, of, pathname);
  useCountUnseen(product, isHere);
  // The card is on this page.
  useEffect(() => {
    if (isHere) dismissResult();
  }, [isHere]);
  const waits = (open?.count ?? 0) > 0;
  useEffect(() => {
    if (!open) return;
    for (const id of of.awaited.seenOpen(user, open.orders, serverNow()).slice(-atOnce)) announce(id);
  }, [open, user, of, announce]);
  useEffect(() => {
    if (!waits || event === undefined) return;
    const hear = ({ orders }: Event) => {
      for (const { id } of orders.slice(-atOnce)) announce(id);
    };
    // What was missed is found by asking.
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
  // What cannot be shown whole waits on the card.
  const ResultSheet = useCode(opened, of.loadSheet, () => closeWhole(product, 0));
  // Somebody who leaves has seen the one that was shown, if the sheet was there; the others go on waiting.
  const leave = useEffectEvent(() => closeWhole(product, ResultSheet ? 1 : 0));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every page
  useEffect(() => () => leave(), [pathname]);
  return ResultSheet && <ResultSheet />;
}

// Nothing interrupts a user who checks a receipt, logs in or opens an account. The badge tells of the result afterwards.
const quiet = /^\/(contract\/receipt|receipt|shared|login|register|forget|lock)(\/|$)/;

function placeOf(product: Product, pathname: string): Place {
  if (quiet.test(pathname)) return 'quiet';
  if (!isHomeOf(product, pathname)) return 'elsewhere';
  // A result never covers what is open: its buttons would appear where another one is about to be pressed.
  return !isCovered() || isOpened(product) ? 'free' : 'covered';
}

/** Fetches an ended order and announces it once. */
function useAnnounce<O extends { id: string }>(user: string, of: Watched<O>, pathname: string) {
  const queries = useQueryClient();
  const here = useRef(pathname);
  useEffect(() => {
    here.current = pathname;
  });
  // Somebody else may be logged in by the time an answer comes.
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
      tellResult(queries, of, user, order, placeOf(of.product, here.current));
      void queries.invalidateQueries({ queryKey: of.stale });
      void queries.invalidateQueries({ queryKey: assetsKey });
    },
    [user, of, queries],
  );
  // What cannot be had now is asked for again with the next look at the positions; what nobody knows is not awaited.
  return useCallback(
    (id: string) => {
      announce(id).catch(
        (error) => error instanceof Refused && error.code === 404 && of.awaited.noLongerAwaited(user, id),
      );
    },
    [announce, user, of],
  );
}
