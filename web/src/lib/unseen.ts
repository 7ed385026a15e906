import { create } from 'zustand';

type Counts = { contract: number; practice: number; option: number };
/** How many results of each product wait for the user to open its page. Counted by the code that waits for results, shown as badges. */
export const useUnseen = create<Counts>(() => ({ contract: 0, practice: 0, option: 0 }));

/** What the page of contracts will show: also what only this device knows. */
export const ofContracts = ({ contract, practice }: Counts): number => contract + practice;
