import type { Order } from '@glasshouse/protocol/contracts/calls';
import { create } from 'zustand';

/** An order that has ended, with everything that is known only then. */
export type Ended = Order & { outcome: NonNullable<Order['outcome']>; payout: string };
export const hasEnded = (order: Order): order is Ended => order.outcome !== null && order.payout !== null;

const most = 20;

/** Results waiting to be looked at on the contract tab, oldest first. */
export const useWaiting = create<{ waiting: readonly Ended[] }>(() => ({ waiting: [] }));

export const showResult = (order: Ended) =>
  useWaiting.setState(({ waiting }) => ({ waiting: [...waiting, order].slice(-most) }));
export const nextResult = () => useWaiting.setState(({ waiting }) => ({ waiting: waiting.slice(1) }));
export const closeResults = () => useWaiting.setState({ waiting: [] });
