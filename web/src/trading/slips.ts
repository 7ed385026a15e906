import type { Slip } from '@glasshouse/protocol/orders/shapes';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { followStored, recallStored } from '../lib/stored.ts';
import type { Doubt } from './doubts.ts';

/** What every order has that a slip is kept of. */
export type Placed = { id: string; symbol: string; headSlot: number };
/**
 * What was agreed, as the server signed it before the outcome existed; what this device found wrong with that, and the newest tick it had
 * seen when the order was sent.
 */
export type KeptSlip<O extends Placed = Placed> = {
  order: O;
  headHash: string;
  slip: Slip;
  doubts?: Doubt[];
  seen?: number | undefined;
  /** Whether the user has read what is wrong. */
  read?: boolean;
};
type Slips = { slips: readonly KeptSlip[] };
const most = 200;

/** The newest slips of this device, so that a receipt can be held against what was agreed at the tap. */
const useSlips = create<Slips>()(persist((): Slips => ({ slips: [] }), { name: 'slips', version: 1 }));
// A doubt that came up in another tab stops orders in this one too.
followStored(useSlips);

/** The whole list is written each time: what other tabs have added to it must be in it. */
function change(next: (slips: Slips['slips']) => Slips['slips']): void {
  recallStored(useSlips);
  useSlips.setState(({ slips }) => ({ slips: next(slips) }));
}

export const keepSlip = (slip: KeptSlip) =>
  change((slips) => [slip, ...slips.filter(({ order }) => order.id !== slip.order.id)].slice(0, most));

const find = ({ slips }: Slips, id: string) => slips.find(({ order }) => order.id === id);
/** The slip this device was given for an order, if it still has it. Whoever asks knows by the id what kind of order it is. */
export const slipOf = <O extends Placed>(id: string) => find(useSlips.getState(), id) as KeptSlip<O> | undefined;
/** The same, followed. */
export const useSlip = (id: string): KeptSlip | undefined => useSlips((slips) => find(slips, id));

/** A slip with something wrong that nobody has read yet, the oldest first. */
export const useUnreadDoubt = (): KeptSlip | undefined =>
  useSlips(({ slips }) => slips.findLast(({ doubts = [], read }) => doubts.length > 0 && !read));
export const markRead = (id: string) =>
  change((slips) => slips.map((slip) => (slip.order.id === id ? { ...slip, read: true } : slip)));

const slipNote = 'Simulated. What a practice exchange answered to an order: paper money only.';
/** A slip as a file, with what was found wrong. */
export const slipFile = ({ read: _, ...slip }: KeptSlip) => ({
  name: `slip-${slip.order.symbol}-${slip.order.id.slice(-8)}.json`,
  text: `${JSON.stringify({ kind: 'glasshouse-slip', note: slipNote, ...slip }, null, 2)}\n`,
});
