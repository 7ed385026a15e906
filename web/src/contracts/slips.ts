import type { openContract } from '@glasshouse/protocol/contracts';
import type { Output } from '@glasshouse/protocol/endpoint';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** What was agreed, as the server signed it before the outcome existed. */
export type KeptSlip = Output<typeof openContract>;
type Slips = { slips: readonly KeptSlip[] };
const most = 200;

/** The newest slips of this device, so that a receipt can be held against what was agreed at the tap. */
const useSlips = create<Slips>()(persist((): Slips => ({ slips: [] }), { name: 'slips', version: 1 }));

export const keepSlip = (slip: KeptSlip) =>
  useSlips.setState(({ slips }) => ({
    slips: [slip, ...slips.filter(({ order }) => order.id !== slip.order.id)].slice(0, most),
  }));

/** The slip this device was given for an order, if it still has it. */
export const slipOf = (id: string): KeptSlip | undefined =>
  useSlips.getState().slips.find(({ order }) => order.id === id);
