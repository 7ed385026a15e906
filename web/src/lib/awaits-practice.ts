import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** Whether this device waits for the end of a practice order, or such a result waits to be read: nobody else has to fetch what follows one. */
type Awaits = { awaits: boolean; waits: boolean };
export const useAwaitsPractice = create<Awaits>()(
  persist((): Awaits => ({ awaits: false, waits: false }), { name: 'awaits-practice', version: 1 }),
);
