import type { Order } from '@glasshouse/protocol/contracts/calls';
import { msOf } from '@glasshouse/protocol/market/tape';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

type Open = Pick<Order, 'id' | 'dueSlot'>;
type Awaited = { user: string; orders: readonly Open[] };
const most = 100;

/** The user's orders whose result has not been shown on this device. Kept over a reload, so that no result goes unseen. */
const useAwaited = create<Awaited>()(
  persist((): Awaited => ({ user: '', orders: [] }), { name: 'awaited', version: 1 }),
);

/** Those of `user`; what another person left behind on this device is not theirs. */
const ownOf = (awaited: Awaited, user: string) => (awaited.user === user ? awaited.orders : []);

/** Those whose result was shown since the app was opened: an answer that is older than the news may still call them open. */
const told = new Set<string>();

/** Adds what is open now, and says which of the awaited have ended: due, and not open any more. */
export function seenOpen(user: string, open: readonly Open[], now: number): string[] {
  const own = ownOf(useAwaited.getState(), user);
  const known = new Set(own.map(({ id }) => id));
  const isOpen = new Set(open.map(({ id }) => id));
  const fresh = open.filter(({ id }) => !known.has(id) && !told.has(id)).map(({ id, dueSlot }) => ({ id, dueSlot }));
  if (fresh.length > 0) useAwaited.setState({ user, orders: [...own, ...fresh].slice(-most) });
  return own.filter(({ id, dueSlot }) => !isOpen.has(id) && msOf(dueSlot) <= now).map(({ id }) => id);
}

/** Takes an order off the list; false if it was not on it, and so has been shown already. */
export function noLongerAwaited(user: string, id: string): boolean {
  const own = ownOf(useAwaited.getState(), user);
  const rest = own.filter((order) => order.id !== id);
  if (rest.length === own.length) return false;
  useAwaited.setState({ user, orders: rest });
  told.add(id);
  for (const oldest of [...told].slice(0, -most)) told.delete(oldest);
  return true;
}
