import { dayMs } from '@glasshouse/protocol/utc-day';
import type { WealthEvent } from '@glasshouse/protocol/wealth/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { assetsKey } from '../lib/assets.ts';
import { watchEvents } from '../lib/live.ts';
import { serverNow } from '../lib/server-clock.ts';

// The income of a day is booked within the minutes after midnight. Randomized, so that not all clients ask at the same
// moment.
const refreshTimes = [20_000, 80_000, 200_000];
const maxDelay = 20_000;

/**
 * Refreshes the screen whenever something is bought, paid or ended, here or elsewhere, and when a day's income is
 * booked.
 */
export function useWealthNews(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const renew = () => void queries.invalidateQueries({ queryKey: assetsKey });
    const leave = watchEvents<WealthEvent>('wealth', renew, renew);
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      const since = serverNow() % dayMs;
      const next = refreshTimes.find((time) => time > since) ?? dayMs + refreshTimes[0]!;
      timer = setTimeout(
        () => {
          renew();
          wait();
        },
        next - since + Math.random() * maxDelay,
      );
    };
    wait();
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [queries]);
}

/**
 * Keeps figures up to date on all pages. Loads a little after the first page; the pages of orders subscribe from the
 * start.
 */
export function WealthWatch() {
  useWealthNews();
  return null;
}
