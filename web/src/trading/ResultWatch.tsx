import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { assetsKey } from '../lib/assets.ts';
import { Refused } from '../lib/call.ts';
import { isCovered } from '../lib/layers.ts';
import { watchEvents } from '../lib/live.ts';
import { usePreferences } from '../lib/preferences.ts';
import { serverNow } from '../lib/server-clock.ts';
import { dismissToast, showToast, type ToastMessage } from '../ui/toast.ts';
import { useCode } from '../ui/use-code.ts';
import type { Awaited } from './awaited.ts';
import type { Waiting } from './waiting.ts';

// Somebody who comes back after a long time is shown the newest results; the rest are in the records.
const atOnce = 5;

/** How the results of a product are heard of and shown. The same one must be given each time it is drawn. */
export type Watched<O> = {
  /** Its page, where results are shown whole. */
  home: RegExp;
  /** The type of the events that tell of results. */
  event: string;
  /** One order, once it has ended; undefined before that. */
  read: (id: string) => Promise<O | undefined>;
  awaited: Awaited;
  results: Waiting<O>;
  toastOf: (order: O) => ToastMessage;
  spokenOf: (order: O) => string;
  /** What is out of date once an order has ended. */
  stale: QueryKey;
  loadSheet: () => Promise<ComponentType>;
};
type Event = { type: string; orders: readonly { id: string }[] };
type Open = { orders: readonly { id: string; dueSlot: number }[]; count: number };
type ResultWatchProps<O> = { user: string; of: Watched<O>; open: Open | undefined };

/** Waits for the ends of the user's orders on every page: heard by push, and found by asking when push is silent. */
export function ResultWatch<O>({ user, of, open }: ResultWatchProps<O>) {
  const isHere = of.home.test(useLocation().pathname);
  const { spoken, announce } = useAnnounce(user, of, isHere);
  const waits = (open?.count ?? 0) > 0;
  useEffect(() => {
    if (!open) return;
    for (const id of of.awaited.seenOpen(user, open.orders, serverNow()).slice(-atOnce)) announce(id);
  }, [open, user, of, announce]);
  useEffect(() => {
    if (!waits) return;
    const hear = ({ orders }: Event) => {
      for (const { id } of orders.slice(-atOnce)) announce(id);
    };
    // What was missed is found by asking.
    return watchEvents<Event>(of.event, hear, () => {});
  }, [waits, of, announce]);
  const shown = of.results.useWaiting(({ waiting }) => waiting.length > 0);
  const ResultSheet = useCode(shown, of.loadSheet, toastsFrom(of, 0));
  // Somebody who leaves has seen the one that was shown, if the sheet was there; the others follow as toasts.
  const leave = useEffectEvent(toastsFrom(of, ResultSheet ? 1 : 0));
  useEffect(() => {
    if (!isHere) leave();
  }, [isHere]);
  return (
    <>
      <p className="vh" role="status" aria-live="polite">
        {spoken}
      </p>
      {ResultSheet && <ResultSheet />}
    </>
  );
}

/** Turns the results that wait into lines, but for those that were seen. */
const toastsFrom =
  <O,>({ results, toastOf }: Watched<O>, seen: number) =>
  () => {
    for (const order of results.useWaiting.getState().waiting.slice(seen)) showToast(toastOf(order));
    results.closeResults();
  };

/** Fetches an ended order and shows it once: in a sheet on its product's page, as a toast elsewhere and while something is open. */
function useAnnounce<O>(user: string, of: Watched<O>, isHere: boolean) {
  const queries = useQueryClient();
  const [spoken, setSpoken] = useState('');
  const here = useRef(isHere);
  useEffect(() => {
    here.current = isHere;
  });
  const tell = useCallback(
    (order: O) => {
      // A result never covers what is open: its buttons would appear where another one is about to be pressed.
      const isBusy = isCovered() && of.results.useWaiting.getState().waiting.length === 0;
      if (!here.current || isBusy) return showToast(of.toastOf(order));
      dismissToast();
      of.results.showResult(order);
      if (usePreferences.getState().readAloud) setSpoken(of.spokenOf(order));
    },
    [of],
  );
  const announce = useCallback(
    async (id: string) => {
      const order = await of.read(id);
      if (order === undefined || !of.awaited.noLongerAwaited(user, id)) return;
      void queries.invalidateQueries({ queryKey: of.stale });
      void queries.invalidateQueries({ queryKey: assetsKey });
      tell(order);
    },
    [user, of, queries, tell],
  );
  // What cannot be had now is asked for again with the next look at the positions; what nobody knows is not awaited.
  const tryTo = useCallback(
    (id: string) => {
      announce(id).catch(
        (error) => error instanceof Refused && error.code === 404 && of.awaited.noLongerAwaited(user, id),
      );
    },
    [announce, user, of],
  );
  return { spoken, announce: tryTo };
}
