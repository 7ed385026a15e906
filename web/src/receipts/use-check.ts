import type { Checked } from '@glasshouse/protocol/orders/receipt';
import { useEffect, useState } from 'react';
import type { Keys } from './receipt.ts';

export type Check =
  | { state: 'busy'; done: number; all: number }
  | { state: 'done'; checked: Checked; milliseconds: number }
  | { state: 'unable' };

/** Recomputes a value and reports after each tick. Must be the same function in every render. */
export type Recompute<V> = (
  value: V,
  keys: Keys,
  onSeal: (done: number, all: number) => Promise<void>,
) => Promise<Checked>;

const start: Check = { state: 'busy', done: 0, all: 0 };
const frameTime = 16; // milliseconds: about one frame, after which the page may render

/** Recomputes a receipt in this browser and reports the progress. `again` restarts it. */
export function useCheck<V>(how: Recompute<V>, value: V, keys: Keys | undefined, enabled: boolean) {
  const [round, setRound] = useState(0);
  // The keys are a new object in each render, so they are compared by content.
  const keyText = keys && JSON.stringify(keys);
  const [found, setFound] = useState<{ value: V; name: string; check: Check }>();
  const name = `${round} ${keyText}`;
  useEffect(() => {
    if (!enabled || keyText === undefined) return;
    const work = { stopped: false };
    const tell = (check: Check) => work.stopped || setFound({ value, name, check });
    void recompute(how, value, JSON.parse(keyText), work, tell).then(tell);
    return () => {
      work.stopped = true;
    };
  }, [how, value, keyText, enabled, name]);
  // The result for another receipt must not be shown here, not even briefly.
  const check = found && found.value === value && found.name === name ? found.check : start;
  return { check, again: () => setRound((before) => before + 1) };
}

/** Runs all checks and reports the progress. */
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
    if (performance.now() - drawn < frameTime || work.stopped) return;
    tell({ state: 'busy', done, all });
    await new Promise((resolve) => setTimeout(resolve));
    drawn = performance.now();
  };
  try {
    const checked = await how(value, keys, onSeal);
    return { state: 'done', checked, milliseconds: Math.max(1, Math.round(performance.now() - began)) };
  } catch {
    // If the browser lacks Ed25519 or the connection isn't secure, the page must not claim that anything was checked.
    return { state: 'unable' };
  }
}
