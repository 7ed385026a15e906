import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/**
 * Whether this device has an open practice contract or option, or an unread practice result. If not, the code that
 * follows them is never loaded.
 */
export type AwaitsPractice = { awaits: boolean; waits: boolean; awaitsOption: boolean; waitsOption: boolean };
export const useAwaitsPractice = create<AwaitsPractice>()(
  persist((): AwaitsPractice => ({ awaits: false, waits: false, awaitsOption: false, waitsOption: false }), {
    name: 'awaits-practice',
    version: 1,
  }),
);
