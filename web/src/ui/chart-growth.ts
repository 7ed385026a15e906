type Timed = { time: number };

/**
 * Whether a list of candles is the one before with at most two added at its end. Candles that arrive late, between others, make it another
 * list: the chart can update only those that it has.
 */
export function hasGrown(before: readonly Timed[], candles: readonly Timed[]): boolean {
  const added = candles.length - before.length;
  if (before.length < 2 || added < 0 || added > 2) return false;
  return [0, before.length - 2, before.length - 1].every((place) => before[place]!.time === candles[place]!.time);
}
