// What all products share whose orders the tape ends: where the tick that ends an order is looked for, and what it means that none came.

/** Under rule 1 a tick that comes more slots late than this makes an order void. */
export const lateAfter = 10;

export type Price = { slot: number; price: bigint };
/** Slots from the first to the last. */
export type Span = { first: number; last: number };
/** What one version of the rule says about the tape. */
export type TapeRule = {
  /** Where the exit of an order is looked for that is due in a slot: the first tick there is it. */
  exitFrom: (dueSlot: number) => Span;
  /**
   * What it means that no tick came there: the order is void; or it waits, because the slot will be written however late, and is void
   * only if slots were given up for good.
   */
  missing: 'void' | 'waits';
};

/** All versions there ever were, by their number: for a tape with gaps, and for one without. */
const rules: Readonly<Record<number, TapeRule>> = {
  1: { exitFrom: (dueSlot) => ({ first: dueSlot, last: dueSlot + lateAfter }), missing: 'void' },
  2: { exitFrom: (dueSlot) => ({ first: dueSlot, last: dueSlot }), missing: 'waits' },
};
export const knownRules = Object.keys(rules).map(Number);
/** An order keeps the version it was agreed under; a changed rule gets a new number. */
export const isRule = (version: number): boolean => Object.hasOwn(rules, version);
export function tapeRule(version: number): TapeRule {
  if (!isRule(version)) throw new Error(`no rule ${version}`);
  return rules[version]!;
}

/** Whether a rule waits for every tick; one that is unknown here is not said to. */
export const waitsForAll = (version: number): boolean => isRule(version) && tapeRule(version).missing === 'waits';

/** The first tick in the span; `none` if there cannot be one any more, `unknown` if there still can. */
export function firstIn(ticks: readonly Price[], { first, last }: Span, through: number): Price | 'none' | 'unknown' {
  const found = ticks.find((tick) => tick.slot >= first);
  if (found) return found.slot <= last ? found : 'none';
  return through >= last ? 'none' : 'unknown';
}
