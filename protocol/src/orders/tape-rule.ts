// Shared by all products whose orders are settled by the tape: where the tick that ends an order is searched, and what
// happens if there is none.

/** Under rule 1, an order is void if its tick comes more than this many slots late. */
export const lateAfter = 10;

export type Price = { slot: number; price: bigint };
/** Slots from the first to the last. */
export type Span = { first: number; last: number };
/** The tape-specific part of one version of the rule. */
export type TapeRule = {
  /** The span searched for the exit of an order that is due in a slot. The first tick found is the exit. */
  exitFrom: (dueSlot: number) => Span;
  /**
   * The effect of a missing tick. `void`: the order is void. `waits`: the order waits, because the slot will be
   * written, however late. It is void only if slots were given up for good.
   */
  missing: 'void' | 'waits';
};

/** All versions, by number: for a tape with gaps, and for one without. */
const rules: Readonly<Record<number, TapeRule>> = {
  1: { exitFrom: (dueSlot) => ({ first: dueSlot, last: dueSlot + lateAfter }), missing: 'void' },
  2: { exitFrom: (dueSlot) => ({ first: dueSlot, last: dueSlot }), missing: 'waits' },
};
export const knownRules = Object.keys(rules).map(Number);
/** Whether a version is known. An order keeps the version it was agreed under. A changed rule gets a new number. */
export const isRule = (version: number): boolean => Object.hasOwn(rules, version);
export function tapeRule(version: number): TapeRule {
  if (!isRule(version)) throw new Error(`no rule ${version}`);
  return rules[version]!;
}

/** Whether a rule waits for every tick. False for an unknown rule. */
export const waitsForAll = (version: number): boolean => isRule(version) && tapeRule(version).missing === 'waits';

/** The first tick in the span, `none` if there can be none any more, `unknown` if one can still come. */
export function firstIn(ticks: readonly Price[], { first, last }: Span, through: number): Price | 'none' | 'unknown' {
  const found = ticks.find((tick) => tick.slot >= first);
  if (found) return found.slot <= last ? found : 'none';
  return through >= last ? 'none' : 'unknown';
}
