import { create } from 'zustand';

/** How many results wait for the user to open the page they were traded on, by its path. Counted by the code that waits for results, shown as badges. */
export const useUnseen = create(() => ({ '/contract': 0, '/options': 0 }));
