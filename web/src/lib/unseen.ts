import { create } from 'zustand';

/**
 * Unread results by the path of the page they were traded on, shown as badges. Updated by the code that waits for
 * results.
 */
export const useUnseen = create(() => ({ '/contract': 0, '/options': 0 }));
