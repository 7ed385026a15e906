import { msOf } from '@glasshouse/protocol/market/tape';
import { formatUsdt } from '@glasshouse/protocol/money';
import type { OptionOrder } from '@glasshouse/protocol/options/calls';
import { settledBy } from '@glasshouse/protocol/options/product';
import { decidedAt, gapIn } from '@glasshouse/protocol/orders/one-tick';
import { shownAs, type Unsigned } from '@glasshouse/protocol/orders/product';
import type { Decision } from './evidence.ts';

export type OptionEvidence = Unsigned<OptionOrder> & { product: 'option' };

/** How the tape settles options. */
export const optionDecision: Decision<OptionOrder, OptionEvidence> = {
  slots: ({ quote, headSlot, dueSlot }) => [quote.slot, headSlot, dueSlot],
  gapIn,
  named: (evidence) => ({ ...evidence, product: 'option' }),
  ended: (evidence) => {
    const { order, gap } = evidence;
    const settled = settledBy(evidence);
    if (!settled) return undefined;
    const { outcome, payout, exit } = settled;
    return {
      ...order,
      exit: shownAs(order.symbol, exit),
      outcome,
      payout: formatUsdt(payout),
      settledAt: new Date(msOf(decidedAt(order, settled, gap))).toISOString(),
    };
  },
};
