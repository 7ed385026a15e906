import { type Hash, sha256 } from '../market/tape.ts';
import { nodeHash, type Subtrees } from './merkle.ts';

// The files of the public log, in the form C2SP tlog-tiles: 256 hashes or 256 entries each. Full files never change.

export const tileWidth = 256;
const tileHeight = 8;
const hashBytes = 32;
const maxLevels = 6; // 2^48 leaves; another level would exceed safe integers
const maxEntryBytes = 65_535;

/** `level` is the level of hashes, or `entries`. A partial tile contains the first `width` of 256. */
export type Tile = { level: number | 'entries'; index: number; width: number };

/** The path of a tile below the log's address, such as `tile/0/x001/x234/067.p/12`. */
export function tilePath({ level, index, width }: Tile): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g)!;
  const place = groups.map((group, i) => (i < groups.length - 1 ? `x${group}` : group)).join('/');
  return `tile/${level}/${place}${width < tileWidth ? `.p/${width}` : ''}`;
}

/** Parses the path of a tile. Returns undefined unless it is in canonical form. */
export function readTilePath(path: string): Tile | undefined {
  const [, level, place, width] = /^tile\/(entries|\d)\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path) ?? [];
  if (!level || !place) return undefined;
  const tile: Tile = {
    level: level === 'entries' ? level : Number(level),
    index: Number(place.replaceAll(/[x/]/g, '')),
    width: width === undefined ? tileWidth : Number(width),
  };
  const possible = tile.width > 0 && (tile.level === 'entries' || tile.level < maxLevels);
  return possible && tilePath(tile) === path ? tile : undefined;
}

/** The leaves that a log must have before this tile is available in this width. */
export function leavesNeeded({ level, index, width }: Tile): number {
  return (index * tileWidth + width) * tileWidth ** (level === 'entries' ? 0 : level);
}

/** The tile that contains a hash of a level, with the width it has in a log of that size. */
function tileHolding(level: number, at: number, size: number): Tile {
  const index = Math.floor(at / tileWidth);
  const width = Math.min(tileWidth, Math.floor(size / tileWidth ** level) - index * tileWidth);
  return { level, index, width };
}

/** The roots of all subtrees of a log, computed from its tiles. */
export function subtreesFrom(read: (tile: Tile) => Promise<Uint8Array>, size: number, hash: Hash = sha256): Subtrees {
  const kept = new Map<string, Promise<Uint8Array>>();
  const tileOf = (tile: Tile) => {
    const name = tilePath(tile);
    const known = kept.get(name) ?? read(tile);
    kept.set(name, known);
    return known;
  };
  return async (height, index) => {
    const level = Math.floor(height / tileHeight);
    const count = 2 ** (height % tileHeight);
    const tile = tileHolding(level, index * count, size);
    const bytes = await tileOf(tile);
    if (bytes.length !== tile.width * hashBytes) throw new Error(`${tilePath(tile)}: expected ${tile.width} hashes`);
    const first = (index * count) % tileWidth;
    return rootOver(splitHashes(bytes).slice(first, first + count), hash);
  };
}

export const splitHashes = (bytes: Uint8Array): Uint8Array[] =>
  Array.from({ length: bytes.length / hashBytes }, (_, i) => bytes.subarray(i * hashBytes, (i + 1) * hashBytes));

/** The root over hashes whose number is a power of two. */
export async function rootOver(hashes: readonly Uint8Array[], hash: Hash = sha256): Promise<Uint8Array> {
  let level = hashes;
  while (level.length > 1) {
    const next: Uint8Array[] = [];
    for (let i = 0; i < level.length; i += 2) next.push(await nodeHash(level[i]!, level[i + 1]!, hash));
    level = next;
  }
  return level[0]!;
}

/** Concatenates entries, each after its length in two bytes. */
export function writeBundle(entries: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(entries.reduce((sum, entry) => sum + 2 + entry.length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const entry of entries) {
    if (entry.length > maxEntryBytes) throw new RangeError(`an entry has ${entry.length} bytes`);
    view.setUint16(at, entry.length);
    bytes.set(entry, at + 2);
    at += 2 + entry.length;
  }
  return bytes;
}

/** Splits a bundle into entries. Returns undefined if it ends within an entry. */
export function readBundle(bytes: Uint8Array): Uint8Array[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 2 <= bytes.length ? at + 2 + view.getUint16(at) : Number.POSITIVE_INFINITY;
    if (end > bytes.length) return undefined;
    entries.push(bytes.subarray(at + 2, end));
    at = end;
  }
  return entries;
}
