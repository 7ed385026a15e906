import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { usePreferences } from './preferences.ts';

type Hidden = { hidden: boolean };

/** Whether balances are shown as dots. Stored, and reset to hidden at every start if the user has chosen that. */
const useStore = create<Hidden>()(
  persist((): Hidden => ({ hidden: false }), {
    name: 'balances',
    merge: (stored, start) => ({
      hidden: usePreferences.getState().hideBalances || ((stored as Hidden | undefined)?.hidden ?? start.hidden),
    }),
  }),
);

export const useHidden = (): boolean => useStore(({ hidden }) => hidden);
/** The same, outside of rendering. */
export const isHidden = (): boolean => useStore.getState().hidden;
export const toggleHidden = () => useStore.setState(({ hidden }) => ({ hidden: !hidden }));
