import { type ChainState, followChain, noEntry, readAuditChain } from '@glasshouse/protocol/backoffice/audit';
import { call } from '../lib/call.ts';

/** What this browser has recomputed so far. */
export type Recomputed = { state: ChainState; of: number; brokenAt?: number };

const page = 500;
let done: ChainState = { entries: 0, head: noEntry };
let running: Promise<Recomputed> | undefined;

async function follow(onPart: (part: Recomputed) => void): Promise<Recomputed> {
  for (;;) {
    const from = done;
    const { list, state } = await call(readAuditChain, { after: from.entries, limit: page });
    const followed = await followChain(from, list);
    // Somebody asked to start over meanwhile.
    if (done !== from) continue;
    if (!followed.ok) return { state: done, of: state.entries, brokenAt: followed.brokenAt };
    done = followed.state;
    const part = { state: done, of: state.entries };
    if (list.length < page) return done.head === state.head ? part : { ...part, brokenAt: done.entries + 1 };
    onPart(part);
  }
}

/** Recomputes the log from where this browser left off; from the beginning the first time. */
export function recompute(onPart: (part: Recomputed) => void = () => {}): Promise<Recomputed> {
  running ??= follow(onPart).finally(() => {
    running = undefined;
  });
  return running;
}

/** Starts over: what was found intact before is not trusted any more. */
export function forgetRecomputed(): void {
  done = { entries: 0, head: noEntry };
}

type Seen = ChainState & { at: string };
const key = 'audit-head';

/** The longest log this browser has ever been shown; a shorter one told later means that entries were taken away. */
export function seenBefore(head: ChainState, at: number): ChainState | undefined {
  const stored = localStorage.getItem(key);
  const seen = stored === null ? undefined : (JSON.parse(stored) as Seen);
  // What was told before says nothing: another tab is further on.
  if (seen && head.entries < seen.entries) return Date.parse(seen.at) < at ? seen : undefined;
  localStorage.setItem(key, JSON.stringify({ ...head, at: new Date(at).toISOString() } satisfies Seen));
  return undefined;
}
