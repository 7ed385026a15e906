import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { fromHex, toHex } from '@glasshouse/protocol/bytes';
import { chacha, chachaKey } from '@glasshouse/protocol/chacha';
import { checkRun, type TapeRun } from '@glasshouse/protocol/proof';
import * as tape from '@glasshouse/protocol/tape';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const sha = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(bytes).digest());
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const publicHex = toHex(publicKey.export({ type: 'spki', format: 'der' }).subarray(-32));

test('the hash of a tick is SHA-256 over a fixed layout, written out here once', async () => {
  const previous = sha(new Uint8Array([7]));
  const tick = { symbol: 3, slot: 3_589_920_001, price: 6_399_030n };
  const bytes = Buffer.alloc(53);
  bytes[0] = 1;
  bytes.set(previous, 1);
  bytes.writeUInt32BE(3, 33);
  bytes.writeBigUInt64BE(3_589_920_001n, 37);
  bytes.writeBigUInt64BE(6_399_030n, 45);
  expect(toHex(await tape.hashTick(previous, tick))).toBe(toHex(sha(bytes)));
});

/** A run of `length` ticks of one of `size` symbols under a checkpoint that was really signed. */
function madeRun(length: number, size: number, at: number): TapeRun {
  const before = sha(new Uint8Array([1]));
  let hash: Uint8Array = before;
  const ticks = Array.from({ length }, (_, i) => {
    const tick = { symbol: at, slot: 1000 + i * 2, price: 50_000n + BigInt(i) };
    hash = sha(tape.tickBytes(hash, tick));
    return { slot: tick.slot, price: String(tick.price), hash: toHex(hash) };
  });
  const leaves = Array.from({ length: size }, (_, i) =>
    sha(i === at ? tape.leafBytes(at, ticks.at(-1)!.slot, hash) : tape.leafBytes(i, 5, sha(new Uint8Array([i])))),
  );
  const tree = tape.treeOf(leaves, sha);
  const bare = { slot: 1000 + length * 2, size, root: tape.rootOf(tree), previous: tape.zeroHash };
  const checkpoint = {
    slot: bare.slot,
    size,
    root: toHex(bare.root),
    previous: toHex(bare.previous),
    publicKey: publicHex,
    signature: sign(null, tape.checkpointBytes(bare), privateKey).toString('hex'),
  };
  const path = tape.pathOf(tree, at).map(({ side, hash: step }) => ({ side, hash: toHex(step) }));
  return { symbol: at, before: toHex(before), ticks, path, checkpoint };
}

test('a true run is accepted for every size of tree and every place in it', async () => {
  for (const size of [1, 2, 3, 5, 8, 24, 33])
    for (let at = 0; at < size; at++) expect(await checkRun(madeRun(2, size, at), publicHex)).toBeUndefined();
});

test('one flipped bit anywhere is found, and a changed tick is named', async () => {
  const run = madeRun(6, 5, 2);
  await fc.assert(
    fc.asyncProperty(fc.nat(5), fc.nat(30), async (i, bit) => {
      const ticks = run.ticks.map((tick) => ({ ...tick }));
      ticks[i]!.price = String(BigInt(ticks[i]!.price) ^ (1n << BigInt(bit)));
      expect(await checkRun({ ...run, ticks })).toEqual({ slot: ticks[i]!.slot, what: 'tick' });
    }),
    { numRuns: 50 },
  );
  const flip = (hex: string) => {
    const bytes = fromHex(hex);
    bytes[9]! ^= 4;
    return toHex(bytes);
  };
  const { checkpoint } = run;
  const wrong = (changed: Partial<typeof checkpoint>) =>
    checkRun({ ...run, checkpoint: { ...checkpoint, ...changed } });
  expect(await wrong({ signature: flip(checkpoint.signature) })).toMatchObject({ what: 'signature' });
  expect(await wrong({ previous: flip(checkpoint.previous) })).toMatchObject({ what: 'signature' });
  expect(await wrong({ root: flip(checkpoint.root) })).toMatchObject({ what: 'root' });
  expect(await wrong({ size: 6 })).toMatchObject({ what: 'signature' });
  expect(await checkRun(run, flip(publicHex))).toMatchObject({ what: 'key' });
  expect(await checkRun({ ...run, ticks: run.ticks.toSpliced(2, 1) })).toEqual({ slot: 1006, what: 'tick' });
});

test('ChaCha20 gives the block of RFC 8439, section 2.3.2', () => {
  const key = chachaKey(Uint8Array.from({ length: 32 }, (_, i) => i));
  const out = new Uint32Array(16);
  chacha(key, 1, 0x09000000, 0x4a000000, 0, out);
  expect([...out.slice(0, 4)].map((word) => word.toString(16))).toEqual([
    'e4e7f110',
    '15593bd1',
    '1fdd0f50',
    'c47120a3',
  ]);
  expect(out[15]!.toString(16)).toBe('4e3c50a2');
});
