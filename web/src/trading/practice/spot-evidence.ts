import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import { msOf } from '@glasshouse/protocol/market/tape';
import { formatUnits } from '@glasshouse/protocol/money';
import { decidedAt, gapIn } from '@glasshouse/protocol/orders/one-tick';
import { shownAs, type Unsigned } from '@glasshouse/protocol/orders/product';
import type { SpotOrder } from '@glasshouse/protocol/spot/calls';
import { settledBy } from '@glasshouse/protocol/spot/product';
import { currenciesOf } from '@glasshouse/protocol/spot/terms';
import type { Decision } from './evidence.ts';

export type SpotEvidence = Unsigned<SpotOrder> & { product: 'spot' };

/** How the tape fills spot orders. */
export const spotDecision: Decision<SpotOrder, SpotEvidence> = {
  slots: ({ headSlot, dueSlot }) => [headSlot, dueSlot],
  gapIn,
  named: (evidence) => ({ ...evidence, product: 'spot' }),
  ended: (evidence) => {
    const { order, gap } = evidence;
    const settled = settledBy(evidence);
    if (!settled) return undefined;
    const { outcome, received, exit } = settled;
    const currency = currenciesOf(order.side, coinBySymbol(order.symbol)!.symbol).received;
    return {
      ...order,
      exit: shownAs(order.symbol, exit),
      outcome,
      received: formatUnits(received, currency),
      settledAt: new Date(msOf(decidedAt(order, settled, gap))).toISOString(),
    };
  },
};
