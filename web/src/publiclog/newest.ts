import { now } from '@glasshouse/kit/clock.ts';
import { toHex } from '@glasshouse/protocol/bytes';
import type { LogHead } from '@glasshouse/protocol/publiclog/checkpoint';
import { tileWidth } from '@glasshouse/protocol/publiclog/tiles';
import { useQuery } from '@tanstack/react-query';
import { type LogEntry, readEntries, readNow, type Shown } from '../lib/log.ts';
import { useLogKey } from '../lib/log-query.ts';

/** The newest checkpoint, and when it first appeared. */
export type Newest = Shown & { since: number };

let newest = { root: '', since: 0 };

/** Reads the newest checkpoint and verifies its signature and those of the witnesses. */
async function readNewest(key: string, witnesses: readonly string[]): Promise<Newest> {
  const shown = await readNow(key, witnesses);
  const root = toHex(shown.head.root);
  if (root !== newest.root) newest = { root, since: now() };
  return { ...shown, since: newest.since };
}

/** Every second while the page is visible. */
export function useNewest() {
  const { site, key } = useLogKey();
  const shown = useQuery({
    queryKey: ['log', 'newest', key],
    queryFn: () => readNewest(key!, site.data?.witnesses ?? []),
    enabled: key !== undefined && site.data !== undefined,
    refetchInterval: 1000,
    staleTime: 0,
    retry: false,
    meta: { quiet: true },
  });
  return { site, key, shown };
}

/** Entries of a range, newest first; `undefined` if one doesn't match the signed checkpoint. */
export async function readBackwards(head: LogHead, from: number, to: number): Promise<LogEntry[] | undefined> {
  const found: LogEntry[] = [];
  for (let at = from; at < to; ) {
    const end = Math.min(to, (Math.floor(at / tileWidth) + 1) * tileWidth);
    const part = await readEntries(head, at, end);
    if (!part) return undefined;
    found.push(...part);
    at = end;
  }
  return found.reverse();
}
