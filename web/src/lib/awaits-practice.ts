import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** Whether this device waits for the end of a practice contract or option, or such a result waits to be read: nobody else has to fetch what follows one. */
export type AwaitsPractice = { awaits: boolean; waits: boolean; awaitsOption: boolean; waitsOption: boolean };
export const useAwaitsPractice = create<AwaitsPractice>()(
  persist((): AwaitsPractice => ({ awaits: false, waits: false, awaitsOption: false, waitsOption: false }), {
    name: 'awaits-practice',
    version: 1,
  }),
);
