import { unitsAt } from '@glasshouse/protocol/decimal';
import { parseUnits } from '@glasshouse/protocol/money';
import type { OptionOrder, Quote } from '@glasshouse/protocol/options/calls';
import { checkOption, optionTerms } from '@glasshouse/protocol/options/slip';
import { dueSlotOf, isHeld, newestTerms } from '@glasshouse/protocol/options/terms';
import { type Doubt, isOlder, isSigned } from '../trading/doubts.ts';
import type { KeptSlip } from '../trading/slips.ts';
import type { TappedWish } from '../trading/use-open.ts';

/**
 * An option order at a quoted price. The strike of an option that starts at the tap is set by the tick that accepts it.
 */
export type Wish = Pick<Quote, 'symbol' | 'side' | 'seconds' | 'size' | 'premium' | 'rule' | 'slot'> & {
  strike?: string;
  /** Funding covers what the options wallet lacks. */
  fromFund?: true;
};

// No coin has more decimals.
const priceScale = 8;

/** Compares the server's answer with the request. Nothing in the answer is trusted without a check. */
export async function doubtsAbout(
  answer: KeptSlip<OptionOrder>,
  tap: TappedWish<Wish>,
  slipKeys: readonly string[],
): Promise<Doubt[]> {
  const doubts: Doubt[] = [];
  if (!isAsTapped(answer.order, tap)) doubts.push('terms');
  if (!(await isSigned(answer, slipKeys, () => checked(answer)))) doubts.push('slip');
  if (isOlder(answer.order.headSlot, tap.seen)) doubts.push('head');
  return doubts;
}

const isAsTapped = (order: OptionOrder, tap: TappedWish<Wish>): boolean =>
  order.id === tap.id &&
  order.symbol === tap.symbol &&
  order.side === tap.side &&
  order.seconds === tap.seconds &&
  (tap.strike === undefined || unitsAt(order.strike, priceScale) === unitsAt(tap.strike, priceScale)) &&
  // During a rollout, a process of the previous version may answer.
  (order.terms ?? 1) >= newestTerms - 1 &&
  order.rule === tap.rule &&
  order.quote.slot === tap.slot &&
  parseUnits(order.size, 'BTC') === parseUnits(tap.size, 'BTC') &&
  parseUnits(order.premium, 'USDT') === parseUnits(tap.premium, 'USDT') &&
  isHeld(order.quote.slot, order.headSlot) &&
  order.dueSlot === dueSlotOf(order.seconds, order.quote.slot, order.headSlot);

function checked({ order, headHash, slip }: KeptSlip<OptionOrder>): Promise<boolean> | undefined {
  const terms = optionTerms(order, headHash);
  return terms && checkOption(terms, slip);
}
