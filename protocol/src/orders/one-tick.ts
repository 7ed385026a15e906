import { firstIn, type Price, type Span, tapeRule } from './tape-rule.ts';

// Orders that are settled by one tick, that of their due slot. Slots given up before it do not matter.

export type Due = { rule: number; dueSlot: number };

/** The span that is searched for the tick that ends an order. */
export const exitIn = ({ rule, dueSlot }: Due): Span => tapeRule(rule).exitFrom(dueSlot);

/** The given-up span that contains the end of an order, under a rule that waits. */
export function gapIn({ rule, dueSlot }: Due, givenUp: readonly Span[]): Span | undefined {
  if (tapeRule(rule).missing !== 'waits') return undefined;
  return givenUp.find(({ first, last }) => first <= dueSlot && dueSlot <= last);
}

/**
 * Finds the tick that ends an order, or that there will be none. `ticks` must be in order and complete from the due
 * slot. `through` is the slot up to which the tape is final. `givenUp` are slots that will never be
 * written. Undefined while the tape does not decide it.
 */
export function exitOf(
  due: Due,
  ticks: readonly Price[],
  through: number,
  givenUp: readonly Span[],
): Price | 'void' | undefined {
  const gap = gapIn(due, givenUp);
  if (gap) return through < gap.first ? undefined : 'void';
  const exit = firstIn(ticks, exitIn(due), through);
  if (exit === 'unknown') return undefined;
  if (exit === 'none') return tapeRule(due.rule).missing === 'waits' ? undefined : 'void';
  return exit;
}

/**
 * The slot that decided an order: its exit, the last slot in which the missing tick could have come, or the first slot
 * that was given up.
 */
export const decidedAt = (due: Due, { exit }: { exit: Price | undefined }, gap?: Span): number =>
  exit?.slot ?? gap?.first ?? exitIn(due).last;
