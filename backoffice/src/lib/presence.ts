import { now } from '@glasshouse/kit/clock.ts';
import { useSyncExternalStore } from 'react';

// Refreshes must not keep an absent operator logged in, so they stop before the session ends.
const patience = 5 * 60_000;
const listeners = new Set<() => void>();
let present = true;
let lastSeen = now();

function set(value: boolean): void {
  if (present === value) return;
  present = value;
  for (const listener of listeners) listener();
}

/** Watches for input by mouse or keyboard. */
export function watchPresence(): void {
  const seen = () => {
    lastSeen = now();
    set(true);
  };
  for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focus']) {
    addEventListener(kind, seen, { passive: true });
  }
  setInterval(() => set(now() - lastSeen < patience && document.visibilityState === 'visible'), 10_000);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the operator is present and the page visible. */
export const usePresence = (): boolean => useSyncExternalStore(subscribe, () => present);
