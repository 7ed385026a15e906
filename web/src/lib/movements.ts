import type { MovementEvent } from '@glasshouse/protocol/movements/arrows';
import { useEffect, useEffectEvent } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { watchEvents } from './live.ts';

/**
 * Listens to state changes of the user's own deposits, withdrawals and transfers. `missed` refetches what is on the
 * screen, because something may have changed before the subscription.
 */
export function useMovements(hear: (event: MovementEvent) => void, missed: () => void = () => {}): void {
  const heard = useEffectEvent(hear);
  const ask = useEffectEvent(missed);
  useEffect(() => watchEvents<MovementEvent>('movement', heard, ask), []);
}

/** Whether this device waits for the review of a top-up. If not, nothing listens for one. */
export const useAwaitedTopUp = create<{ awaited: boolean }>()(
  persist((): { awaited: boolean } => ({ awaited: false }), { name: 'awaited-top-up', version: 1 }),
);
