import { coinBySymbol } from '../market/coins.ts';
import { type Currency, formatUnits } from '../money.ts';
import { maxHeadAge } from '../orders/head-age.ts';
import { decidedAt, exitIn } from '../orders/one-tick.ts';
import { coinPosting, isAmount, orderBaseForm } from '../orders/order-form.ts';
import { type Check, failed, type Product, same, shownAs, spell, type Unsigned } from '../orders/product.ts';
import type { Posting } from '../orders/shapes.ts';
import { waitsForAll } from '../orders/tape-rule.ts';
import { fields, oneOf, type Shape, text, whole } from '../shape.ts';
import type { SpotOrder } from './calls.ts';
import { dueSlotOf, lingers, type SpotResult, settleSpot } from './settle.ts';
import { type SpotTerms, spotSlipBytes, spotTerms } from './slip.ts';
import { currenciesOf } from './terms.ts';

// Recomputes receipts of buying and selling coins.

type Traded = Unsigned<SpotOrder>;
const amount = text(/^[\d.]{1,24}$/);
const form = fields({
  ...orderBaseForm,
  side: oneOf('buy', 'sell'),
  given: amount,
  spreadBp: whole(0, 500),
  outcome: oneOf('filled', 'void'),
  received: amount,
});
/** Checks that amounts are in canonical form. */
function misspelt(order: SpotOrder): string | undefined {
  const { given, received } = currenciesOf(order.side, coinBySymbol(order.symbol)!.symbol);
  if (!isAmount(order.given, given)) return 'given';
  return isAmount(order.received!, received) ? undefined : 'received';
}
const orderForm: Shape = (value) => form(value) ?? misspelt(value as SpotOrder);

const dueOf = (order: SpotOrder) => ({ rule: order.rule, dueSlot: dueSlotOf(order) });

/**
 * The ticks after the head. Undefined unless the run contains the head itself and enough ticks to determine which one
 * filled the order.
 */
function afterHead({ order, headHash, runs }: Traded) {
  const { ticks, checkpoint } = runs[0]!;
  const place = ticks.findIndex(({ slot, hash }) => slot === order.headSlot && hash === headHash);
  const after = ticks.slice(place + 1);
  const tells = after.length > 0 || checkpoint.slot >= exitIn(dueOf(order)).last;
  return place >= 0 && tells ? after : undefined;
}

/** Applies the rule to the terms and the ticks. Undefined if they do not decide the order. */
export function settledBy(traded: Traded): SpotResult | undefined {
  const { order, headHash, runs, gap } = traded;
  const terms = spotTerms(order, headHash);
  const after = afterHead(traded)?.map(({ slot, price }) => ({ slot, price: BigInt(price) }));
  // Slots that were given up were never written.
  if (!terms || !after || (gap && runs[0]!.ticks.some(({ slot }) => slot >= gap.first && slot <= gap.last)))
    return undefined;
  return settleSpot(terms, after, runs[0]!.checkpoint.slot, gap && [gap]);
}

/** Checks that the order was filled at the tick right after the head named in the slip. */
function checkExit(traded: Traded, settled: SpotResult | undefined): Check {
  const { symbol, headSlot: slot, dueSlot, exit } = traded.order;
  if (!afterHead(traded)) {
    const named = traded.runs[0]!.ticks.find((tick) => tick.slot === slot);
    return failed('exit', { field: 'head', slot, given: traded.headHash, wanted: named?.hash ?? '' });
  }
  const due = dueSlotOf(traded.order);
  if (dueSlot !== due) return failed('exit', { field: 'due', given: String(dueSlot), wanted: String(due) });
  return same('exit', 'exit', spell(exit), settled && spell(shownAs(symbol, settled.exit)));
}

/** The amount given at acceptance, and at the end the amount received, or the refund of a void order. */
function postingsOf(order: SpotOrder, { given }: SpotTerms, { outcome, received }: SpotResult): Posting[] {
  const currencies = currenciesOf(order.side, coinBySymbol(order.symbol)!.symbol);
  const line = (at: string, kind: string, units: bigint, currency: Currency) => ({
    ...{ at, kind, amount: formatUnits(units, currency), currency },
  });
  const kind = `spot_${order.side}`;
  const settledAt = String(order.settledAt);
  const first = line(order.at, kind, -given, currencies.given);
  if (outcome === 'void') return [first, line(settledAt, 'spot_return', given, currencies.given)];
  return received > 0n ? [first, line(settledAt, kind, received, currencies.received)] : [first];
}

export const spot: Product<SpotOrder> = {
  order: orderForm,
  posting: coinPosting,
  runs: 1,
  runsUnlogged: 1,
  slipBytes: (order, headHash) => {
    const terms = spotTerms(order, headHash);
    return terms && spotSlipBytes(terms);
  },
  isGivenUp: ({ rule, outcome }) => outcome === 'void' && waitsForAll(rule),
  isOwnersEnd: () => false,
  loggedAs: () => 'spot',
  endEntry: () => undefined,
  endLoggedWithin: 0,
  lingers,
  shortestLife: dueSlotOf({ headSlot: maxHeadAge }) + lingers,
  dueSlot: dueSlotOf,
  recompute: (traded) => {
    const { order, gap } = traded;
    const terms = spotTerms(order, traded.headHash)!;
    const settled = settledBy(traded);
    const received = currenciesOf(order.side, coinBySymbol(order.symbol)!.symbol).received;
    const checks = [
      checkExit(traded, settled),
      same('result', 'outcome', order.outcome ?? '', settled?.outcome),
      same('payout', 'payout', order.received ?? '', settled && formatUnits(settled.received, received)),
    ];
    const found = settled && {
      decidedAt: decidedAt(dueOf(order), settled, gap),
      postings: postingsOf(order, terms, settled),
    };
    return { checks, found };
  },
};
