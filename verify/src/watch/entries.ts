import { sameBytes } from '@glasshouse/protocol/bytes';
import type { LogHead } from '@glasshouse/protocol/publiclog/checkpoint';
import { checkInclusion, leafHash, proveInclusion, type Subtrees } from '@glasshouse/protocol/publiclog/merkle';
import { readBundle, rootOver, type Tile, tilePath, tileWidth } from '@glasshouse/protocol/publiclog/tiles';
import { type Get, tileFrom } from './site.ts';

/** An entry is not the one that was signed. */
export class NotSigned extends Error {}

/** The entries from a place up to another, in order, each of them in the log that was signed. */
export async function* signedEntries(
  get: Get,
  { head, read }: { head: LogHead; read: Subtrees },
  from: number,
  to: number,
): AsyncGenerator<{ place: number; bytes: Uint8Array }> {
  for (let index = Math.floor(from / tileWidth); index * tileWidth < to; index++) {
    const first = index * tileWidth;
    const tile: Tile = { level: 'entries', index, width: Math.min(tileWidth, head.size - first) };
    const entries = readBundle(await tileFrom(get)(tile));
    if (entries?.length !== tile.width) throw new Error(`${tilePath(tile)}: not ${tile.width} entries`);
    await checkAll(entries, first, head, read);
    for (let place = Math.max(from, first); place < Math.min(to, first + tile.width); place++)
      yield { place, bytes: entries[place - first]! };
  }
}

/**
 * One proof for all entries of a file: that of its first, whose neighbours in the file are hashed from the entries themselves. It leads to
 * the root only if each of them is right.
 */
async function checkAll(entries: readonly Uint8Array[], first: number, head: LogHead, read: Subtrees): Promise<void> {
  const leaves = await Promise.all(entries.map((bytes) => leafHash(bytes)));
  const own: Subtrees = (height, index) => {
    const [start, end] = [index * 2 ** height - first, (index + 1) * 2 ** height - first];
    return start >= 0 && end <= leaves.length ? rootOver(leaves.slice(start, end)) : read(height, index);
  };
  const path = await proveInclusion(own, first, head.size);
  if (await checkInclusion({ leaf: leaves[0]!, index: first, size: head.size, root: head.root }, path)) return;
  for (const [place, leaf] of leaves.entries())
    if (!sameBytes(leaf, await read(0, first + place)))
      throw new NotSigned(`entry ${first + place} is not the one that is signed`);
  throw new NotSigned(`entries from ${first} on are not those that are signed`);
}
