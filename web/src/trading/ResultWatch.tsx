import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { assetsKey } from '../lib/assets.ts';
import { Refused } from '../lib/call.ts';
import { isCovered } from '../lib/layers.ts';
import { watchEvents } from '../lib/live.ts';
import { useLocation } from '../lib/router.tsx';
import { serverNow } from '../lib/server-clock.ts';
import { useCode } from '../ui/use-code.ts';
import type { Awaited } from './awaited.ts';
import { ResultCard } from './ResultCard.tsx';
import { type Spoken, tellResult } from './result.ts';
import { closeWhole, isHomeOf, isOpened, useOpened, useWaiting } from './waiting.ts';

// Somebody who comes back after a long time is shown the newest results; the rest are in the records.
const atOnce = 5;

/** How the results of a product are heard of and shown. The same one must be given each time it is drawn. */
export type Watched<O extends { id: string }> = Spoken<O> & {
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
  const isHere = isHomeOf(of.product, useLocation().pathname);
  const announce = useAnnounce(user, of, isHere);
  const { event, product } = of;
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
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every page
  useEffect(() => () => leave(), [pathname]);
  return (
    <>
      <Floating of={of} />
      {ResultSheet && <ResultSheet />}
    </>
  );
}

// Whoever checks a receipt, logs in or opens an account is not told of an order meanwhile: it waits.
const quiet = /^\/(contract\/receipt|receipt|shared|login|register|forget|lock)(\/|$)/;

/** On pages other than its own, the newest result of all stands at the foot. */
function Floating<O extends { id: string }>({ of }: { of: Watched<O> }) {
  const { pathname } = useLocation();
  const waiting = useWaiting((product) => !isHomeOf(product, pathname));
  if (quiet.test(pathname) || waiting.at(-1)?.product !== of.product) return null;
  return <ResultCard of={of} waiting={waiting} floats />;
}

/** Fetches an ended order and tells of it once: on the card, or whole on its product's page for whoever has chosen that. */
function useAnnounce<O extends { id: string }>(user: string, of: Watched<O>, isHere: boolean) {
  const queries = useQueryClient();
  const here = useRef(isHere);
  useEffect(() => {
    here.current = isHere;
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
      // A result never covers what is open: its buttons would appear where another one is about to be pressed.
      const isFree = !isCovered() || isOpened(of.product);
      tellResult(queries, of, user, order, here.current && isFree);
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
