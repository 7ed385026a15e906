import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { fromHex, toHex } from '@glasshouse/protocol/bytes';
import { chacha, chachaKey } from '@glasshouse/protocol/market/chacha';
import { checkChain, checkRun, type TapeRun } from '@glasshouse/protocol/market/proof';
import * as tape from '@glasshouse/protocol/market/tape';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const sha = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(bytes).digest());
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const publicHex = toHex(publicKey.export({ type: 'spki', format: 'der' }).subarray(-32));

test('the hash of a tick is SHA-256 over a fixed layout, which is written out here', async () => {
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

test('everything else that is hashed or signed has a fixed layout too: a kind, then its fields, numbers big-endian', () => {
  const [one, two] = [sha(new Uint8Array([1])), sha(new Uint8Array([2]))];
  const written = (...parts: (string | Uint8Array)[]) =>
    parts.map((part) => (typeof part === 'string' ? part.replaceAll(' ', '') : toHex(part))).join('');
  const slot = '00000000 d5f9fe81'; // 3,589,930,625
  expect(toHex(tape.leafBytes(3, 3_589_930_625, one))).toBe(written('02', '00000003', slot, one));
  expect(toHex(tape.treeOf([one, two], (bytes) => bytes)[1]![0]!)).toBe(written('03', one, two));
  const checkpoint = { slot: 3_589_930_625, size: 24, root: one, previous: two };
  expect(toHex(tape.checkpointBytes(checkpoint))).toBe(written('04', slot, '00000018', one, two));
  expect(toHex(tape.dayBytes(20_772, one, 3_589_930_625))).toBe(written('05', '00005124', one, slot));
  const opens = [
    { symbol: 1, price: 6_399_030n },
    { symbol: 2, price: 314_286n },
  ];
  const opened = '00000002 00000001 000000000061a436 00000002 000000000004cbae';
  expect(toHex(tape.planBytes(20_772, one, opens))).toBe(written('06', '00005124', '01', one, opened));
  for (const version of [2, 3])
    expect(toHex(tape.beaconPlanBytes({ version, day: 20_772, seed: one }, two))).toBe(
      written('06', '00005124', `0${version}`, one, two),
    );
});

test('a slot is half a second since 1970, and a day has the slots of its 24 hours', () => {
  const midnight = Date.parse('2026-11-15T00:00:00Z');
  const first = tape.slotAt(midnight);
  expect([tape.slotAt(midnight - 1), tape.slotAt(midnight + 499), tape.slotAt(midnight + 500)]).toEqual([
    first - 1,
    first,
    first + 1,
  ]);
  expect(tape.msOf(first)).toBe(midnight);
  expect(tape.slotAt(midnight + 60_000) - first).toBe(tape.slotsPerMinute);
  expect(tape.slotAt(midnight + 86_400_000) - first).toBe(tape.slotsPerDay);
  expect(tape.leavesTreeAfter).toBe(tape.slotAt(3_600_000));
  const day = midnight / 86_400_000;
  expect([first - 1, first, first + 172_799, first + 172_800].map(tape.dayOf)).toEqual([day - 1, day, day, day + 1]);
  expect(tape.firstSlotOf(day)).toBe(first);
});

test('before the first tick the tree is empty and its root is the zero hash', () => {
  expect(toHex(tape.rootOf(tape.treeOf([], sha)))).toBe('00'.repeat(32));
  expect(tape.pathOf(tape.treeOf([sha(new Uint8Array())], sha), 0)).toEqual([]);
});

/** A run of `length` ticks of one of `size` symbols under a really signed checkpoint. */
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

test('a valid run is accepted for every size of the tree and every place in it', async () => {
  for (const size of [1, 2, 3, 5, 8, 24, 33])
    for (let at = 0; at < size; at++) expect(await checkRun(madeRun(2, size, at), [publicHex])).toBeUndefined();
});

test('a single flipped bit anywhere is detected, and a changed tick is reported', async () => {
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
  expect(await checkRun(run, [flip(publicHex)])).toMatchObject({ what: 'key' });
  expect(await checkRun({ ...run, ticks: run.ticks.toSpliced(2, 1) })).toEqual({ slot: 1006, what: 'tick' });
});

test('ticks must be in order of time, and the last one must be the head of the checkpoint', async () => {
  const run = madeRun(6, 5, 2);
  const [first] = run.ticks;
  expect(await checkRun({ ...run, ticks: [first!, ...run.ticks] })).toEqual({ slot: 1000, what: 'order' });
  // A tick that was sealed before it was written, and no tick at all.
  const checkpoint = { ...run.checkpoint, slot: 1009 };
  expect(await checkRun({ ...run, checkpoint })).toEqual({ slot: 1009, what: 'root' });
  expect(await checkRun({ ...run, ticks: [] })).toEqual({ slot: 1012, what: 'root' });
  // Sealed in its own slot it is valid. Here only the signature belongs to another slot.
  expect(await checkRun({ ...run, checkpoint: { ...run.checkpoint, slot: 1010 } })).toEqual({
    slot: 1010,
    what: 'signature',
  });
  // Ticks missing at the end.
  expect(await checkRun({ ...run, ticks: run.ticks.slice(0, -1) })).toEqual({ slot: 1008, what: 'root' });
  expect(await checkRun(run, ['ab'.repeat(32), 'cd'.repeat(32)])).toEqual({ slot: 1012, what: 'key' });
});

test('a tape can begin at slot 0', async () => {
  const hash = toHex(await tape.hashTick(tape.zeroHash, { symbol: 1, slot: 0, price: 5n }));
  const run = { symbol: 1, before: toHex(tape.zeroHash), ticks: [{ slot: 0, price: '5', hash }] };
  expect(await checkChain(run)).toBeUndefined();
});

test('ChaCha20 produces the block of RFC 8439, section 2.3.2', () => {
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
