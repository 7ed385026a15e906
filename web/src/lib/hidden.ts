import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { usePreferences } from './preferences.ts';

type Hidden = { hidden: boolean };

/** Whether balances are shown as dots. Remembered; and hidden at every start for whoever has chosen that. */
const useStore = create<Hidden>()(
  persist((): Hidden => ({ hidden: false }), {
    name: 'balances',
    merge: (stored, start) => ({
      hidden: usePreferences.getState().hideBalances || ((stored as Hidden | undefined)?.hidden ?? start.hidden),
    }),
  }),
);

export const useHidden = (): boolean => useStore(({ hidden }) => hidden);
/** The same for what is said once and not drawn. */
export const isHidden = (): boolean => useStore.getState().hidden;
export const toggleHidden = () => useStore.setState(({ hidden }) => ({ hidden: !hidden }));
