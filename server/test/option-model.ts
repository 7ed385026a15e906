import { partsPerUnit } from '@glasshouse/protocol/market/coins';
import { type OptionAgreement, type OptionResult, settleOption } from '@glasshouse/protocol/options/settle';
import { maxHeld, maxOpen, maxPremium, minPremium } from '@glasshouse/protocol/options/terms';
import type { Price, Span } from '@glasshouse/protocol/orders/tape-rule';

// The expected results of options, whatever happens to servers and connections. Uses the tape and the rule, and no
// database.

/** A bought option. `sold` is the price it was sold back for. */
export type Position = { id: string; who: number; agreed: OptionAgreement; sold?: bigint };
export type Model = {
  /** The coin's ticks in order, up to the last signed slot, and the given-up slots. */
  ticks: Price[];
  through: number;
  givenUp: Span[];
  /** The initial money of each person. */
  funds: readonly bigint[];
  /** The maximum open exposure of the coin. */
  limit: bigint;
  /** The rule version for the next order. */
  rule: number;
  held: Position[];
};

export const headOf = ({ ticks }: Model): Price => ticks.at(-1)!;

/** The result of an option by now, according to the rule; undefined while it is open. */
export function endOf({ ticks, through, givenUp }: Model, { agreed, sold }: Position): OptionResult | undefined {
  if (sold !== undefined) return { outcome: 'sold', payout: sold, exit: undefined };
  return settleOption(agreed, ticks, through, givenUp);
}

/** Size times strike in USDT, rounded up: counts towards the limit of the coin. */
export const exposureOf = ({ size, strike, symbol }: Pick<OptionAgreement, 'size' | 'strike' | 'symbol'>): bigint =>
  (size * strike + partsPerUnit(symbol) - 1n) / partsPerUnit(symbol);

/** The state of the books: which options are open and which were paid. */
export type Booked = { isOpen: (held: Position) => boolean };
const sum = (amounts: readonly bigint[]) => amounts.reduce((all, amount) => all + amount, 0n);

/** The balance of a person's wallet: only premiums were taken, and only payouts were credited. */
export function walletOf(model: Model, who: number, { isOpen }: Booked): bigint {
  const own = model.held.filter((one) => one.who === who);
  const paid = own.filter((one) => !isOpen(one)).map((one) => endOf(model, one)!.payout);
  return model.funds[who]! - sum(own.map(({ agreed }) => agreed.premium)) + sum(paid);
}

/** The open exposure of the coin. */
export const openExposure = ({ held }: Model, { isOpen }: Booked): bigint =>
  sum(held.filter(isOpen).map(({ agreed }) => exposureOf(agreed)));

type Wish = { who: number; premium: bigint; exposure: bigint; waited: number };
/** Every reason for refusing a tap; empty if it is accepted. */
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
