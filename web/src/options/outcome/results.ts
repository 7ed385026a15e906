import type { OptionOrder } from '@glasshouse/protocol/options/calls';
import { awaitedIn } from '../../trading/awaited.ts';
import { waitingResults } from '../../trading/waiting.ts';

/** An option that has ended or was sold, with everything that is known only then. */
export type Ended = OptionOrder & { outcome: NonNullable<OptionOrder['outcome']>; payout: string };
export const hasEnded = (order: OptionOrder): order is Ended => order.outcome !== null && order.payout !== null;

export const results = waitingResults<Ended>();
export const awaited = awaitedIn('awaited-options');
