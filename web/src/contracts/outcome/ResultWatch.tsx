import type { ContractEvent, showOrder } from '@glasshouse/protocol/contracts/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { assetsKey } from '../../lib/assets.ts';
import { call, Refused } from '../../lib/call.ts';
import { isCovered } from '../../lib/layers.ts';
import { watchEvents } from '../../lib/live.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { dismissToast, showToast } from '../../ui/toast.ts';
import { useCode } from '../../ui/use-code.ts';
import { contractsKey, usePositions } from '../positions.ts';
import { noLongerAwaited, seenOpen } from './awaited.ts';
import { resultToast, spokenResult } from './result-words.ts';
import { closeResults, type Ended, hasEnded, showResult, useWaiting } from './results.ts';

// Somebody who comes back after a long time is shown the newest results; the rest are in the records.
const atOnce = 5;

/** Waits for the ends of the user's contracts on every page: heard by push, and found by asking when push is silent. */
export function ResultWatch({ user }: { user: string }) {
  const isHere = /^\/contract\/*$/.test(useLocation().pathname);
  const { data } = usePositions(true, true);
  const { spoken, announce } = useAnnounce(user, isHere);
  const waits = (data?.count ?? 0) > 0;
  useEffect(() => {
    if (!data) return;
    for (const id of seenOpen(user, data.orders, serverNow()).slice(-atOnce)) announce(id);
  }, [data, user, announce]);
  useEffect(() => {
    if (!waits) return;
    const hear = ({ orders }: ContractEvent) => {
      for (const { id } of orders.slice(-atOnce)) announce(id);
    };
    // What was missed is found by asking.
    return watchEvents<ContractEvent>('contract', hear, () => {});
  }, [waits, announce]);
  const shown = useWaiting(({ waiting }) => waiting.length > 0);
  const ResultSheet = useCode(shown, async () => (await import('./ResultSheet.tsx')).ResultSheet, toastsFrom(0));
  // Somebody who leaves has seen the one that was shown, if the sheet was there; the others follow as toasts.
  const leave = useEffectEvent(toastsFrom(ResultSheet ? 1 : 0));
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
const toastsFrom = (seen: number) => () => {
  for (const order of useWaiting.getState().waiting.slice(seen)) showToast(resultToast(order));
  closeResults();
};

/** A result never covers what is open: its buttons would appear where another one is about to be pressed. */
const isBusy = () => isCovered() && useWaiting.getState().waiting.length === 0;

/** Fetches an ended order and shows it once: in a sheet on the contract tab, as a toast elsewhere and while something is open. */
function useAnnounce(user: string, isHere: boolean) {
  const queries = useQueryClient();
  const [spoken, setSpoken] = useState('');
  const here = useRef(isHere);
  useEffect(() => {
    here.current = isHere;
  });
  const tell = useCallback((order: Ended) => {
    if (!here.current || isBusy()) return showToast(resultToast(order));
    dismissToast();
    showResult(order);
    if (usePreferences.getState().readAloud) setSpoken(spokenResult(order));
  }, []);
  const announce = useCallback(
    async (id: string) => {
      const { order } = await call<typeof showOrder>('POST', '/index/contract/order', { id });
      if (!hasEnded(order) || !noLongerAwaited(user, id)) return;
      void queries.invalidateQueries({ queryKey: contractsKey });
      void queries.invalidateQueries({ queryKey: assetsKey });
      tell(order);
    },
    [user, queries, tell],
  );
  // What cannot be had now is asked for again with the next look at the positions; what nobody knows is not awaited.
  const tryTo = useCallback(
    (id: string) => {
      announce(id).catch((error) => error instanceof Refused && error.code === 404 && noLongerAwaited(user, id));
    },
    [announce, user],
  );
  return { spoken, announce: tryTo };
}
