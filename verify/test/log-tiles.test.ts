import { createHash } from 'node:crypto';
import { toHex } from '@glasshouse/protocol/bytes';
import { leafHash, rootAt } from '@glasshouse/protocol/publiclog/merkle';
import {
  leavesNeeded,
  readBundle,
  readTilePath,
  rootOver,
  subtreesFrom,
  tilePath,
  writeBundle,
} from '@glasshouse/protocol/publiclog/tiles';
import { expect, test } from 'vitest';

const sha = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();

test('each tile has exactly one path, and each path names one tile', () => {
  // The example of C2SP tlog-tiles.
  expect(tilePath({ level: 0, index: 1_234_067, width: 256 })).toBe('tile/0/x001/x234/067');
  expect(tilePath({ level: 'entries', index: 5, width: 17 })).toBe('tile/entries/005.p/17');
  for (const path of ['tile/0/x001/x234/067', 'tile/3/000.p/255', 'tile/entries/999', 'tile/entries/x001/000.p/1'])
    expect(tilePath(readTilePath(path)!)).toBe(path);
  const none = ['tile/0/1', 'tile/0/x000/001', 'tile/0/000.p/256', 'tile/0/000.p/0', 'tile/0/000.p/01', 'tile/6/000'];
  for (const path of [...none, 'tile/0/001/002', 'tile/00/001', '/tile/0/001', 'tile/0/001/', 'tile/x/001', ''])
    expect(readTilePath(path), path).toBeUndefined();
  expect(leavesNeeded({ level: 0, index: 1, width: 17 })).toBe(273);
  expect(leavesNeeded({ level: 1, index: 0, width: 2 })).toBe(512);
  expect(leavesNeeded({ level: 'entries', index: 0, width: 256 })).toBe(256);
});

test('the root is computed from tiles alone, for any number of levels', async () => {
  // The example of C2SP tlog-tiles: 273 full tiles and one of 112, above them one full and one of 17, and one of 1 at
  // the top.
  const size = 70_000;
  const leaves = Array.from({ length: size }, (_, i) => leafHash(Uint8Array.of(i >> 16, i >> 8, i), sha) as Uint8Array);
  const levels = [leaves];
  while (levels.at(-1)!.length >= 256) {
    const below = levels.at(-1)!;
    const full = Array.from({ length: Math.floor(below.length / 256) }, (_, i) => below.slice(i * 256, (i + 1) * 256));
    levels.push(await Promise.all(full.map((tile) => rootOver(tile, sha))));
  }
  const asked = new Set<string>();
  const read = subtreesFrom(
    async (tile) => {
      asked.add(tilePath(tile));
      const from = tile.index * 256;
      return Buffer.concat(levels[tile.level as number]!.slice(from, from + tile.width));
    },
    size,
    sha,
  );
  const bare = (from: number, count: number): Uint8Array => {
    if (count === 1) return leaves[from]!;
    let left = 1;
    while (left * 2 < count) left *= 2;
    return sha(Buffer.concat([Uint8Array.of(1), bare(from, left), bare(from + left, count - left)]));
  };
  expect(toHex(await rootAt(read, size, sha))).toBe(toHex(bare(0, size)));
  expect([...asked].sort()).toEqual(['tile/0/273.p/112', 'tile/1/001.p/17', 'tile/2/000.p/1']);
  await expect(
    rootAt(
      subtreesFrom(async () => new Uint8Array(31), 3, sha),
      3,
      sha,
    ),
  ).rejects.toThrow('expected 3 hashes');
});

test('a bundle returns its entries, and a truncated one is refused', () => {
  const entries = [Uint8Array.of(1, 2, 3), new Uint8Array(0), new Uint8Array(65_535).fill(7)];
  const bundle = writeBundle(entries);
  expect(readBundle(bundle)).toEqual(entries);
  expect(readBundle(bundle.subarray(0, -1))).toBeUndefined();
  expect(readBundle(bundle.subarray(0, 6))).toBeUndefined();
  expect(() => writeBundle([new Uint8Array(65_536)])).toThrow('65536');
});
