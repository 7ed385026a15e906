import type { openContract } from '@glasshouse/protocol/contracts/calls';
import type { Output } from '@glasshouse/protocol/endpoint';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { Doubt } from './acceptance.ts';

/**
 * What was agreed, as the server signed it before the outcome existed; what this device found wrong with that, and the newest tick it had
 * seen when the order was sent.
 */
export type KeptSlip = Output<typeof openContract> & { doubts?: Doubt[]; seen?: number | undefined };
type Slips = { slips: readonly KeptSlip[] };
const most = 200;

/** The newest slips of this device, so that a receipt can be held against what was agreed at the tap. */
const useSlips = create<Slips>()(persist((): Slips => ({ slips: [] }), { name: 'slips', version: 1 }));

export const keepSlip = (slip: KeptSlip) =>
  useSlips.setState(({ slips }) => ({
    slips: [slip, ...slips.filter(({ order }) => order.id !== slip.order.id)].slice(0, most),
  }));

const find = ({ slips }: Slips, id: string) => slips.find(({ order }) => order.id === id);
/** The slip this device was given for an order, if it still has it. */
export const slipOf = (id: string): KeptSlip | undefined => find(useSlips.getState(), id);
/** The same, followed. */
export const useSlip = (id: string): KeptSlip | undefined => useSlips((slips) => find(slips, id));
