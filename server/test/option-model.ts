import { partsPerUnit } from '@glasshouse/protocol/market/coins';
import { type OptionAgreement, type OptionResult, settleOption } from '@glasshouse/protocol/options/settle';
import { maxHeld, maxOpen, maxPremium, minPremium } from '@glasshouse/protocol/options/terms';
import type { Price, Span } from '@glasshouse/protocol/orders/tape-rule';

// Options as they have to come out, whatever happens to servers and lines: knows the tape, the rule, and no database.

/** A bought option. `sold` is the price it was sold back for. */
export type Position = { id: string; who: number; agreed: OptionAgreement; sold?: bigint };
export type Model = {
  /** The coin's ticks in order, up to where the tape is signed, and what was given up of it. */
  ticks: Price[];
  through: number;
  givenUp: Span[];
  /** What each person began with. */
  funds: readonly bigint[];
  /** What may be open in the coin. */
  limit: bigint;
  /** The version of the rule that the next order is agreed under. */
  rule: number;
  held: Position[];
};

export const headOf = ({ ticks }: Model): Price => ticks.at(-1)!;

/** What the rule says of an option by now; undefined while it goes on. */
export function endOf({ ticks, through, givenUp }: Model, { agreed, sold }: Position): OptionResult | undefined {
  if (sold !== undefined) return { outcome: 'sold', payout: sold, exit: undefined };
  return settleOption(agreed, ticks, through, givenUp);
}

/** Size times strike in USDT, rounded up: what counts against the limit of the coin. */
export const exposureOf = ({ size, strike, symbol }: Pick<OptionAgreement, 'size' | 'strike' | 'symbol'>): bigint =>
  (size * strike + partsPerUnit(symbol) - 1n) / partsPerUnit(symbol);

/** What is in the books by now: which options were paid, which are open. */
export type Booked = { isOpen: (held: Position) => boolean };
const sum = (amounts: readonly bigint[]) => amounts.reduce((all, amount) => all + amount, 0n);

/** What a person's wallet holds: nothing but premiums went, and nothing but payouts came. */
export function walletOf(model: Model, who: number, { isOpen }: Booked): bigint {
  const own = model.held.filter((one) => one.who === who);
  const paid = own.filter((one) => !isOpen(one)).map((one) => endOf(model, one)!.payout);
  return model.funds[who]! - sum(own.map(({ agreed }) => agreed.premium)) + sum(paid);
}

/** What is open in the coin. */
export const openExposure = ({ held }: Model, { isOpen }: Booked): bigint =>
  sum(held.filter(isOpen).map(({ agreed }) => exposureOf(agreed)));

type Wish = { who: number; premium: bigint; exposure: bigint; waited: number };
/** Why a tap is refused, each reason that holds; none if it is taken. */
export function refusals(model: Model, { who, premium, exposure, waited }: Wish, booked: Booked): string[] {
  const own = model.held.filter((one) => one.who === who && booked.isOpen(one));
  return [
    ...(waited > 10 ? ['quote_expired'] : []),
    ...(premium < minPremium || premium > maxPremium ? ['stake_out_of_range'] : []),
    ...(walletOf(model, who, booked) < premium ? ['insufficient_balance'] : []),
    ...(sum(own.map(({ agreed }) => agreed.premium)) + premium > maxOpen || own.length >= Number(maxHeld)
      ? ['open_limit']
      : []),
    ...(openExposure(model, booked) + exposure > model.limit ? ['exposure_limit'] : []),
  ];
}
