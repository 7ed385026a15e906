import { firstIn, type Price, type Span, tapeRule } from './tape-rule.ts';

// Orders that one tick ends: that of their due slot. What was given up before it does not matter to them.

export type Due = { rule: number; dueSlot: number };

/** Where the tick is looked for that ends an order. */
export const exitIn = ({ rule, dueSlot }: Due): Span => tapeRule(rule).exitFrom(dueSlot);

/** What was given up of the tape that holds the end of an order, under a rule that waits. */
export function gapIn({ rule, dueSlot }: Due, givenUp: readonly Span[]): Span | undefined {
  if (tapeRule(rule).missing !== 'waits') return undefined;
  return givenUp.find(({ first, last }) => first <= dueSlot && dueSlot <= last);
}

/**
 * The tick that ends an order, or that there will be none. `ticks` are in order and lack none from the due slot on; `through` is the slot up
 * to which the tape can get no more; `givenUp` are slots that will never be written. Undefined while the tape does not tell.
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

/** The slot that decided an order: its exit, the last in which the tick that is missing could have come, or the first that was given up. */
export const decidedAt = (due: Due, { exit }: { exit: Price | undefined }, gap?: Span): number =>
  exit?.slot ?? gap?.first ?? exitIn(due).last;
