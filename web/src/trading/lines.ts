import type { ResultRef } from './waiting.ts';

const maxEnded = 3;

type Line<P> = { id: string; open?: P; ended?: ResultRef };
/** Open positions and the newest ended ones, each in its place: newest first, because ids sort by time. */
export function linesOf<P extends { id: string }>(open: readonly P[], waiting: readonly ResultRef[]): Line<P>[] {
  const ended = waiting.slice(-maxEnded).map((result): Line<P> => ({ id: result.id, ended: result }));
  const isEnded = new Set(waiting.map(({ id }) => id));
  const still = open.filter(({ id }) => !isEnded.has(id)).map((order): Line<P> => ({ id: order.id, open: order }));
  return [...still, ...ended].sort((a, b) => (a.id < b.id ? 1 : -1));
}

/** The same in two parts, with room for the newest result in between. All open positions are in the first part. */
export function partsOf<P extends { id: string }>(
  open: readonly P[],
  waiting: readonly ResultRef[],
): [Line<P>[], Line<P>[]] {
  const lines = linesOf(open, waiting);
  const place = lines.findLastIndex((line) => line.open) + 1;
  return [lines.slice(0, place), lines.slice(place)];
}
