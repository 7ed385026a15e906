import { exitOf } from '../orders/one-tick.ts';
import type { Price, Span } from '../orders/tape-rule.ts';
import { bidOf, payoutAt, type Reckoned } from './quote.ts';
import type { Option } from './terms.ts';

export { decidedAt, exitIn, gapIn } from '../orders/one-tick.ts';

// The rule of options: what one comes to is a function of its terms and the tape, and of nothing else. Server, browser and the offline
// verifier all run this file.

/** What an option has come to: in profit, at a loss, even, void, or sold back. */
export type Outcome = 'win' | 'lose' | 'draw' | 'void' | 'sold';
/** What decides about an option, as agreed at acceptance. The premium is USDT in minor units. */
export type OptionAgreement = Option & { rule: number; premium: bigint; dueSlot: number };
/** `exit` is there when it came in time. */
export type OptionResult = { outcome: Outcome; payout: bigint; exit: Price | undefined };

/** Whether more, as much or less was paid than the option cost. */
const outcomeOf = (premium: bigint, payout: bigint): Outcome =>
  payout === premium ? 'draw' : payout > premium ? 'win' : 'lose';

/**
 * Settles an option by the ticks of its coin, under its own version of the rule. `ticks` are in order and lack none from the due slot on;
 * `through` is the slot up to which the tape can get no more; `givenUp` are slots that will never be written. Undefined while the tape
 * does not tell. A void option gives back what it cost.
 */
export function settleOption(
  agreed: OptionAgreement,
  ticks: readonly Price[],
  through: number,
  givenUp: readonly Span[] = [],
): OptionResult | undefined {
  const exit = exitOf(agreed, ticks, through, givenUp);
  if (exit === undefined) return undefined;
  if (exit === 'void') return { outcome: 'void', payout: agreed.premium, exit: undefined };
  const payout = payoutAt(agreed, exit.price);
  return { outcome: outcomeOf(agreed.premium, payout), payout, exit };
}

/** What an option brings that is sold back by a tick before its end. */
export const soldFor = (agreed: OptionAgreement, sale: Reckoned): OptionResult => ({
  outcome: 'sold',
  payout: bidOf(agreed, sale, agreed.dueSlot - sale.slot),
  exit: undefined,
});
