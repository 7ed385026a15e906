import type { Order } from '@glasshouse/protocol/contracts/calls';
import { settledBy } from '@glasshouse/protocol/contracts/product';
import { decidedAt, gapIn, ruleOf } from '@glasshouse/protocol/contracts/settle';
import type { TapeRun } from '@glasshouse/protocol/market/proof';
import { msOf } from '@glasshouse/protocol/market/tape';
import { formatUsdt } from '@glasshouse/protocol/money';
import { shownAs, type Unsigned } from '@glasshouse/protocol/orders/product';
import { firstIn } from '@glasshouse/protocol/orders/tape-rule';
import { type Decision, proofOf } from './evidence.ts';

export type ContractEvidence = Unsigned<Order> & { product?: undefined };

/** How the tape settles timed contracts. */
export const contractDecision: Decision<Order, ContractEvidence> = {
  slots: ({ headSlot, dueSlot }) => [headSlot, dueSlot],
  gapIn,
  named: (evidence) => evidence,
  ended: (evidence) => {
    const { order, gap } = evidence;
    const settled = settledBy(evidence);
    if (!settled) return undefined;
    const { outcome, payout, entry, exit } = settled;
    return {
      ...order,
      entry: shownAs(order.symbol, entry),
      exit: shownAs(order.symbol, exit),
      outcome,
      payout: formatUsdt(payout),
      settledAt: new Date(msOf(decidedAt(order, settled, gap))).toISOString(),
    };
  },
};

/** The entry of an order, once its tick is sealed. */
export async function readEntry(order: Order): Promise<Order['entry']> {
  const [run] = (await proofOf(order.symbol, [order.headSlot, order.headSlot + 1])) ?? [];
  return run ? entryIn(order, run) : null;
}

export function entryIn(order: Order, { ticks, checkpoint }: TapeRun): Order['entry'] {
  const after = ticks.filter(({ slot }) => slot > order.headSlot);
  const prices = after.map(({ slot, price }) => ({ slot, price: BigInt(price) }));
  const entry = firstIn(prices, ruleOf(order.rule).entryIn(order), checkpoint.slot);
  return typeof entry === 'string' ? null : shownAs(order.symbol, entry);
}
