import type { Mark, MarkName } from './product.ts';

/** One mark, or none if there is no such tick. */
export const markOf = (of: MarkName, tick: { slot: number } | null): Mark[] => (tick ? [{ of, slot: tick.slot }] : []);
