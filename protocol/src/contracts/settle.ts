// The rule of second contracts: what an order comes to is a function of its terms and the tape, and of nothing else. Server,
// browser and the offline verifier all run this file.

/** Under rule 1 an entry or exit that comes more slots late than this makes the order void. */
export const lateAfter = 10;
const slotsPerSecond = 2;
const wholeReturn = 10_000n; // a return of 100 %, in hundredths of a percent

export type Direction = 'long' | 'short';
export type Outcome = 'win' | 'lose' | 'draw' | 'void';
/** What decides about an order, as agreed at acceptance. `headSlot` is the newest tick that existed then. */
export type Agreed = {
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
type Placed = Pick<Agreed, 'headSlot' | 'seconds'>;
export type Price = { slot: number; price: bigint };
/** `entry` and `exit` are there when they came in time. */
export type Settled = { outcome: Outcome; payout: bigint; entry: Price | undefined; exit: Price | undefined };

/** The slot from which on the exit is looked for; known as soon as the order is accepted. */
export const dueSlot = ({ headSlot, seconds }: Placed): number => headSlot + 1 + slotsPerSecond * seconds;

/** Slots from the first to the last. */
export type Span = { first: number; last: number };
/** What one version of the rule has of its own. Who wins, what is paid and when an order is due is the same in all of them. */
export type Rule = {
  /** Where the entry is looked for, and the exit: the first tick there is it. */
  entryIn: (order: Placed) => Span;
  exitIn: (order: Placed) => Span;
  /**
   * What it means that no tick came there: the order is void; or it waits, because the slot will be written however late, and is void
   * only if slots between its head and its exit were given up for good.
   */
  missing: 'void' | 'waits';
};

/** For a tape with gaps: the first tick after the head and the first from the due slot on, unless they come too late. */
const firstTicks: Rule = {
  entryIn: ({ headSlot }) => ({ first: headSlot + 1, last: headSlot + lateAfter }),
  exitIn: (order) => ({ first: dueSlot(order), last: dueSlot(order) + lateAfter }),
  missing: 'void',
};
/** For a tape without gaps: the tick right after the head and the one in the due slot, and no other. */
const completeGrid: Rule = {
  entryIn: ({ headSlot }) => ({ first: headSlot + 1, last: headSlot + 1 }),
  exitIn: (order) => ({ first: dueSlot(order), last: dueSlot(order) }),
  missing: 'waits',
};

/** All versions there ever were, by their number. An order keeps the one it was agreed under; a changed rule gets a new number. */
export const rules: Readonly<Record<number, Rule>> = { 1: firstTicks, 2: completeGrid };
export const isRule = (version: number): boolean => Object.hasOwn(rules, version);
export function ruleOf(version: number): Rule {
  if (!isRule(version)) throw new Error(`no rule ${version}`);
  return rules[version]!;
}

/** Whether a rule waits for every tick; one that is unknown here is not said to. */
export const waitsForAll = (version: number): boolean => isRule(version) && ruleOf(version).missing === 'waits';

/** Whether an order is void because prices of its time were given up: under a rule that waits for every tick nothing else makes it void. */
export const isGivenUp = ({ rule, outcome }: { rule: number; outcome: Outcome | null }): boolean =>
  outcome === 'void' && waitsForAll(rule);

/** What was given up of the time of an order, under a rule that waits: not one of its slots may lie in it, from the first after its head to its exit. */
export function gapIn(order: Placed & { rule: number }, givenUp: readonly Span[]): Span | undefined {
  if (ruleOf(order.rule).missing !== 'waits') return undefined;
  return givenUp.find(({ first, last }) => first <= dueSlot(order) && last > order.headSlot);
}

/**
 * Settles an order by the ticks of its coin, under its own version of the rule. `ticks` are in order and lack none from the first after
 * the head on; `through` is the slot up to which the tape can get no more; `givenUp` are slots that will never be written. Undefined while
 * the tape does not tell.
 */
export function settle(
  agreed: Agreed,
  ticks: readonly Price[],
  through: number,
  givenUp: readonly Span[] = [],
): Settled | undefined {
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
  { rule, headSlot }: Pick<Agreed, 'rule' | 'headSlot'>,
  { exit }: Pick<Settled, 'exit'>,
  countIn: (span: Span) => number,
): boolean => !exit || !waitsForAll(rule) || countIn({ first: headSlot + 1, last: exit.slot }) === exit.slot - headSlot;

/** The slot that decided an order: its exit, the last in which the tick that is missing could have come, or the first that was given up. */
export function decidedAt(
  order: Placed & { rule: number },
  { entry, exit }: Pick<Settled, 'entry' | 'exit'>,
  gap?: Span,
): number {
  const { entryIn, exitIn } = ruleOf(order.rule);
  if (gap && !exit) return gap.first;
  return exit?.slot ?? (entry ? exitIn : entryIn)(order).last;
}

/** The first tick in the span; `none` if there cannot be one any more, `unknown` if there still can. */
function firstIn(ticks: readonly Price[], { first, last }: Span, through: number): Price | 'none' | 'unknown' {
  const found = ticks.find((tick) => tick.slot >= first);
  if (found) return found.slot <= last ? found : 'none';
  return through >= last ? 'none' : 'unknown';
}

/** Who wins between two prices. */
export function outcomeOf(direction: Direction, entry: bigint, exit: bigint): Outcome {
  if (entry === exit) return 'draw';
  return exit > entry === (direction === 'long') ? 'win' : 'lose';
}

/** Exact to the minor unit; what a return does not make whole is rounded down. */
export function payoutOf({ stake, returnBp }: Pick<Agreed, 'stake' | 'returnBp'>, outcome: Outcome): bigint {
  if (outcome === 'win') return stake + (stake * BigInt(returnBp)) / wholeReturn;
  return outcome === 'lose' ? 0n : stake;
}

export type Stage = 'not_started' | 'in_progress' | 'settling' | 'ended';
/** Where an order stands when its coin's newest tick is at `slot`. Only an end is ever written down; the rest follows. */
export function stageAt(order: Placed, ended: boolean, slot: number): Stage {
  if (ended) return 'ended';
  if (slot <= order.headSlot) return 'not_started';
  return slot < dueSlot(order) ? 'in_progress' : 'settling';
}

/** The share of wins at which nothing is gained or lost, in ten-thousandths, rounded up so that it is never flattered. */
export const breakEvenOf = (returnBp: number): number => Math.ceil(100_000_000 / (10_000 + returnBp));

/** What an order of this stake comes to on average if both directions are as likely: half a win less half a loss. */
export const evenOdds = ({ stake, returnBp }: Pick<Agreed, 'stake' | 'returnBp'>): bigint =>
  (payoutOf({ stake, returnBp }, 'win') - 2n * stake) / 2n;
