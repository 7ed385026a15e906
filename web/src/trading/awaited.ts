import { msOf } from '@glasshouse/protocol/market/tape';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { recallStored, watchStored } from '../lib/stored.ts';

type Open = { id: string; dueSlot: number };
type AwaitedState = { user: string; orders: readonly Open[] };
const maxOrders = 100;

export type Awaited = {
  /** Adds the open orders, and returns the ids of those that have ended: due, and no longer open. */
  seenOpen: (user: string, open: readonly Open[], now: number) => string[];
  /** Removes an order from the list. Returns false if it wasn't on it, because its result has already been shown. */
  noLongerAwaited: (user: string, id: string) => boolean;
  /** Calls back when another tab has placed an order or shown a result. */
  watchTabs?: (wake: () => void) => () => void;
};

/**
 * A user's orders of one product whose result hasn't been shown on this device. Stored, so that a reload loses no
 * result.
 */
export function awaitedIn(name: string): Awaited {
  const useAwaited = create<AwaitedState>()(
    persist((): AwaitedState => ({ user: '', orders: [] }), { name, version: 1 }),
  );
  // Ignores orders that another user left on this device.
  const ownOf = (user: string) => {
    recallStored(useAwaited); // another tab may have shown some
    const kept = useAwaited.getState();
    return kept.user === user ? kept.orders : [];
  };
  // Orders whose result has been shown since the app was opened. An outdated answer may still list them as open.
  const shown = new Set<string>();
  return {
    seenOpen: (user, open, now) => {
      const own = ownOf(user);
      const openIds = new Set(own.map(({ id }) => id));
      const isOpen = new Set(open.map(({ id }) => id));
      const fresh = open
        .filter(({ id }) => !openIds.has(id) && !shown.has(id))
        .map(({ id, dueSlot }) => ({ id, dueSlot }));
      if (fresh.length > 0) useAwaited.setState({ user, orders: [...own, ...fresh].slice(-maxOrders) });
      return own.filter(({ id, dueSlot }) => !isOpen.has(id) && msOf(dueSlot) <= now).map(({ id }) => id);
    },
    noLongerAwaited: (user, id) => {
      const own = ownOf(user);
      const rest = own.filter((order) => order.id !== id);
      if (rest.length === own.length) return false;
      useAwaited.setState({ user, orders: rest });
      shown.add(id);
      for (const oldest of [...shown].slice(0, -maxOrders)) shown.delete(oldest);
      return true;
    },
    watchTabs: (wake) => watchStored(useAwaited, wake),
  };
}
