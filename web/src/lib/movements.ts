import type { MovementEvent } from '@glasshouse/protocol/movements/arrows';
import { useEffect, useEffectEvent } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { watchEvents } from './live.ts';

/**
 * Hears of each of the user's own movements of money the moment its state changes. `missed` asks again for what is on the screen: one may
 * have changed before anybody listened.
 */
export function useMovements(hear: (event: MovementEvent) => void, missed: () => void = () => {}): void {
  const heard = useEffectEvent(hear);
  const ask = useEffectEvent(missed);
  useEffect(() => watchEvents<MovementEvent>('movement', heard, ask), []);
}

/** Whether this device waits for the end of a top-up's review: nobody else has to listen for one. */
export const useAwaitedTopUp = create<{ awaited: boolean }>()(
  persist((): { awaited: boolean } => ({ awaited: false }), { name: 'awaited-top-up', version: 1 }),
);
