import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import type { ProvenMessage } from '@glasshouse/protocol/market/proof';
import type { Seal } from '@glasshouse/protocol/orders/settlements-file';
import type { Price } from '@glasshouse/protocol/orders/tape-rule';
import { collectTicks, type Ticks } from './collected-ticks.ts';
import { describe } from './words.ts';

type Fail = (why: string) => never;
export type Tapes = ReturnType<typeof collectTapes>;

/** The pieces of tape in a file: one per coin, or several consecutive ones. */
export function collectTapes(trusted: readonly string[] | undefined) {
  const pieces = new Map<string, Ticks[]>();
  const keys = new Set<string>();
  let open: { symbol: string; ticks: Ticks; earlier: Ticks | undefined } | undefined;

  /** The piece that contains a slot: the last one that begins at or before it. */
  function pieceAt(symbol: string, slot: number): Ticks | undefined {
    const own = pieces.get(symbol) ?? [];
    let [low, high] = [0, own.length];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (own[middle]!.from() <= slot) low = middle;
      else high = middle;
    }
    return own[low];
  }

  return {
    isOpen: () => open !== undefined,
    begin(symbol: string, before: string): void {
      open = { symbol, ticks: collectTicks(symbol, before), earlier: pieces.get(symbol)?.at(-1) };
    },
    add(tick: Price & { heard?: ProvenMessage | undefined }, fail: Fail): void {
      const { symbol, ticks, earlier } = open!;
      const { slot, price } = tick;
      // Two consecutive pieces may share ticks, but must agree on them.
      if (earlier && (slot <= earlier.from() || (slot <= earlier.through() && earlier.priceAt(slot) !== price)))
        fail(`${symbol} slot ${slot}: two pieces of the tape do not agree on it`);
      const fault = ticks.add(tick);
      if (fault) fail(describe(coinBySymbol(symbol)!.id, fault));
    },
    async seal(proof: Seal, fail: Fail): Promise<void> {
      const { symbol, ticks } = open!;
      const fault = await ticks.seal(proof, trusted);
      if (fault) fail(describe(coinBySymbol(symbol)!.id, fault));
      keys.add(proof.checkpoint.publicKey);
      pieces.set(symbol, [...(pieces.get(symbol) ?? []), ticks]);
      open = undefined;
    },
    has: (symbol: string) => pieces.has(symbol),
    at: (symbol: string, slot: number, fail: Fail): Ticks =>
      pieceAt(symbol, slot) ?? fail(`there are no ticks of ${symbol}`),
    isEmpty: () => pieces.size === 0,
    summary: () => {
      const ticks = [...pieces.values()].flat().reduce((sum, each) => sum + each.count(), 0);
      return `${ticks} ticks of ${[...pieces.keys()].join(' ')}, sealed by ${[...keys].join(' ')}`;
    },
  };
}
