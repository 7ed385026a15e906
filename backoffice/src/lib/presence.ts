import { now } from '@glasshouse/kit/clock.ts';
import { useSyncExternalStore } from 'react';

// Somebody who has gone must not be kept logged in by a page that asks for news: the page falls silent before the session ends.
const patience = 5 * 60_000;
const listeners = new Set<() => void>();
let present = true;
let lastSeen = now();

function set(value: boolean): void {
  if (present === value) return;
  present = value;
  for (const listener of listeners) listener();
}

/** Notes each touch of mouse or keyboard. */
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

/** Whether somebody is there to look at news. */
export const usePresence = (): boolean => useSyncExternalStore(subscribe, () => present);
