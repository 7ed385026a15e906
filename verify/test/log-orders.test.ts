import { readHead } from '@glasshouse/protocol/publiclog/checkpoint';
import { type Entry, entryBytes } from '@glasshouse/protocol/publiclog/entries';
import { readNote } from '@glasshouse/protocol/publiclog/note';
import { readTilePath } from '@glasshouse/protocol/publiclog/tiles';
import { expect, test } from 'vitest';
import { openLog, ordersIn } from '../src/log-orders.ts';
import { makeLog } from './sample-log.ts';

const hash = (byte: number) => new Uint8Array(32).fill(byte % 256);
const begun = 10_000;
const terms: Entry = {
  ...{ kind: 'terms', version: 1, effectiveAt: 0, rule: 1, minStake: 1n, maxStake: 1n, maxOpen: 1n, periods: [] },
};
/**
 * A log of this many seconds. Each has a tape entry, every third has orders, and one has terms. Entries may be logged
 * up to a second late.
 */
function entriesOf(seconds: number): Entry[] {
  return Array.from({ length: seconds }, (_, i): Entry[] => {
    const slot = begun + 2 * i;
    const tape: Entry = { kind: 'tape', slot, size: 1, root: hash(i), previous: hash(i + 1) };
    if (i === 1000) return [tape, terms];
    return i % 3 === 0 ? [tape, { kind: 'orders', slot: slot - 1, count: 2, root: hash(i) }] : [tape];
  }).flat();
}

const made = await makeLog();
const all = entriesOf(3000);
const log = await made.over(all.map(entryBytes));

type Change = (path: string, bytes: Uint8Array) => Uint8Array;
/** The orders of a span, read from a site that may change the files it serves. */
async function read(span: { first: number; through: number }, change: Change = (_, bytes) => bytes) {
  const paths: string[] = [];
  const get = async (path: string) => {
    paths.push(path);
    if (path === 'log/checkpoint') return new Uint8Array(Buffer.from(log.note));
    return change(path, await log.file(readTilePath(path.replace('log/', ''))!));
  };
  const found: number[] = [];
  for await (const { slot } of ordersIn(await openLog(get, made.key), span, 'contracts')) found.push(slot);
  return { found, bundles: new Set(paths.filter((path) => path.includes('entries'))).size };
}
const wanted = (first: number, through: number) =>
  all.flatMap((entry) => (entry.kind === 'orders' && entry.slot >= first && entry.slot <= through ? entry.slot : []));

test('all orders of any span are found without reading the entire log', async () => {
  expect(readHead(readNote(log.note)!.text)!.size).toBe(4001);
  for (const [first, through] of [
    [begun - 5, begun + 100],
    [begun + 1500, begun + 1600],
    [begun + 3001, begun + 3001],
    [begun + 5500, begun + 5990],
    [0, begun + 5990],
  ] as const)
    expect((await read({ first, through })).found, `${first}`).toEqual(wanted(first, through));
  expect((await read({ first: begun + 3000, through: begun + 3100 })).bundles).toBeLessThan(8);
});

test('a log that ends before the span is refused', async () => {
  await expect(read({ first: begun, through: begun + 6000 })).rejects.toThrow('ends before the file does');
});

test('a changed file of entries is detected, a changed file of hashes if it is needed, and a wrong key too', async () => {
  const span = { first: begun + 1500, through: begun + 1600 };
  const flipped: (part: string) => Change = (part) => (path, bytes) =>
    path.includes(part) ? bytes.with(bytes.length - 1, bytes.at(-1)! ^ 1) : bytes;
  for (const part of ['tile/entries/004', 'tile/1/'])
    await expect(read(span, flipped(part)), part).rejects.toThrow('does not match');
  // Hashes of entries are computed from the entries, so changed tiles do not matter.
  expect((await read(span, flipped('tile/0/004'))).found).toEqual(wanted(span.first, span.through));
  const other = await makeLog('another.example');
  const get = async () => new Uint8Array(Buffer.from(log.note));
  await expect(openLog(get, other.key)).rejects.toThrow('not signed by the key of this log');
});
