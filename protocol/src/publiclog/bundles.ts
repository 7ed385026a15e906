import { type Hash, sha256 } from '../market/tape.ts';
import type { LogHead } from './checkpoint.ts';
import { checkInclusion, leafHash, proveInclusion, type Subtrees } from './merkle.ts';
import { rootOver, type Tile, tileWidth } from './tiles.ts';

// Checks the files that contain the entries against the signed log.

/** The file that contains the entry at a place, with the width it has in a log of that size. */
export function entriesTile(place: number, size: number): Tile {
  const index = Math.floor(place / tileWidth);
  return { level: 'entries', index, width: Math.min(tileWidth, size - index * tileWidth) };
}

/**
 * Whether all entries of a file are the signed ones. One proof is enough, that of the first entry: its neighbors in the
 * file are hashed from the entries themselves, so it leads to the root only if each of them is right.
 */
export async function areSigned(
  entries: readonly Uint8Array[],
  first: number,
  head: LogHead,
  read: Subtrees,
  hash: Hash = sha256,
): Promise<boolean> {
  const leaves = await Promise.all(entries.map((bytes) => leafHash(bytes, hash)));
  const own: Subtrees = (height, index) => {
    const [start, end] = [index * 2 ** height - first, (index + 1) * 2 ** height - first];
    return start >= 0 && end <= leaves.length ? rootOver(leaves.slice(start, end), hash) : read(height, index);
  };
  const path = await proveInclusion(own, first, head.size, hash);
  return checkInclusion({ leaf: leaves[0]!, index: first, size: head.size, root: head.root }, path, hash);
}
