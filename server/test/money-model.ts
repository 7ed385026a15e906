import { mayRefund, monthsLater, receivingLimits } from '@glasshouse/protocol/vip/levels';
import { scheduleOf } from '@glasshouse/protocol/wealth/schedule';
import type { Terms } from '@glasshouse/protocol/wealth/terms';
import { takesSeconds } from '@glasshouse/protocol/withdrawals/methods';
import { maxUnderReview } from '@glasshouse/protocol/withdrawals/terms';

// The expected changes to the money of a few people, without a database: plain numbers and plain rules.

const usdt = 1_000_000n;
/** The site of the model: small limits, so that people reach them. */
export const rules = {
  singleMin: 10n * usdt,
  singleMax: 400n * usdt,
  dayMax: 1_000n * usdt,
  feeBps: 100n,
  twoPeopleAbove: 300n * usdt,
  cardMin: 10n * usdt,
  cardMax: 2_000n * usdt,
  cardDay: 10_000n * usdt,
  deposits: [0n, 100n, 500n, 2_000n, 5_000n, 10_000n].map((each) => each * usdt),
};

export type Withdrawal = {
  id: string;
  amount: bigint;
  fee: bigint;
  state: string;
  frozenFrom: 'under_review' | 'withdrawing' | undefined;
  day: string;
  since: Date;
  agreed: boolean;
};
export type TopUp = { id: string; amount: bigint; state: string };
/** A bought product, with the number of payments it made so far. */
export type Holding = {
  id: string;
  terms: Terms;
  units: bigint;
  boughtAt: number;
  paid: number;
  ending: 'matured' | 'early' | undefined;
};

export type Member = {
  fund: bigint;
  financial: bigint;
  held: Holding[];
  level: number;
  deposit: bigint;
  since: Date;
  until: Date | undefined;
  refund: string | undefined;
  received: Map<string, bigint>;
  withdrawn: Map<string, bigint>;
  cards: Map<string, bigint>;
  withdrawals: Withdrawal[];
  topUps: TopUp[];
};

export const newMember = (fund: bigint, now: Date): Member => ({
  ...{ fund, financial: 0n, held: [], level: 0, deposit: 0n, since: now, until: undefined, refund: undefined },
  ...{ received: new Map(), withdrawn: new Map(), cards: new Map(), withdrawals: [], topUps: [] },
});

const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const monthOf = (at: Date) => at.toISOString().slice(0, 7);
const count = (into: Map<string, bigint>, key: string, amount: bigint) => into.set(key, (into.get(key) ?? 0n) + amount);

/** The level in force at a time: the first one ends with its month. */
const levelAt = (member: Member, now: Date) => (member.until && member.until <= now ? 0 : member.level);

/** Every reason that applies for refusing an act; empty if it is done and the model has changed. */
type Refused = string[];

export function payByCard(member: Member, now: Date, id: string, amount: bigint): Refused {
  const used = member.cards.get(dayOf(now)) ?? 0n;
  if (amount < rules.cardMin || amount > rules.cardMax) return ['bad_input'];
  if (used + amount > rules.cardDay) return ['card_day_limit'];
  count(member.cards, dayOf(now), amount);
  member.fund += amount;
  member.topUps.push({ id, amount, state: 'passed' });
  return [];
}

export function submit(member: Member, id: string, amount: bigint): Refused {
  if (member.topUps.filter(({ state }) => state === 'under_review').length >= 5) return ['too_many_top_ups'];
  member.topUps.push({ id, amount, state: 'under_review' });
  return [];
}
export function submitAgain(member: Member, topUp: TopUp): Refused {
  if (topUp.state !== 'rejected') return ['not_found'];
  if (member.topUps.filter(({ state }) => state === 'under_review').length >= 5) return ['too_many_top_ups'];
  topUp.state = 'under_review';
  return [];
}
export function decideTopUp(member: Member, topUp: TopUp, approve: boolean): void {
  topUp.state = approve ? 'passed' : 'rejected';
  if (approve) member.fund += topUp.amount;
}

export function withdraw(member: Member, now: Date, id: string, amount: bigint): Refused {
  const refused: Refused = [];
  if (amount < rules.singleMin) refused.push('withdrawal_too_small');
  if (amount > rules.singleMax) refused.push('withdrawal_too_large');
  if (member.withdrawals.filter(({ state }) => state === 'under_review').length >= maxUnderReview)
    refused.push('too_many_withdrawals');
  if ((member.withdrawn.get(dayOf(now)) ?? 0n) + amount > rules.dayMax) refused.push('day_limit');
  if (amount > member.fund) refused.push('insufficient_balance');
  if (refused.length > 0) return refused;
  const fee = (amount * rules.feeBps + 9_999n) / 10_000n;
  count(member.withdrawn, dayOf(now), amount);
  member.fund -= amount;
  const begun = { frozenFrom: undefined, day: dayOf(now), since: now, agreed: false };
  member.withdrawals.push({ id, amount, fee, state: 'under_review', ...begun });
  return [];
}
/** A withdrawal that isn't paid is returned, and doesn't count for its day. */
export function returnToUser(member: Member, withdrawal: Withdrawal, state: 'rejected' | 'cancelled' | 'failed'): void {
  withdrawal.state = state;
  member.fund += withdrawal.amount;
  count(member.withdrawn, withdrawal.day, -withdrawal.amount);
}
export const needsTwo = ({ amount }: { amount: bigint }): boolean => amount > rules.twoPeopleAbove;

export function send(payer: Member, payee: Member, now: Date, amount: bigint): Refused {
  const limits = receivingLimits.find(({ level }) => level === levelAt(payee, now));
  if (!limits) return ['payee_unknown'];
  const [day, month] = [dayOf(now), monthOf(now)];
  const refused: Refused = [];
  if ((payee.received.get(day) ?? 0n) + amount > limits.perDay) refused.push('payee_limit');
  else if ((payee.received.get(month) ?? 0n) + amount > limits.perMonth) refused.push('payee_limit');
  if (amount > payer.fund) refused.push('insufficient_balance');
  if (refused.length > 0) return refused;
  for (const span of [day, month]) count(payee.received, span, amount);
  payer.fund -= amount;
  payee.fund += amount;
  return [];
}

export function upgrade(member: Member, now: Date, level: number): Refused {
  expire(member, now);
  if (member.refund) return ['vip_refund_open'];
  if (level <= member.level) return ['vip_not_higher'];
  const more = rules.deposits[level]! - member.deposit;
  if (more > member.fund) return ['insufficient_balance'];
  member.fund -= more;
  member.deposit += more;
  member.level = level;
  member.since = now;
  member.until = level === 1 ? monthsLater(now, 1) : undefined;
  return [];
}
export function askRefund(member: Member, now: Date, id: string): Refused {
  if (member.level < 2) return ['vip_no_deposit'];
  if (member.refund) return ['vip_refund_open'];
  if (!mayRefund(member.since, now)) return ['vip_still_held'];
  member.refund = id;
  return [];
}
export function decideRefund(member: Member, approve: boolean): void {
  member.refund = undefined;
  if (approve) endMembership(member);
}
function endMembership(member: Member): void {
  member.fund += member.deposit;
  member.deposit = 0n;
  member.level = 0;
  member.until = undefined;
}
function expire(member: Member, now: Date): void {
  if (member.until && member.until <= now) endMembership(member);
}

/** Into the wallet that products are paid from. */
export function move(member: Member, amount: bigint): Refused {
  if (amount > member.fund) return ['insufficient_balance'];
  member.fund -= amount;
  member.financial += amount;
  return [];
}
export function buy(member: Member, now: Date, id: string, terms: Terms, units: bigint): Refused {
  const { amount } = scheduleOf(terms, units, now.getTime());
  if (amount > member.financial) return ['insufficient_balance'];
  member.financial -= amount;
  member.held.push({ id, terms, units, boughtAt: now.getTime(), paid: 0, ending: undefined });
  return [];
}
/** The amount is returned without interest; a pledge that is due is paid in full a moment later. */
export function endEarly(member: Member, now: Date, held: Holding): Refused {
  if (held.terms.kind !== 'pledge') return ['not_found'];
  if (held.ending === 'early') return [];
  const { endsAt, returned } = scheduleOf(held.terms, held.units, held.boughtAt);
  if (held.ending === 'matured' || endsAt <= now.getTime()) return ['holding_matured'];
  held.ending = 'early';
  member.financial += returned;
  return [];
}
function pay(member: Member, held: Holding, now: Date): void {
  if (held.ending) return;
  const { income, endsAt, returned } = scheduleOf(held.terms, held.units, held.boughtAt);
  for (const { amount } of income.filter(({ at }) => at <= now.getTime()).slice(held.paid)) {
    member.financial += amount;
    held.paid++;
  }
  if (endsAt > now.getTime()) return;
  held.ending = 'matured';
  member.financial += returned;
}

/** Everything that happens by the clock alone. */
export function work(member: Member, now: Date): void {
  expire(member, now);
  for (const held of member.held) pay(member, held, now);
  for (const withdrawal of member.withdrawals)
    if (withdrawal.state === 'withdrawing' && withdrawal.since.getTime() + takesSeconds.TRC20 * 1000 <= now.getTime())
      withdrawal.state = 'success';
}
