import { type ChainState, followChain, noEntry, readAuditChain } from '@glasshouse/protocol/backoffice/audit';
import { call } from '../lib/call.ts';

/** How much of the log this browser has recomputed. */
export type Recomputed = { state: ChainState; of: number; brokenAt?: number };

const page = 500;
let done: ChainState = { entries: 0, head: noEntry };
let running: Promise<Recomputed> | undefined;

async function follow(onPart: (part: Recomputed) => void): Promise<Recomputed> {
  for (;;) {
    const from = done;
    const { list, state } = await call(readAuditChain, { after: from.entries, limit: page });
    const followed = await followChain(from, list);
    // The check was started over in the meantime.
    if (done !== from) continue;
    if (!followed.ok) return { state: done, of: state.entries, brokenAt: followed.brokenAt };
    done = followed.state;
    const part = { state: done, of: state.entries };
    if (list.length < page) return done.head === state.head ? part : { ...part, brokenAt: done.entries + 1 };
    onPart(part);
  }
}

/** Recomputes the log from where this browser stopped, the first time from the beginning. */
export function recompute(onPart: (part: Recomputed) => void = () => {}): Promise<Recomputed> {
  running ??= follow(onPart).finally(() => {
    running = undefined;
  });
  return running;
}

/** Starts over: discards earlier results. */
export function forgetRecomputed(): void {
  done = { entries: 0, head: noEntry };
}

type Seen = ChainState & { at: string };
const key = 'audit-head';

/**
 * Compares with the longest log this browser has been shown. Returns that if the new one is shorter, because entries
 * are then missing.
 */
export function seenBefore(head: ChainState, at: number): ChainState | undefined {
  const stored = localStorage.getItem(key);
  const seen = stored === null ? undefined : (JSON.parse(stored) as Seen);
  // A shorter answer that is older proves nothing: another tab has seen a newer one.
  if (seen && head.entries < seen.entries) return Date.parse(seen.at) < at ? seen : undefined;
  localStorage.setItem(key, JSON.stringify({ ...head, at: new Date(at).toISOString() } satisfies Seen));
  return undefined;
}
