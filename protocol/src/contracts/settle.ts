// The settlement rule of second contracts. The result of an order is determined by its terms and the tape alone. The
// server, the browser and the offline verifier all run this file.

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
const wholeReturn = 10_000n; // 100 %, in hundredths of a percent

export type Direction = 'long' | 'short';
export type Outcome = 'win' | 'lose' | 'draw' | 'void';
/** The agreed terms that determine the result. `headSlot` is the newest tick at acceptance. */
export type ContractAgreement = {
  /** The version of the rule. */
  rule: number;
  direction: Direction;
  seconds: number;
  /** USDT in minor units. */
  stake: bigint;
  /** Hundredths of a percent: 8,200 is 82 %. */
  returnBp: number;
  headSlot: number;
};
type OrderTiming = Pick<ContractAgreement, 'headSlot' | 'seconds'>;
/** `entry` and `exit` are undefined if their ticks came too late or never. */
export type ContractResult = { outcome: Outcome; payout: bigint; entry: Price | undefined; exit: Price | undefined };

/** The first slot in which the exit can be. It is known as soon as the order is accepted. */
export const dueSlot = ({ headSlot, seconds }: OrderTiming): number => headSlot + 1 + slotsPerSecond * seconds;

/** The parts of the rule that differ between versions. The winner, the payout and the due slot are the same in all versions. */
export type Rule = Pick<TapeRule, 'missing'> & {
  /** The slots searched for the entry and for the exit. The first tick found counts. */
  entryIn: (order: OrderTiming) => Span;
  exitIn: (order: OrderTiming) => Span;
};

const ruleFor = (version: number, entryIn: Rule['entryIn']): Rule => {
  const { exitFrom, missing } = tapeRule(version);
  return { entryIn, exitIn: (order) => exitFrom(dueSlot(order)), missing };
};

/** All versions, by number. An order keeps the version it was agreed under. A changed rule gets a new number. */
export const rules: Readonly<Record<number, Rule>> = {
  // For a tape with gaps: the first tick after the head and the first at or after the due slot, unless they come too
  // late.
  1: ruleFor(1, ({ headSlot }) => ({ first: headSlot + 1, last: headSlot + lateAfter })),
  // For a tape without gaps: exactly the tick right after the head and the tick in the due slot.
  2: ruleFor(2, ({ headSlot }) => ({ first: headSlot + 1, last: headSlot + 1 })),
};
export function ruleOf(version: number): Rule {
  if (!isRule(version)) throw new Error(`no rule ${version}`);
  return rules[version]!;
}

/** Whether an order is void because slots were given up. Under a rule that waits for every tick there is no other reason. */
export const isGivenUp = ({ rule, outcome }: { rule: number; outcome: Outcome | null }): boolean =>
  outcome === 'void' && waitsForAll(rule);

/**
 * Under a rule that waits for every tick: the first given-up span that overlaps the order, from the slot after its head
 * to its due slot.
 */
export function gapIn(order: OrderTiming & { rule: number }, givenUp: readonly Span[]): Span | undefined {
  if (ruleOf(order.rule).missing !== 'waits') return undefined;
  return givenUp.find(({ first, last }) => first <= dueSlot(order) && last > order.headSlot);
}

/**
 * Settles an order under its own version of the rule. `ticks` must be the ticks of its coin in order, complete from the
 * first after the head. `through` is the slot up to which the tape is final. `givenUp` are slots that
 * will never be written. Returns undefined while the tape does not decide the order.
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
    // Given-up slots were not written, so an entry before them exists.
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
 * Whether a result has all required ticks. Under a rule that waits, that is one in every slot from the first after the
 * head to the exit; otherwise a receipt could hide a gap.
 */
export const isComplete = (
  { rule, headSlot }: Pick<ContractAgreement, 'rule' | 'headSlot'>,
  { exit }: Pick<ContractResult, 'exit'>,
  countIn: (span: Span) => number,
): boolean => !exit || !waitsForAll(rule) || countIn({ first: headSlot + 1, last: exit.slot }) === exit.slot - headSlot;

/**
 * The slot that decided an order: its exit, the last slot in which the missing tick could have come, or the first slot
 * that was given up.
 */
export function decidedAt(
  order: OrderTiming & { rule: number },
  { entry, exit }: Pick<ContractResult, 'entry' | 'exit'>,
  gap?: Span,
): number {
  const { entryIn, exitIn } = ruleOf(order.rule);
  if (gap && !exit) return gap.first;
  return exit?.slot ?? (entry ? exitIn : entryIn)(order).last;
}

/** The winner between an entry and an exit price. */
export function outcomeOf(direction: Direction, entry: bigint, exit: bigint): Exclude<Outcome, 'void'> {
  if (entry === exit) return 'draw';
  return exit > entry === (direction === 'long') ? 'win' : 'lose';
}

/** Exact to the minor unit. Fractions of a unit are rounded down. */
export function payoutOf({ stake, returnBp }: Pick<ContractAgreement, 'stake' | 'returnBp'>, outcome: Outcome): bigint {
  if (outcome === 'win') return stake + (stake * BigInt(returnBp)) / wholeReturn;
  return outcome === 'lose' ? 0n : stake;
}

export type Stage = 'not_started' | 'in_progress' | 'settling' | 'ended';
/**
 * The stage of an order when the newest tick of its coin is at `slot`. Only the end is stored; the other stages are
 * computed.
 */
export function stageAt(order: OrderTiming, ended: boolean, slot: number): Stage {
  if (ended) return 'ended';
  if (slot <= order.headSlot) return 'not_started';
  return slot < dueSlot(order) ? 'in_progress' : 'settling';
}

/** The break-even share of wins in ten-thousandths. Rounded up so that the odds never look better than they are. */
export const breakEvenOf = (returnBp: number): number => Math.ceil(100_000_000 / (10_000 + returnBp));

/** The average result of an order with this stake if both directions are equally likely: half of a win minus half of a loss. */
export const evenOdds = ({ stake, returnBp }: Pick<ContractAgreement, 'stake' | 'returnBp'>): bigint =>
  (payoutOf({ stake, returnBp }, 'win') - 2n * stake) / 2n;
