import { tickNumber } from '@glasshouse/kit/tick-number.ts';
import type { Slip } from '@glasshouse/protocol/orders/shapes';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { followStored, recallStored } from '../lib/stored.ts';
import { t } from '../lib/words.tsx';
import type { Doubt } from './doubts.ts';

/** The fields that every order with a stored slip has. */
export type SlipOrder = { id: string; symbol: string; headSlot: number };
/**
 * The agreed terms as signed by the server before the outcome existed, the problems this device found in them, and the
 * newest tick it had seen when it sent the order.
 */
export type KeptSlip<O extends SlipOrder = SlipOrder> = {
  order: O;
  headHash: string;
  slip: Slip;
  doubts?: Doubt[];
  seen?: number | undefined;
  /** Whether the user has read the doubts. */
  read?: boolean;
};
type Slips = { slips: readonly KeptSlip[] };
const maxSlips = 200;

/** This device's newest slips, so that a receipt can be compared with the terms at the tap. */
const useSlips = create<Slips>()(persist((): Slips => ({ slips: [] }), { name: 'slips', version: 1 }));
// A doubt found in another tab blocks orders in this one too.
followStored(useSlips);

/** Every change writes the entire list, so it must first take over what other tabs have added. */
function change(next: (slips: Slips['slips']) => Slips['slips']): void {
  recallStored(useSlips);
  useSlips.setState(({ slips }) => ({ slips: next(slips) }));
}

export const keepSlip = (slip: KeptSlip) =>
  change((slips) => [slip, ...slips.filter(({ order }) => order.id !== slip.order.id)].slice(0, maxSlips));

const find = ({ slips }: Slips, id: string) => slips.find(({ order }) => order.id === id);
/** The slip of an order, if this device still has it. The caller knows the order's type by its id. */
export const slipOf = <O extends SlipOrder>(id: string) => find(useSlips.getState(), id) as KeptSlip<O> | undefined;
/** The same as a hook. */
export const useSlip = (id: string): KeptSlip | undefined => useSlips((slips) => find(slips, id));

/** The oldest slip with unread doubts. */
export const useUnreadDoubt = (): KeptSlip | undefined =>
  useSlips(({ slips }) => slips.findLast(({ doubts = [], read }) => doubts.length > 0 && !read));
export const markRead = (id: string) =>
  change((slips) => slips.map((slip) => (slip.order.id === id ? { ...slip, read: true } : slip)));

const slipNote = 'Simulated. What a practice exchange answered to an order: paper money only.';
/** A slip as a file, with its doubts. */
export const slipFile = ({ read: _, ...slip }: KeptSlip) => ({
  name: `slip-${slip.order.symbol}-${slip.order.id.slice(-8)}.json`,
  text: `${JSON.stringify({ kind: 'glasshouse-slip', note: slipNote, ...slip }, null, 2)}\n`,
});

/** One sentence about the problem with an acceptance. */
export const doubtText = (doubt: Doubt, { order, seen }: KeptSlip): string =>
  t(`contract.doubts.${doubt}`, { head: tickNumber(order.headSlot), seen: tickNumber(seen ?? 0) });
