import { type Checked, checkReceipt } from '@glasshouse/protocol/orders/receipt';
import type { Placed } from '@glasshouse/protocol/orders/shapes';
import { useEffect, useState } from 'react';
import { useLogMemory } from '../lib/log-memory.ts';
import { slipOf } from '../trading/slips.ts';
import { hadLog } from './log-words.ts';
import type { Keys } from './receipt.ts';

export type Check =
  | { state: 'busy'; done: number; all: number }
  | { state: 'done'; checked: Checked; milliseconds: number }
  | { state: 'unable' };

const start: Check = { state: 'busy', done: 0, all: 0 };
const turn = 16; // ms: a frame, after which the page gets its turn

/** Recomputes a receipt in this browser, and says how far it has got. `again` starts over. */
export function useCheck(value: unknown, keys: Keys | undefined, enabled: boolean) {
  const [round, setRound] = useState(0);
  // The keys are a new object at each draw; what they say is what counts.
  const known = keys && JSON.stringify(keys);
  const [found, setFound] = useState<{ value: unknown; name: string; check: Check }>();
  const name = `${round} ${known}`;
  useEffect(() => {
    if (!enabled || known === undefined) return;
    const work = { stopped: false };
    const tell = (check: Check) => work.stopped || setFound({ value, name, check });
    void recompute(value, JSON.parse(known), work, tell).then(tell);
    return () => {
      work.stopped = true;
    };
  }, [value, known, enabled, name]);
  // What was found about another receipt must not stand beside this one, not even for a moment.
  const check = found && found.value === value && found.name === name ? found.check : start;
  return { check, again: () => setRound((before) => before + 1) };
}

async function recompute(
  value: unknown,
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
    const mustBeLogged = mustBeLoggedHere(value);
    const checked = await checkReceipt(value, { ...keys, mustBeLogged, kept: keptFor(value), onSeal });
    return { state: 'done', checked, milliseconds: Math.max(1, Math.round(performance.now() - began)) };
  } catch {
    // No Ed25519 in this browser, or a page that is not served securely: it must not claim that anything was checked.
    return { state: 'unable' };
  }
}

/** The slip this device was given when the order was accepted. */
function keptFor(value: unknown) {
  const id = (value as { order?: { id?: unknown } } | null | undefined)?.order?.id;
  return typeof id === 'string' ? slipOf<Placed>(id) : undefined;
}

/** An order accepted after this device had seen the log is in it. */
function mustBeLoggedHere(value: unknown): boolean {
  const at = (value as { order?: { at?: unknown } } | null | undefined)?.order?.at;
  return typeof at === 'string' && hadLog(at, useLogMemory.getState().since);
}
