import type { Checked } from '@glasshouse/protocol/orders/receipt';
import { useEffect, useState } from 'react';
import type { Keys } from './receipt.ts';

export type Check =
  | { state: 'busy'; done: number; all: number }
  | { state: 'done'; checked: Checked; milliseconds: number }
  | { state: 'unable' };

/** How something is recomputed; told after each tick. The same function must be given each time it is drawn. */
export type Recompute<V> = (
  value: V,
  keys: Keys,
  onSeal: (done: number, all: number) => Promise<void>,
) => Promise<Checked>;

const start: Check = { state: 'busy', done: 0, all: 0 };
const turn = 16; // ms: a frame, after which the page gets its turn

/** Recomputes a receipt in this browser, and says how far it has got. `again` starts over. */
export function useCheck<V>(how: Recompute<V>, value: V, keys: Keys | undefined, enabled: boolean) {
  const [round, setRound] = useState(0);
  // The keys are a new object at each draw; what they say is what counts.
  const known = keys && JSON.stringify(keys);
  const [found, setFound] = useState<{ value: V; name: string; check: Check }>();
  const name = `${round} ${known}`;
  useEffect(() => {
    if (!enabled || known === undefined) return;
    const work = { stopped: false };
    const tell = (check: Check) => work.stopped || setFound({ value, name, check });
    void recompute(how, value, JSON.parse(known), work, tell).then(tell);
    return () => {
      work.stopped = true;
    };
  }, [how, value, known, enabled, name]);
  // What was found about another receipt must not stand beside this one, not even for a moment.
  const check = found && found.value === value && found.name === name ? found.check : start;
  return { check, again: () => setRound((before) => before + 1) };
}

/** Everything that is to check about something, told as it goes on. */
export async function recompute<V>(
  how: Recompute<V>,
  value: V,
  keys: Keys,
  work: { stopped: boolean },
  tell: (check: Check) => unknown,
): Promise<Check> {
  const began = performance.now();
  let drawn = began;
  const onSeal = async (done: number, all: number) => {
    if (performance.now() - drawn < turn || work.stopped) return;
    tell({ state: 'busy', done, all });
    await new Promise((resolve) => setTimeout(resolve));
    drawn = performance.now();
  };
  try {
    const checked = await how(value, keys, onSeal);
    return { state: 'done', checked, milliseconds: Math.max(1, Math.round(performance.now() - began)) };
  } catch {
    // No Ed25519 in this browser, or a page that is not served securely: it must not claim that anything was checked.
    return { state: 'unable' };
  }
}
