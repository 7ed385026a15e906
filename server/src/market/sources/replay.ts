import { readFileSync } from 'node:fs';
import type { Made } from '@glasshouse/protocol/market/synthetic';
import { readTicks } from '@glasshouse/protocol/market/ticks-file';
import type { Source } from './source.ts';

/** Plays recorded tape files (joined one after another if several) from their first slot on, again and again; gaps in them stay gaps. */
export function replaySource(path: string): Source {
  const files = readFileSync(path, 'utf8')
    .split(/(?=^# Simulated)/m)
    .filter((text) => text.trim() !== '')
    .map(readTicks);
  const slots = new Map<number, Made[]>();
  for (const { symbol, ticks } of files)
    for (const { slot, price, volume } of ticks)
      slots.set(slot, [...(slots.get(slot) ?? []), { symbol, price, volume }]);
  const first = Math.min(...slots.keys());
  const length = Math.max(...slots.keys()) - first + 1;
  let began: number | undefined;
  return {
    name: 'replay',
    at: async (slot) => {
      began ??= slot;
      return slots.get(first + ((slot - began) % length)) ?? [];
    },
    close: () => {},
  };
}
