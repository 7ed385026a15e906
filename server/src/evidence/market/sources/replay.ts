import { readFileSync } from 'node:fs';
import { coinById } from '@glasshouse/protocol/market/coins';
import { msOf } from '@glasshouse/protocol/market/tape';
import { readTickLine, readTicks } from '@glasshouse/protocol/market/ticks-file';
import { sha } from '#platform/security/signer.ts';
import type { Source, SourceTick } from './source.ts';

type Recorded = Pick<SourceTick, 'symbol' | 'price' | 'volume'> & { line: Buffer };

/**
 * Replays recorded tape files (several can be concatenated) from their first slot, in a loop. Their gaps stay gaps. The
 * message of a tick is the line it was read from.
 */
export function replaySource(path: string): Source {
  const files = readFileSync(path, 'utf8')
    .split(/(?=^# Simulated)/m)
    .filter((text) => text.trim() !== '');
  const slots = new Map<number, Recorded[]>();
  for (const text of files) {
    const { symbol } = readTicks(text);
    for (const line of text.split(/\r?\n/)) {
      const tick = readTickLine(line, coinById(symbol)!.decimals);
      if (!tick) continue;
      const recorded = { symbol, price: tick.price, volume: tick.volume, line: Buffer.from(line) };
      slots.set(tick.slot, [...(slots.get(tick.slot) ?? []), recorded]);
    }
  }
  const first = Math.min(...slots.keys());
  const length = Math.max(...slots.keys()) - first + 1;
  let began: number | undefined;
  return {
    name: 'replay',
    at: async (slot) => {
      began ??= slot;
      const recorded = slots.get(first + ((slot - began) % length)) ?? [];
      return recorded.map(({ line, ...price }) => ({
        ...{ ...price, raw: line },
        heard: { source: 'replay', at: msOf(slot), message: sha(line) },
      }));
    },
    close: () => {},
  };
}
