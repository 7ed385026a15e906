import { msOf } from '@glasshouse/protocol/market/tape';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { recallStored, watchStored } from '../lib/stored.ts';

type Open = { id: string; dueSlot: number };
type AwaitedState = { user: string; orders: readonly Open[] };
const most = 100;

export type Awaited = {
  /** Adds what is open now, and says which of the awaited have ended: due, and not open any more. */
  seenOpen: (user: string, open: readonly Open[], now: number) => string[];
  /** Takes an order off the list; false if it was not on it, and so has been shown already. */
  noLongerAwaited: (user: string, id: string) => boolean;
  /** Says when another tab has an order more, or has shown a result. */
  watchTabs?: (wake: () => void) => () => void;
};

/** A user's orders of one product whose result was not shown on this device. Stored, so that a reload loses no result. */
export function awaitedIn(name: string): Awaited {
  const useAwaited = create<AwaitedState>()(
    persist((): AwaitedState => ({ user: '', orders: [] }), { name, version: 1 }),
  );
  // What another person left behind on this device is not theirs.
  const ownOf = (user: string) => {
    recallStored(useAwaited); // another tab may have shown some meanwhile
    const kept = useAwaited.getState();
    return kept.user === user ? kept.orders : [];
  };
  // Those whose result was shown since the app was opened: an answer that is older than the news may still call them open.
  const told = new Set<string>();
  return {
    seenOpen: (user, open, now) => {
      const own = ownOf(user);
      const known = new Set(own.map(({ id }) => id));
      const isOpen = new Set(open.map(({ id }) => id));
      const fresh = open
        .filter(({ id }) => !known.has(id) && !told.has(id))
        .map(({ id, dueSlot }) => ({ id, dueSlot }));
      if (fresh.length > 0) useAwaited.setState({ user, orders: [...own, ...fresh].slice(-most) });
      return own.filter(({ id, dueSlot }) => !isOpen.has(id) && msOf(dueSlot) <= now).map(({ id }) => id);
    },
    noLongerAwaited: (user, id) => {
      const own = ownOf(user);
      const rest = own.filter((order) => order.id !== id);
      if (rest.length === own.length) return false;
      useAwaited.setState({ user, orders: rest });
      told.add(id);
      for (const oldest of [...told].slice(0, -most)) told.delete(oldest);
      return true;
    },
    watchTabs: (wake) => watchStored(useAwaited, wake),
  };
}
