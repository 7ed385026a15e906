// The one rule of second contracts: what an order comes to is a function of its terms and the tape, and of nothing else. Server,
// browser and the offline verifier all run this file.

/** Which rule an order was agreed under. A changed rule gets a new number and leaves this one as it is. */
export const ruleVersion = 1;
/** An entry or exit that comes more slots late than this makes the order void. */
export const lateAfter = 10;
const slotsPerSecond = 2;
const wholeReturn = 10_000n; // a return of 100 %, in hundredths of a percent

export type Direction = 'long' | 'short';
export type Outcome = 'win' | 'lose' | 'draw' | 'void';
/** What decides about an order, as agreed at acceptance. `headSlot` is the newest tick that existed then. */
export type Agreed = {
  rule: number;
  direction: Direction;
  seconds: number;
  /** USDT, minor units. */
  stake: bigint;
  /** Hundredths of a percent: 8,200 is 82 %. */
  returnBp: number;
  headSlot: number;
};
export type Price = { slot: number; price: bigint };
/** `entry` and `exit` are there when they came in time. */
export type Settled = { outcome: Outcome; payout: bigint; entry: Price | undefined; exit: Price | undefined };

/** The slot from which on the exit is looked for; known as soon as the order is accepted. */
export const dueSlot = ({ headSlot, seconds }: Pick<Agreed, 'headSlot' | 'seconds'>): number =>
  headSlot + 1 + slotsPerSecond * seconds;

/**
 * Settles an order by the ticks of its coin. `ticks` are in order and lack none from the first after the head on; `through` is the
 * slot up to which the tape can get no more. Undefined while the tape has not gone far enough to tell.
 */
export function settle(agreed: Agreed, ticks: readonly Price[], through: number): Settled | undefined {
  if (agreed.rule !== ruleVersion) throw new Error(`no rule ${agreed.rule}`);
  const due = dueSlot(agreed);
  const entry = firstFrom(ticks, agreed.headSlot + 1, agreed.headSlot + lateAfter, through);
  const exit = entry === 'none' ? 'none' : firstFrom(ticks, due, due + lateAfter, through);
  if (entry === 'unknown' || exit === 'unknown') return undefined;
  if (entry === 'none' || exit === 'none') {
    return { outcome: 'void', payout: agreed.stake, entry: entry === 'none' ? undefined : entry, exit: undefined };
  }
  const outcome = outcomeOf(agreed.direction, entry.price, exit.price);
  return { outcome, payout: payoutOf(agreed, outcome), entry, exit };
}

/** The first tick in the span; `none` if there cannot be one any more, `unknown` if there still can. */
function firstFrom(ticks: readonly Price[], first: number, last: number, through: number): Price | 'none' | 'unknown' {
  const found = ticks.find((tick) => tick.slot >= first);
  if (found) return found.slot <= last ? found : 'none';
  return through >= last ? 'none' : 'unknown';
}

function outcomeOf(direction: Direction, entry: bigint, exit: bigint): Outcome {
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
export function stageAt(order: Pick<Agreed, 'headSlot' | 'seconds'>, ended: boolean, slot: number): Stage {
  if (ended) return 'ended';
  if (slot <= order.headSlot) return 'not_started';
  return slot < dueSlot(order) ? 'in_progress' : 'settling';
}

/** The share of wins at which nothing is gained or lost, in ten-thousandths, rounded up so that it is never flattered. */
export const breakEvenOf = (returnBp: number): number => Math.ceil(100_000_000 / (10_000 + returnBp));

/** What an order of this stake comes to on average if both directions are as likely: half a win less half a loss. */
export const evenOdds = ({ stake, returnBp }: Pick<Agreed, 'stake' | 'returnBp'>): bigint =>
  (payoutOf({ stake, returnBp }, 'win') - 2n * stake) / 2n;
