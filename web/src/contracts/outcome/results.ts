import type { Order } from '@glasshouse/protocol/contracts/calls';
import { waitingResults } from '../../trading/waiting.ts';

/** An order that has ended, with everything that is known only then. */
export type Ended = Order & { outcome: NonNullable<Order['outcome']>; payout: string };
export const hasEnded = (order: Order): order is Ended => order.outcome !== null && order.payout !== null;

export const results = waitingResults<Ended>();
