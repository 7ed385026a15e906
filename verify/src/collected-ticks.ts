import { hash } from 'node:crypto';
import { fromHex, toHex } from '@glasshouse/protocol/bytes';
import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import { checkRun, type Fault, type ProvenMessage, type TapeRun } from '@glasshouse/protocol/market/proof';
import { isStale, tickBytes } from '@glasshouse/protocol/market/tape';
import type { Seal } from '@glasshouse/protocol/orders/settlements-file';
import type { Price, Span } from '@glasshouse/protocol/orders/tape-rule';

/** A piece of one coin's tape, hashed tick by tick. Uses 16 bytes per tick, so a full day of every coin fits into memory. */
export type Ticks = ReturnType<typeof collectTicks>;

export function collectTicks(name: string, before: string) {
  const symbol = coinBySymbol(name)!.id;
  let slots = new Float64Array(1 << 6);
  let prices = new BigUint64Array(1 << 6);
  let count = 0;
  let previous: Uint8Array = fromHex(before);
  let head: Uint8Array = previous;
  let newestMessage: ProvenMessage | undefined;
  let sealed: Seal | undefined;

  function add({ slot, price, heard }: Price & { heard?: ProvenMessage | undefined }): Fault | undefined {
    if (count > 0 && slot <= slots[count - 1]!) return { slot, what: 'order' };
    if (heard && isStale(slot, heard.at)) return { slot, what: 'stale' };
    if (count === slots.length) {
      const wider = [new Float64Array(count * 2), new BigUint64Array(count * 2)] as const;
      wider[0].set(slots);
      wider[1].set(prices);
      [slots, prices] = wider;
    }
    slots[count] = slot;
    prices[count++] = price;
    previous = head;
    // The protocol's own hash function is asynchronous, which is too slow for millions of ticks.
    const told = heard && { ...heard, message: fromHex(heard.message) };
    head = hash('sha256', tickBytes(head, { symbol, slot, price, heard: told }), 'buffer');
    newestMessage = heard;
    return undefined;
  }

  /** Ends the chain in a signed checkpoint, which proves every tick before it, and that none is missing. */
  async function seal({ path, checkpoint }: Seal, trusted: readonly string[] | undefined): Promise<Fault | undefined> {
    if (count === 0) return { slot: checkpoint.slot, what: 'root' };
    const last = { slot: slots[count - 1]!, price: String(prices[count - 1]), hash: toHex(head), heard: newestMessage };
    const fault = await checkRun({ symbol, before: toHex(previous), ticks: [last], path, checkpoint }, trusted);
    if (!fault) sealed = { path, checkpoint };
    return fault;
  }

  /** The index of the first tick at or after a slot. */
  function placeFrom(slot: number): number {
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (slots[middle]! < slot) low = middle + 1;
      else high = middle;
    }
    return low;
  }
  const at = (place: number): Price[] => (place < count ? [{ slot: slots[place]!, price: prices[place]! }] : []);
  return {
    add,
    seal,
    count: () => count,
    from: () => slots[0]!,
    through: () => sealed?.checkpoint.slot ?? -1,
    priceAt: (slot: number): bigint | undefined => at(placeFrom(slot)).find((tick) => tick.slot === slot)?.price,
    has: (slot: number) => slots[placeFrom(slot)] === slot && placeFrom(slot) < count,
    /** The number of ticks in a span. */
    countIn: ({ first, last }: Span) => placeFrom(last + 1) - placeFrom(first),
    /** The first tick at or after each of two slots. The rule needs no others. */
    firstFrom: (one: number, other: number): Price[] => {
      const [first, second] = [placeFrom(one), placeFrom(other)];
      return first === second ? at(first) : [...at(first), ...at(second)];
    },
    /**
     * The ticks of a span and the tick before it, in the form of receipts. Their hashes were checked on arrival and are
     * not stored.
     */
    runAround: ({ first, last }: Span): TapeRun => {
      const begin = Math.max(placeFrom(first) - 1, 0);
      const ticks = Array.from({ length: placeFrom(last + 1) - begin }, (_, i) => ({
        ...{ slot: slots[begin + i]!, price: String(prices[begin + i]), hash: '' },
      }));
      return { symbol, before: '', ticks, ...sealed! };
    },
  };
}
