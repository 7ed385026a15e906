import type { Candle } from '@glasshouse/protocol/market/calls';

/** Both lists in one, oldest first. Where both have a candle, the one of `fresh` counts. */
export function mergeCandles(known: readonly Candle[], fresh: readonly Candle[]): readonly Candle[] {
  const first = fresh[0];
  if (!first) return known;
  if (known.length === 0) return fresh;
  const cut = known.findLastIndex(({ time }) => time < first.time) + 1;
  const times = new Set(fresh.map(({ time }) => time));
  const kept = known.slice(cut).filter(({ time }) => !times.has(time));
  const tail = kept.length === 0 ? fresh : [...kept, ...fresh].sort((a, b) => a.time - b.time);
  return [...known.slice(0, cut), ...tail];
}
