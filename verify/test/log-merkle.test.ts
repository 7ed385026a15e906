import { createHash } from 'node:crypto';
import { fromHex, toHex } from '@glasshouse/protocol/bytes';
import {
  checkConsistency,
  checkInclusion,
  compareLogs,
  leafHash,
  proveConsistency,
  proveInclusion,
  rootAt,
  type Subtrees,
} from '@glasshouse/protocol/publiclog/merkle';
import { rootOver } from '@glasshouse/protocol/publiclog/tiles';
import { RFC9162 } from '@transmute/rfc9162';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const sha = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();
const entryAt = (place: number) => Uint8Array.of(place >> 8, place & 255);

/** A log of these entries, read by its subtrees. */
function logOf(entries: readonly Uint8Array[]): Subtrees {
  const kept = new Map<string, Uint8Array>();
  const leaves = entries.map((entry) => leafHash(entry, sha) as Uint8Array);
  return async (height, index) => {
    const name = `${height} ${index}`;
    const count = 2 ** height;
    const root = kept.get(name) ?? (await rootOver(leaves.slice(index * count, (index + 1) * count), sha));
    kept.set(name, root);
    return root;
  };
}
const flipped = (bytes: Uint8Array, bit: number) =>
  bytes.map((byte, place) => (place === (bit >> 3) % bytes.length ? byte ^ (1 << (bit & 7)) : byte));

// The tree of the reference tests of Certificate Transparency (transparency-dev/merkle, testonly/constants.go and
// reference_test.go, originally from google/certificate-transparency): its eight entries, and its root at every size.
const published = {
  entries: ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'],
  roots: [
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ],
  // From the same tests: proofs for a leaf in a log of a given size, and for one log size in another.
  inclusion: [
    {
      index: 0,
      size: 8,
      path: [
        '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
      ],
    },
    {
      index: 5,
      size: 8,
      path: [
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
        'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
        'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      ],
    },
    {
      index: 2,
      size: 3,
      path: ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
    },
  ],
  consistency: [
    {
      old: 6,
      size: 8,
      path: [
        '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
        'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
        'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      ],
    },
    {
      old: 2,
      size: 5,
      path: [
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      ],
    },
  ],
};

test('roots and proofs equal those of the published tree', async () => {
  const read = logOf(published.entries.map(fromHex));
  for (const [size, root] of published.roots.entries()) expect(toHex(await rootAt(read, size))).toBe(root);
  for (const { index, size, path } of published.inclusion)
    expect((await proveInclusion(read, index, size)).map(toHex)).toEqual(path);
  for (const { old, size, path } of published.consistency)
    expect((await proveConsistency(read, old, size)).map(toHex)).toEqual(path);
});

test('malformed hashes and wrong roots of an empty log prove nothing', async () => {
  const read = logOf(published.entries.map(fromHex));
  const [none, wrong] = [new Uint8Array(0), new Uint8Array(32).fill(1)];
  const empty = fromHex(published.roots[0]!);
  expect(await checkInclusion({ leaf: none, index: 0, size: 1, root: none }, [])).toBe(false);
  const long = Uint8Array.of(...(await read(0, 0)), 0);
  expect(await checkInclusion({ leaf: long, index: 0, size: 1, root: long }, [])).toBe(false);
  expect(await checkConsistency({ size: 1, root: none }, { size: 1, root: none }, [])).toBe(false);
  expect(await checkConsistency({ size: 0, root: empty }, { size: 0, root: wrong }, [])).toBe(false);
  expect(await checkConsistency({ size: 0, root: empty }, { size: 0, root: empty }, [])).toBe(true);
});

test('every proof of every leaf and of every older log is valid', async () => {
  const most = process.env.NIGHTLY === '1' ? 300 : 70;
  const entries = Array.from({ length: most }, (_, place) => entryAt(place));
  const read = logOf(entries);
  const roots = await Promise.all(Array.from({ length: most + 1 }, (_, size) => rootAt(read, size, sha)));
  for (let size = 0; size <= most; size++) {
    const root = roots[size]!;
    for (let index = 0; index < size; index++) {
      const leaf = await leafHash(entries[index]!, sha);
      const path = await proveInclusion(read, index, size, sha);
      expect(await checkInclusion({ leaf, index, size, root }, path, sha)).toBe(true);
      expect(await checkInclusion({ leaf, index: (index + 1) % size, size, root }, path, sha)).toBe(size === 1);
    }
    for (let old = 0; old <= size; old++) {
      const path = await proveConsistency(read, old, size, sha);
      expect(await checkConsistency({ size: old, root: roots[old]! }, { size, root }, path, sha)).toBe(true);
    }
  }
});

test('proofs with a flipped bit, or a missing or additional hash, are invalid', async () => {
  const size = fc.integer({ min: 1, max: 400 });
  const bit = fc.integer({ min: 0, max: 255 });
  const read = logOf(Array.from({ length: 400 }, (_, place) => entryAt(place)));
  await fc.assert(
    fc.asyncProperty(size, fc.nat(), fc.nat(), bit, async (now, some, which, turned) => {
      const root = await rootAt(read, now, sha);
      const index = some % now;
      const leaf = await leafHash(entryAt(index), sha);
      const place = { leaf, index, size: now, root };
      const path = await proveInclusion(read, index, now, sha);
      expect(await checkInclusion(place, path, sha)).toBe(true);
      expect(await checkInclusion({ ...place, leaf: flipped(leaf, turned) }, path, sha)).toBe(false);
      expect(await checkInclusion({ ...place, root: flipped(root, turned) }, path, sha)).toBe(false);
      expect(await checkInclusion(place, [...path, leaf], sha)).toBe(false);
      const old = 1 + (some % now);
      const before = { size: old, root: await rootAt(read, old, sha) };
      const after = { size: now, root };
      const proof = await proveConsistency(read, old, now, sha);
      expect(await checkConsistency(before, after, proof, sha)).toBe(true);
      expect(await checkConsistency({ ...before, root: flipped(before.root, turned) }, after, proof, sha)).toBe(false);
      expect(await checkConsistency(before, { ...after, root: flipped(root, turned) }, proof, sha)).toBe(false);
      expect(await checkConsistency(before, after, [...proof, leaf], sha)).toBe(false);
      for (const [hashes, holds] of [
        [path, (wrong: Uint8Array[]) => checkInclusion(place, wrong, sha)],
        [proof, (wrong: Uint8Array[]) => checkConsistency(before, after, wrong, sha)],
      ] as const) {
        if (hashes.length === 0) continue;
        const at = which % hashes.length;
        expect(await holds(hashes.map((one, i) => (i === at ? flipped(one, turned) : one)))).toBe(false);
        expect(await holds(hashes.toSpliced(at, 1))).toBe(false);
      }
    }),
    { numRuns: 150 },
  );
});

test('a rewritten history is told apart from wrong files, for all pairs of sizes', async () => {
  const most = process.env.NIGHTLY === '1' ? 140 : 40;
  const entries = Array.from({ length: most }, (_, place) => entryAt(place));
  const read = logOf(entries);
  const headOf = async (from: Subtrees, size: number) => ({ size, root: await rootAt(from, size, sha) });
  for (let size = 1; size <= most; size++) {
    const now = await headOf(read, size);
    for (let old = 1; old <= size; old++) {
      const before = await headOf(read, old);
      expect(await compareLogs(before, now, read, sha)).toEqual({ holds: true });
      // Changes one leaf of the old log for each pair of sizes, a different one each time.
      const other = logOf(entries.with((size * 7) % old, Uint8Array.of(9)));
      const proof = old === size ? [] : await proveConsistency(read, old, size, sha);
      const forked = await compareLogs(await headOf(other, old), now, read, sha);
      expect(forked, `${old} in ${size}`).toEqual({ holds: false, what: 'past', proof });
      if (old === size) continue;
      // Changes each hash that the proof uses in transit. The history is the same.
      const asked = new Set<string>();
      const noted: Subtrees = (...at) => {
        asked.add(`${at}`);
        return read(...at);
      };
      await proveConsistency(noted, old, size, sha);
      for (const one of asked) {
        const changed: Subtrees = async (...at) => (`${at}` === one ? flipped(await read(...at), old) : read(...at));
        const found = await compareLogs(before, now, changed, sha);
        expect(found, `${old} in ${size}, ${one}`).toMatchObject({ holds: false, what: 'files' });
      }
    }
  }
  const empty = await headOf(read, 0);
  expect(await compareLogs(empty, await headOf(read, 5), read, sha)).toEqual({ holds: true });
  const wrong = { size: 0, root: sha(empty.root) };
  expect(await compareLogs(wrong, await headOf(read, 5), read, sha)).toMatchObject({ holds: false, what: 'past' });
});

test('impossible sizes and places are refused', async () => {
  const root = await rootAt(logOf([]), 0);
  const leaf = root;
  const read = logOf([entryAt(0)]);
  for (const [index, size] of [
    [1, 1],
    [-1, 1],
    [0.5, 1],
    [0, 0],
  ] as const) {
    expect(await checkInclusion({ leaf, index, size, root }, [])).toBe(false);
    await expect(proveInclusion(read, index, size)).rejects.toThrow('is not in a log of');
  }
  expect(await checkConsistency({ size: 2, root }, { size: 1, root }, [])).toBe(false);
  expect(await checkConsistency({ size: 0, root: sha(root) }, { size: 1, root }, [])).toBe(false);
  await expect(proveConsistency(read, 2, 1)).rejects.toThrow('cannot be a prefix');
});

test('an independent implementation accepts our proofs, and we accept its proofs', async () => {
  const entries = Array.from({ length: 33 }, (_, place) => entryAt(place));
  const read = logOf(entries);
  for (let size = 1; size <= entries.length; size++) {
    const now = entries.slice(0, size);
    const root = await RFC9162.treeHead(now);
    expect(toHex(await rootAt(read, size))).toBe(toHex(root));
    for (let index = 0; index < size; index += 3) {
      const leaf = await RFC9162.leaf(entries[index]!);
      const path = await proveInclusion(read, index, size);
      const proof = { log_id: '', tree_size: size, leaf_index: index, inclusion_path: path };
      expect(await RFC9162.verifyInclusionProof(root, leaf, proof)).toBe(true);
      const theirs = await RFC9162.PATH(index, now);
      expect(await checkInclusion({ leaf, index, size, root }, theirs)).toBe(true);
    }
    for (let old = 1; old < size; old += 2) {
      const before = await RFC9162.treeHead(entries.slice(0, old));
      const path = await proveConsistency(read, old, size);
      // For old sizes that are powers of two, the other implementation leaves the step in RFC 9162, section 2.1.4.2,
      // step 2 to the caller.
      const given = Number.isInteger(Math.log2(old)) ? [before, ...path] : path;
      const proof = { log_id: '', tree_size_1: old, tree_size_2: size, consistency_path: given };
      expect(await RFC9162.verifyConsistencyProof(before, root, proof), `${old} in ${size}`).toBe(true);
    }
  }
});
