import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { msOf } from '@glasshouse/protocol/market/tape';
import { saleLoggedWithin } from '@glasshouse/protocol/options/terms';
import { products } from '@glasshouse/protocol/orders/products';
import type { GivenUp } from '@glasshouse/protocol/orders/settlements-file';
import { type LogHead, signedHead } from '@glasshouse/protocol/publiclog/checkpoint';
import { type Entry, readEntry } from '@glasshouse/protocol/publiclog/entries';
import type { Subtrees } from '@glasshouse/protocol/publiclog/merkle';
import { type NoteKey, readNote } from '@glasshouse/protocol/publiclog/note';
import { subtreesFrom, tileWidth } from '@glasshouse/protocol/publiclog/tiles';
import {
  type About,
  announcedAt,
  createTerms,
  heldBefore,
  isVersionOf,
  type Spreads,
  type Terms,
  versionIn,
  withdrawnBy,
} from './log-terms.ts';
import { sha } from './sha.ts';
import { NotSigned, signedEntries } from './watch/entries.ts';
import { type Get, getFrom, tileFrom } from './watch/site.ts';

// The orders that a log lists for a span of slots, complete and each checked up to the signed root.

/**
 * `known` is the newest second of the tape that was logged earlier, or -1 if there was none. `terms` and `spreads` are
 * those that could be agreed on at that moment. `generatorOf` returns the generator of a day that was announced
 * earlier.
 */
export type OrdersEntry = Extract<Entry, { kind: 'orders' }> & {
  place: number;
  known: number;
  terms: readonly Terms[];
  spreads: readonly Spreads[];
  generatorOf: Days['generatorOf'];
};
type Days = ReturnType<typeof createDays>;
export type SaleEntry = Extract<Entry, { kind: 'sale' }> & { place: number; known: number };
/** Entries of the log between the orders. */
export type Between = {
  onGivenUp?: (lost: GivenUp) => void;
  onSale?: (sale: SaleEntry) => void;
  /** The last slot in which a sale may have been made. Called after each bundle. */
  salesThrough?: () => number;
};
type Read = { head: LogHead; get: Get; read: Subtrees };
const mayBeLate = 240; // slots: two minutes after its acceptance, every monitor would have reported an order as late

/** Reads a log's files from a site, or from a directory with the same layout. */
export const getAt = (where: string): Get =>
  /^https?:/.test(where) ? getFrom(where) : async (path) => new Uint8Array(await readFile(join(where, path)));

/** Opens a log at its newest checkpoint, which must be signed by the key. */
export async function openLog(get: Get, key: NoteKey): Promise<Read> {
  const head = await signedHead(key, readNote(Buffer.from(await get('log/checkpoint')).toString('utf8')));
  if (!head) throw new Error('the checkpoint is not signed by the key of this log');
  return { head, get, read: subtreesFrom(tileFrom(get), head.size, sha) };
}

/**
 * Yields the entries of orders accepted in a span, in log order. Reads from two minutes before the span to two minutes
 * after it. An order that was logged too far from its time would be found in no span, so it is reported as a fault of
 * the span in which it was logged. Then reads on for as long as orders of the span may have been sold.
 */
export async function* ordersIn(
  log: Read,
  span: { first: number; through: number },
  of: 'contracts' | 'all',
  { onGivenUp, onSale, salesThrough }: Between = {},
): AsyncGenerator<OrdersEntry> {
  const { head } = log;
  const bundles = Math.ceil(head.size / tileWidth);
  let [tape, newest, over] = [-1, -1, -1];
  const begin = await bundleBefore(log, span.first, bundles);
  const days = createDays(log, begin);
  const terms = await termsBefore(span.first, begin, of === 'all' ? ['terms', 'spreads'] : ['terms'], days);
  for (let index = begin; index < bundles; index++) {
    for (const { place, entry } of await readBundle(log, index)) {
      const isPast = tape > span.through + mayBeLate;
      if (!isPast) days.take(entry);
      if (!isPast) terms.take(place, entry);
      if (entry?.kind === 'tape') {
        // After a gap, orders may come before the first second of the tape, so the next second decides.
        if (!isPast && newest > entry.slot + mayBeLate)
          throw new Error(`does not match: ORDERS AHEAD OF THEIR TIME: of slot ${newest}, before slot ${entry.slot}`);
        tape = Math.max(tape, entry.slot);
      }
      // Slots that were given up have no prices, so from this entry on their outcome is known.
      if (entry?.kind === 'givenUp') over = Math.max(over, entry.last);
      if (entry?.kind === 'givenUp') onGivenUp?.({ place, first: entry.first, last: entry.last });
      if (entry?.kind === 'sale') onSale?.({ ...entry, place, known: Math.max(tape, over) });
      if (isPast || entry?.kind !== 'orders' || (entry.product && of === 'contracts')) continue;
      newest = Math.max(newest, entry.slot);
      if (entry.slot < span.first && entry.slot + products.contract.shortestLife <= tape)
        throw new Error(
          `does not match: ORDERS KEPT BACK: those of slot ${entry.slot} were logged at place ${place}, after slot ${tape}`,
        );
      if (entry.slot >= span.first && entry.slot <= span.through)
        yield { ...entry, place, known: tape, ...terms.inForceAt(entry.slot), generatorOf: days.generatorOf };
    }
    if (tape > Math.max(span.through + mayBeLate, (salesThrough?.() ?? 0) + saleLoggedWithin)) return;
  }
  if (tape <= span.through || tape < (salesThrough?.() ?? -saleLoggedWithin) + saleLoggedWithin)
    throw new Error('does not match: the log that is shown ends before the file does');
}

/** A bundle that starts before any order of the span was logged, found by the seconds of the tape between the orders. */
async function bundleBefore(log: Read, first: number, bundles: number): Promise<number> {
  let [low, high] = [0, bundles];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    const slot = await slotFrom(log, middle, high);
    if (slot !== undefined && slot < first - mayBeLate) low = middle;
    else high = middle;
  }
  return low;
}

const maxChanges = 1000;

/**
 * The terms and spreads that apply at the start of a bundle. Reads back to the newest ones that were in force, and on
 * to where those were first logged. Only then is it certain that no others came after them.
 */
async function termsBefore(
  first: number,
  bundle: number,
  needed: readonly About[],
  days: Days,
): Promise<ReturnType<typeof createTerms>> {
  const found: Awaited<ReturnType<typeof readBundle>> = [];
  const searched = needed.map((about) => ({
    ...{ about, withdrawn: new Set<number>(), heldSince: undefined as number | undefined, isDone: false },
  }));
  for (let index = bundle - 1; index >= 0 && !searched.every(({ isDone }) => isDone); index--) {
    const entries = await days.readBack();
    for (const each of entries) {
      let isOne = false;
      for (const one of searched.filter(({ isDone }) => !isDone)) {
        const takesBack = withdrawnBy(each.entry, one.about);
        if (takesBack !== undefined) one.withdrawn.add(takesBack);
        const brought = versionIn(each.place, each.entry, one.about);
        isOne ||= takesBack !== undefined || isVersionOf(each.entry, one.about);
        if (brought && !one.withdrawn.has(brought.version) && heldBefore(brought, first))
          one.heldSince ??= announcedAt(each.entry, one.about);
        one.isDone = one.heldSince === Number.POSITIVE_INFINITY;
      }
      if (isOne) found.push(each);
    }
    if (found.length > maxChanges) throw new Error('the log has too many terms of which none was in force');
    const tape = entries.findLast(({ entry }) => entry?.kind === 'tape')?.entry as { slot: number } | undefined;
    for (const one of searched)
      one.isDone ||= tape !== undefined && one.heldSince !== undefined && msOf(tape.slot) < one.heldSince;
  }
  const terms = createTerms();
  for (const { place, entry } of found.reverse()) terms.take(place, entry);
  return terms;
}

/** The days announced by a log, and their generators. Entries before the bundle are read only as far back as necessary. */
function createDays(log: Read, bundle: number) {
  const generators = new Map<number, number>();
  let unread = bundle;
  function take(entry: Entry | undefined): void {
    if (entry?.kind !== 'day') return;
    const { day, version } = entry;
    const known = generators.get(day);
    if (known !== undefined && known !== version)
      throw new Error(`does not match: DAY CHANGED: ${day} was announced with generators ${known} and ${version}`);
    generators.set(day, version);
  }
  /** Reads the entries of the bundle before those already read, newest first. */
  async function readBack() {
    unread--;
    const entries = (await readBundle(log, unread)).toReversed();
    for (const { entry } of entries) take(entry);
    return entries;
  }
  return {
    take,
    readBack,
    async generatorOf(day: number): Promise<number | undefined> {
      while (!generators.has(day) && unread > 0) await readBack();
      return generators.get(day);
    },
  };
}

/** The first second of the tape in bundles from one up to another. */
async function slotFrom(log: Read, from: number, to: number): Promise<number | undefined> {
  for (let index = from; index < to; index++)
    for (const { entry } of await readBundle(log, index)) if (entry?.kind === 'tape') return entry.slot;
  return undefined;
}

/** The entry at a place, checked against the signed log. */
export async function entryAt(log: Read, place: number): Promise<Entry | undefined> {
  if (place >= log.head.size) return undefined;
  return (await readBundle(log, Math.floor(place / tileWidth))).find((one) => one.place === place)?.entry;
}

/** The entries of a bundle, checked against the signed log. */
async function readBundle({ head, get, read }: Read, index: number) {
  const from = index * tileWidth;
  const entries: { place: number; entry: Entry | undefined }[] = [];
  try {
    for await (const { place, bytes } of signedEntries(
      get,
      { head, read },
      from,
      Math.min(from + tileWidth, head.size),
    ))
      entries.push({ place, entry: readEntry(bytes) });
  } catch (error) {
    throw error instanceof NotSigned ? new Error(`does not match: ${error.message}`) : error;
  }
  return entries;
}
