import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { serverNow } from './server-clock.ts';
import { siteQuery } from './site.ts';

type Maintenance = { from: number; until: number; text: string | null; active: boolean };

const lookAgain = 15_000;
const longest = 2_000_000_000;

/** The window under way or to come, by the server's clock; looked at again when it begins, ends, or might have been ended. */
export function useMaintenance(): Maintenance | undefined {
  const { data, refetch } = useQuery(siteQuery);
  const [, wake] = useState(0);
  const time = serverNow();
  const window = data?.maintenance;
  const [from, until] = [window ? Date.parse(window.from) : 0, window ? Date.parse(window.until) : 0];
  const active = from <= time && time < until;
  useEffect(() => {
    if (!until) return;
    const wait = active ? Math.min(lookAgain, until - serverNow()) : from - serverNow();
    if (!active && wait < 0) return;
    const timer = setTimeout(
      () => {
        wake((count) => count + 1);
        if (active) void refetch();
      },
      Math.min(longest, Math.max(250, wait)),
    );
    return () => clearTimeout(timer);
  });
  return window && time < until ? { from, until, text: window.text, active } : undefined;
}
