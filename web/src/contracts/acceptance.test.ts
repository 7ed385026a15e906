import { generateKeyPairSync, sign } from 'node:crypto';
import { toHex } from '@glasshouse/protocol/bytes';
import type { Order } from '@glasshouse/protocol/contracts/calls';
import { type Agreement, slipBytes, slipTerms } from '@glasshouse/protocol/contracts/slip';
import { sha256 } from '@glasshouse/protocol/market/tape';
import { signedBytes } from '@glasshouse/protocol/orders/slip';
import { expect, test } from 'vitest';
import { isOlder } from '../trading/doubts.ts';
import { doubtsAbout, type Tap } from './acceptance.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const key = toHex(publicKey.export({ type: 'spki', format: 'der' }).subarray(-32));
const head = 3_589_920_000;
const tap: Tap = {
  id: '019a0c3e-7c00-7abc-8def-0123456789ab',
  symbol: 'BTC',
  direction: 'long',
  seconds: 30,
  stake: '100',
  returnBp: 8200,
  rule: 1,
  seen: head - 1,
};
const { seen: _, ...sent } = tap;
const order: Order = {
  ...sent,
  stake: '100.00',
  at: '2026-11-15T12:00:00.123Z',
  headSlot: head,
  dueSlot: head + 61,
  entry: null,
  exit: null,
  outcome: null,
  payout: null,
  settledAt: null,
};

/** The answer of a site that signs anything. */
async function signed(change: Partial<Order> = {}): Promise<Agreement> {
  const agreed = { order: { ...order, ...change }, headHash: 'ab'.repeat(32) };
  const root = await sha256(slipBytes(slipTerms(agreed)!));
  const signature = sign(null, signedBytes(root), privateKey).toString('hex');
  return { ...agreed, slip: { path: [], publicKey: key, signature } };
}
const doubts = async (answer: Agreement, change: Partial<Tap> = {}) =>
  doubtsAbout(answer, { ...tap, ...change }, [key]);

test('an order accepted as requested, on the newest head this device has seen, raises no doubt', async () => {
  expect(await doubts(await signed())).toEqual([]);
  expect(await doubts(await signed(), { seen: head })).toEqual([]);
  // Before the first price has arrived there is nothing to compare with.
  expect(await doubts(await signed(), { seen: undefined })).toEqual([]);
});

test('a head older than what this device has seen is detected, even if signed', async () => {
  expect(await doubts(await signed(), { seen: head + 1 })).toEqual(['head']);
  expect(await doubts(await signed({ headSlot: head - 4, dueSlot: head + 57 }), { seen: head })).toEqual(['head']);
  expect([head - 1, head, head + 1].map((seen) => isOlder(head, seen))).toEqual([false, false, true]);
});

test('terms that differ from the request are detected, even if signed', async () => {
  const others: Partial<Order>[] = [
    { id: '019a0c3e-7c00-7abc-8def-0123456789ac' },
    { symbol: 'ETH' },
    { direction: 'short' },
    { seconds: 60, dueSlot: head + 121 },
    { stake: '100.01' },
    { returnBp: 8100 },
    { rule: 2 },
    { dueSlot: head + 62 },
  ];
  for (const other of others) expect(await doubts(await signed(other)), JSON.stringify(other)).toEqual(['terms']);
});

test('a slip without a valid signature by one of the site’s keys is detected', async () => {
  const answer = await signed();
  expect(await doubtsAbout(answer, tap, ['cd'.repeat(32)])).toEqual(['slip']);
  const { slip } = answer;
  const flipped = slip.signature.startsWith('0') ? '1' : '0';
  for (const wrong of [
    { ...slip, signature: flipped + slip.signature.slice(1) },
    { ...slip, signature: 'hello' },
    { ...slip, path: [{ side: 'left' as const, hash: 'ab'.repeat(32) }] },
    { ...slip, path: [{ side: 'left' as const, hash: 'no hash' }] },
  ])
    expect(await doubts({ ...answer, slip: wrong })).toEqual(['slip']);
  expect(await doubts({ ...answer, headHash: 'cd'.repeat(32) })).toEqual(['slip']);
  // A changed head is both an outdated head and an invalid slip.
  expect(
    await doubts({ ...answer, order: { ...order, headSlot: head - 3, dueSlot: head + 58 } }, { seen: head }),
  ).toEqual(['slip', 'head']);
});
