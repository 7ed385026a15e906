import { exitOf } from '../orders/one-tick.ts';
import type { Price, Span } from '../orders/tape-rule.ts';
import { bidOf, type PriceInputs, payoutAt } from './quote.ts';
import type { Option } from './terms.ts';

export { decidedAt, exitIn, gapIn } from '../orders/one-tick.ts';

// The rule of options. The result depends only on the terms and the tape. The server, the browser and the offline
// verifier all run this file.

/** The outcome of an option: profit, loss, even, void, or sold back. */
export type Outcome = 'win' | 'lose' | 'draw' | 'void' | 'sold';
/** The agreed terms that determine the result. The premium is USDT in minor units. */
export type OptionAgreement = Option & { rule: number; premium: bigint; dueSlot: number };
/** `exit` is undefined if it did not come in time. */
export type OptionResult = { outcome: Outcome; payout: bigint; exit: Price | undefined };

/** Compares the payout with the premium. */
const outcomeOf = (premium: bigint, payout: bigint): Outcome =>
  payout === premium ? 'draw' : payout > premium ? 'win' : 'lose';

/**
 * Settles an option under its own version of the rule. `ticks` must be the ticks of its coin in order, complete from
 * the due slot. `through` is the slot up to which the tape is final. `givenUp` are slots that will never
 * be written. Returns undefined while the tape does not decide the option. The premium of a void option is returned.
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

/** The result of selling an option back before its end, at the tick in `sale`. */
export const soldFor = (agreed: OptionAgreement, sale: PriceInputs): OptionResult => ({
  outcome: 'sold',
  payout: bidOf(agreed, sale, agreed.dueSlot - sale.slot),
  exit: undefined,
});
