// The settlement rule of second contracts: the result of an order is a function of its terms and the tape only. The server,
// the browser and the offline verifier all run this file.

import {
  firstIn,
  isRule,
  lateAfter,
  type Price,
  type Span,
  type TapeRule,
  tapeRule,
  waitsForAll,
} from '../orders/tape-rule.ts';

export { isRule, lateAfter, type Price } from '../orders/tape-rule.ts';

const slotsPerSecond = 2;
const wholeReturn = 10_000n; // a return of 100 %, in hundredths of a percent

export type Direction = 'long' | 'short';
export type Outcome = 'win' | 'lose' | 'draw' | 'void';
/** What decides about an order, as agreed at acceptance. `headSlot` is the newest tick that existed then. */
export type ContractAgreement = {
  /** Which version of the rule. */
  rule: number;
  direction: Direction;
  seconds: number;
  /** USDT, minor units. */
  stake: bigint;
  /** Hundredths of a percent: 8,200 is 82 %. */
  returnBp: number;
  headSlot: number;
};
type OrderTiming = Pick<ContractAgreement, 'headSlot' | 'seconds'>;
/** `entry` and `exit` are undefined if their ticks came too late or never. */
export type ContractResult = { outcome: Outcome; payout: bigint; entry: Price | undefined; exit: Price | undefined };

/** The first slot in which the exit can be; known as soon as the order is accepted. */
export const dueSlot = ({ headSlot, seconds }: OrderTiming): number => headSlot + 1 + slotsPerSecond * seconds;

/** The part that differs between versions of the rule. The winner, the payout and the due slot are the same in all versions. */
export type Rule = Pick<TapeRule, 'missing'> & {
  /** The slots that are searched for the entry and for the exit. The first tick found counts. */
  entryIn: (order: OrderTiming) => Span;
  exitIn: (order: OrderTiming) => Span;
};

const ruleFor = (version: number, entryIn: Rule['entryIn']): Rule => {
  const { exitFrom, missing } = tapeRule(version);
  return { entryIn, exitIn: (order) => exitFrom(dueSlot(order)), missing };
};

/** All versions there ever were, by their number. An order keeps the one it was agreed under; a changed rule gets a new number. */
export const rules: Readonly<Record<number, Rule>> = {
  // For a tape with gaps: the first tick after the head and the first from the due slot on, unless they come too late.
  1: ruleFor(1, ({ headSlot }) => ({ first: headSlot + 1, last: headSlot + lateAfter })),
  // For a tape without gaps: the tick right after the head and the one in the due slot, and no other.
  2: ruleFor(2, ({ headSlot }) => ({ first: headSlot + 1, last: headSlot + 1 })),
};
export function ruleOf(version: number): Rule {
  if (!isRule(version)) throw new Error(`no rule ${version}`);
  return rules[version]!;
}

/** Whether an order is void because prices were given up. A rule that waits for every tick has no other reason for a void order. */
export const isGivenUp = ({ rule, outcome }: { rule: number; outcome: Outcome | null }): boolean =>
  outcome === 'void' && waitsForAll(rule);

/** Under a rule that waits for every tick: the first given-up span that overlaps the order, from the slot after its head to its due slot. */
export function gapIn(order: OrderTiming & { rule: number }, givenUp: readonly Span[]): Span | undefined {
  if (ruleOf(order.rule).missing !== 'waits') return undefined;
  return givenUp.find(({ first, last }) => first <= dueSlot(order) && last > order.headSlot);
}

/**
 * Settles an order by the ticks of its coin, under its own version of the rule. `ticks` are in order and lack none from the first after
 * the head on; `through` is the slot up to which the tape can get no more; `givenUp` are slots that will never be written. Undefined while
 * the tape does not tell.
 */
export function settle(
  agreed: ContractAgreement,
  ticks: readonly Price[],
  through: number,
  givenUp: readonly Span[] = [],
): ContractResult | undefined {
  const { entryIn, exitIn, missing } = ruleOf(agreed.rule);
  const entry = firstIn(ticks, entryIn(agreed), through);
  const gap = gapIn(agreed, givenUp);
  if (gap) {
    // What was given up is what was not written, so an entry before it is there.
    if (through < gap.first || (gap.first > entryIn(agreed).last && typeof entry === 'string')) return undefined;
    return {
      outcome: 'void',
      payout: agreed.stake,
      entry: typeof entry === 'string' ? undefined : entry,
      exit: undefined,
    };
  }
  const exit = entry === 'none' ? 'none' : firstIn(ticks, exitIn(agreed), through);
  if (entry === 'unknown' || exit === 'unknown') return undefined;
  if (entry === 'none' || exit === 'none') {
    if (missing === 'waits') return undefined;
    return { outcome: 'void', payout: agreed.stake, entry: entry === 'none' ? undefined : entry, exit: undefined };
  }
  const outcome = outcomeOf(agreed.direction, entry.price, exit.price);
  return { outcome, payout: payoutOf(agreed, outcome), entry, exit };
}

/**
 * Whether a result has all the ticks that it must have: under a rule that waits one in every slot from the first after the head to the exit.
 * Otherwise a gap that is not shown could be passed over.
 */
export const isComplete = (
  { rule, headSlot }: Pick<ContractAgreement, 'rule' | 'headSlot'>,
  { exit }: Pick<ContractResult, 'exit'>,
  countIn: (span: Span) => number,
): boolean => !exit || !waitsForAll(rule) || countIn({ first: headSlot + 1, last: exit.slot }) === exit.slot - headSlot;

/** The slot that decided an order: its exit, the last in which the tick that is missing could have come, or the first that was given up. */
export function decidedAt(
  order: OrderTiming & { rule: number },
  { entry, exit }: Pick<ContractResult, 'entry' | 'exit'>,
  gap?: Span,
): number {
  const { entryIn, exitIn } = ruleOf(order.rule);
  if (gap && !exit) return gap.first;
  return exit?.slot ?? (entry ? exitIn : entryIn)(order).last;
}

/** Who wins between two prices. */
export function outcomeOf(direction: Direction, entry: bigint, exit: bigint): Exclude<Outcome, 'void'> {
  if (entry === exit) return 'draw';
  return exit > entry === (direction === 'long') ? 'win' : 'lose';
}

/** Exact to the minor unit; what a return does not make whole is rounded down. */
export function payoutOf({ stake, returnBp }: Pick<ContractAgreement, 'stake' | 'returnBp'>, outcome: Outcome): bigint {
  if (outcome === 'win') return stake + (stake * BigInt(returnBp)) / wholeReturn;
  return outcome === 'lose' ? 0n : stake;
}

export type Stage = 'not_started' | 'in_progress' | 'settling' | 'ended';
/** Where an order stands when its coin's newest tick is at `slot`. Only an end is ever written down; the rest follows. */
export function stageAt(order: OrderTiming, ended: boolean, slot: number): Stage {
  if (ended) return 'ended';
  if (slot <= order.headSlot) return 'not_started';
  return slot < dueSlot(order) ? 'in_progress' : 'settling';
}

/** The share of wins at which nothing is gained or lost, in ten-thousandths, rounded up so that it is never flattered. */
export const breakEvenOf = (returnBp: number): number => Math.ceil(100_000_000 / (10_000 + returnBp));

/** What an order of this stake comes to on average if both directions are as likely: half a win less half a loss. */
export const evenOdds = ({ stake, returnBp }: Pick<ContractAgreement, 'stake' | 'returnBp'>): bigint =>
  (payoutOf({ stake, returnBp }, 'win') - 2n * stake) / 2n;
