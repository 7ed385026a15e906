import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toHex } from '../bytes.ts';
import { type Entry, entryBytes, readEntry } from './entries.ts';

const bytes = (size: number) => fc.uint8Array({ minLength: size, maxLength: size });
const hash = bytes(32);
const u64 = fc.maxSafeNat();
const u32 = fc.nat(2 ** 32 - 1);
const u8 = fc.nat(255);
const money = fc.bigInt(0n, 2n ** 64n - 1n);
const words = fc.string({ unit: 'grapheme', maxLength: 60 });
const one = <K extends Entry['kind']>(kind: K, rest: object) =>
  fc.record({ kind: fc.constant(kind), ...rest }) as unknown as fc.Arbitrary<Entry>;
const entry = fc.oneof(
  one('tape', { slot: u64, size: u32, root: hash, previous: hash }),
  one('orders', { slot: u64, count: u32, root: hash }),
  one('round', { round: u64, signature: bytes(48) }),
  one('round', { chain: hash, round: u64, signature: bytes(48) }),
  one('reveal', { day: u32, seed: hash, opens: fc.constant([]), chain: hash }),
  one('day', { day: u32, version: u8, commitment: hash, announcedSlot: u64 }),
  one('reveal', { day: u32, seed: hash, opens: fc.array(fc.record({ symbol: u32, price: money }), { maxLength: 30 }) }),
  one('givenUp', { day: u32, first: u64, last: u64 }),
  one('opening', { day: u32, slot: u64, opens: fc.array(fc.record({ symbol: u32, price: money }), { maxLength: 30 }) }),
  one('terms', {
    ...{ version: u64, effectiveAt: u64, rule: u8, minStake: money, maxStake: money, maxOpen: money },
    periods: fc.array(fc.record({ seconds: u32, returnBp: u32 }), { maxLength: 8 }),
  }),
  one('product', { product: u32, version: u32, says: words }),
  one('setting', { about: fc.constantFrom('site_config', 'money_config'), version: u64, says: words }),
  one('operators', { entries: u64, head: hash }),
  one('totals', {
    ...{ day: u32, through: u64 },
    totals: fc.array(fc.record({ wallet: u8, currency: u32, amount: fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n) }), {
      maxLength: 30,
    }),
  }),
  one('key', { use: fc.constantFrom('tape', 'slips', 'log'), publicKey: hash, slot: u64 }),
);

test('an entry is read as it was written, and different entries have different bytes', () => {
  fc.assert(
    fc.property(entry, entry, (first, second) => {
      const written = entryBytes(first);
      const read = readEntry(written)!;
      expect(toHex(entryBytes(read))).toBe(toHex(written));
      expect(read).toEqual(first);
      const same = toHex(written) === toHex(entryBytes(second));
      if (same) expect(second).toEqual(first);
    }),
  );
});

test('invalid bytes are refused: truncated, too long, or of an unknown kind', () => {
  const fixed = entryBytes({ kind: 'operators', entries: 3, head: new Uint8Array(32).fill(5) });
  expect(toHex(fixed)).toBe(`090000000000000003${'05'.repeat(32)}`);
  expect(readEntry(fixed.slice(0, -1))).toBeUndefined();
  expect(readEntry(Uint8Array.of(...fixed, 0))).toBeUndefined();
  expect(readEntry(new Uint8Array(0))).toBeUndefined();
  expect(readEntry(Uint8Array.of(99, 1, 2))).toBeUndefined();
  const key = entryBytes({ kind: 'key', use: 'log', publicKey: new Uint8Array(32), slot: 1 });
  key[1] = 9;
  expect(readEntry(key)).toBeUndefined();
  expect(readEntry(Uint8Array.of(5, 0, 0, 0, 1, ...new Uint8Array(32), 255, 255, 255, 255))).toBeUndefined();
  expect(readEntry(Uint8Array.of(7, 0, 0, 0, 1, 0, 0, 0, 1, 255))).toBeUndefined(); // not a text
});
