import { sameBytes } from '@glasshouse/protocol/bytes';
import { areSigned, entriesTile } from '@glasshouse/protocol/publiclog/bundles';
import type { LogHead } from '@glasshouse/protocol/publiclog/checkpoint';
import { leafHash, type Subtrees } from '@glasshouse/protocol/publiclog/merkle';
import { readBundle, tilePath, tileWidth } from '@glasshouse/protocol/publiclog/tiles';
import { sha } from '../sha.ts';
import { type Get, tileFrom } from './site.ts';

/** An entry differs from the signed one. */
export class NotSigned extends Error {}

/** Yields the entries from a place up to another in order, each proved to be in the signed log. */
export async function* signedEntries(
  get: Get,
  { head, read }: { head: LogHead; read: Subtrees },
  from: number,
  to: number,
): AsyncGenerator<{ place: number; bytes: Uint8Array }> {
  for (let index = Math.floor(from / tileWidth); index * tileWidth < to; index++) {
    const first = index * tileWidth;
    const tile = entriesTile(first, head.size);
    const entries = readBundle(await tileFrom(get)(tile));
    if (entries?.length !== tile.width) throw new Error(`${tilePath(tile)}: not ${tile.width} entries`);
    if (!(await areSigned(entries, first, head, read, sha))) throw await wrongOf(entries, first, read);
    for (let place = Math.max(from, first); place < Math.min(to, first + tile.width); place++)
      yield { place, bytes: entries[place - first]! };
  }
}

/** Finds which entry differs from the signed one, as far as the site's hashes show. */
async function wrongOf(entries: readonly Uint8Array[], first: number, read: Subtrees): Promise<NotSigned> {
  for (const [place, bytes] of entries.entries())
    if (!sameBytes(await leafHash(bytes), await read(0, first + place)))
      return new NotSigned(`entry ${first + place} is not the one that is signed`);
  return new NotSigned(`entries from ${first} on are not those that are signed`);
}
