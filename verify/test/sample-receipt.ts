import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { toHex } from '@glasshouse/protocol/bytes';
import type { Order, Receipt } from '@glasshouse/protocol/contracts/calls';
import { slipBytes } from '@glasshouse/protocol/contracts/slip';
import { type ProvenMessage, type TapeRun, tickIn } from '@glasshouse/protocol/market/proof';
import * as tape from '@glasshouse/protocol/market/tape';
import { receiptNote } from '@glasshouse/protocol/orders/receipt-form';
import { signedBytes } from '@glasshouse/protocol/orders/slip';

// Builds receipts from a table of prices, with everything that a site would write and sign.

export const sha = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(bytes).digest());
export function newKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return { hex: toHex(publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)), privateKey };
}
export const tapeKey = newKey();
export const slipKey = newKey();
const signed = (bytes: Uint8Array, key: KeyObject) => sign(null, bytes, key).toString('hex');

const usualHead = 3_589_920_000;
const symbol = 1;
/** Ticks by their distance from the head, in cents. */
export type Prices = Record<number, number>;
/** A price in every slot, from one before the head to two after the exit. */
export const steady = (entry: number, exit: number): Prices => ({
  ...Object.fromEntries(Array.from({ length: 11 }, (_, i) => [i - 1, 6_400_000 + i])),
  1: entry,
  7: exit,
});

/** The external message of each tick, by its distance from the head. The message of tick `of` is `late` milliseconds late. */
type Words = (offset: number) => ProvenMessage;
export const messagesFrom =
  (source: string, of = 0, late = 0, head = usualHead): Words =>
  (offset) => ({
    source,
    at: tape.msOf(head + offset) + (offset === of ? late : 0),
    message: toHex(sha(Buffer.from(`message ${offset}`))),
  });

export function runOf(head: number, prices: Prices, sealedAt: number, from = -Infinity, heard?: Words): TapeRun {
  let hash = sha(new Uint8Array([9]));
  let before = hash;
  const ticks: TapeRun['ticks'] = [];
  const slots = Object.keys(prices).map(Number);
  for (const offset of slots.sort((a, b) => a - b)) {
    if (offset > sealedAt) break;
    const said = { slot: head + offset, price: String(prices[offset]!), ...(heard && { heard: heard(offset) }) };
    const tick = tickIn(symbol, said);
    if (offset < from) before = sha(tape.tickBytes(hash, tick));
    hash = sha(tape.tickBytes(hash, tick));
    if (offset >= from) ticks.push({ ...said, hash: toHex(hash) });
  }
  const leaves = [tape.leafBytes(symbol, ticks.at(-1)!.slot, hash), tape.leafBytes(2, head, hash), new Uint8Array(3)];
  const tree = tape.treeOf(leaves.map(sha), sha);
  const bare = { slot: head + sealedAt, size: 3, root: tape.rootOf(tree), previous: sha(new Uint8Array([5])) };
  const path = tape.pathOf(tree, 0).map(({ side, hash: step }) => ({ side, hash: toHex(step) }));
  const named = { slot: bare.slot, size: 3, root: toHex(bare.root), previous: toHex(bare.previous) };
  const signature = signed(tape.checkpointBytes(bare), tapeKey.privateKey);
  return { symbol, before: toHex(before), ticks, path, checkpoint: { ...named, publicKey: tapeKey.hex, signature } };
}

export function slipFor(terms: Uint8Array): Receipt['slip'] {
  const tree = tape.treeOf([sha(new Uint8Array([1])), sha(terms), sha(new Uint8Array([2]))], sha);
  const path = tape.pathOf(tree, 1).map(({ side, hash }) => ({ side, hash: toHex(hash) }));
  return { path, publicKey: slipKey.hex, signature: signed(signedBytes(tape.rootOf(tree)), slipKey.privateKey) };
}

/** When an order was accepted or settled: milliseconds after the time of its head. */
export const timeAfter = (head: number, milliseconds: number): string =>
  new Date(tape.msOf(head) + milliseconds).toISOString();
type StatedResult = Pick<Order, 'outcome' | 'payout' | 'entry' | 'exit'>;
export type ReceiptOptions = StatedResult & {
  prices: Prices;
  head?: number;
  seconds?: number;
  sealedAt?: number;
  direction?: 'long' | 'short';
  rule?: number;
  /** The first slot of a second run. The first run is sealed just before it, or at `firstSealedAt`. */
  second?: number;
  firstSealedAt?: number;
  /** A coin or head that differs from the ticks, as a dishonest site could sign. */
  coin?: { symbol: string; id: number };
  signedHead?: string;
  heard?: Words;
  /** Milliseconds from the time of the head to the acceptance. */
  acceptedAfter?: number;
};

/** Uses the given result. It is not computed from the prices. */
export function makeReceipt(options: ReceiptOptions): Receipt {
  const { prices, head = usualHead, seconds = 3, sealedAt = 9, direction = 'long', rule = 1, ...rest } = options;
  const { second, firstSealedAt, coin, signedHead, heard, acceptedAfter = 123, ...told } = rest;
  const id = '019a0c3e-7c00-7abc-8def-0123456789ab';
  const [at, settledAt] = [timeAfter(head, acceptedAfter), timeAfter(head, 4456)];
  const order: Order = {
    id,
    at,
    symbol: coin?.symbol ?? 'BTC',
    direction,
    seconds,
    stake: '100.00',
    returnBp: 8200,
    rule,
    headSlot: head,
    dueSlot: head + 1 + 2 * seconds,
    settledAt,
    ...told,
  };
  const runs =
    second === undefined
      ? [runOf(head, prices, sealedAt, undefined, heard)]
      : [runOf(head, prices, firstSealedAt ?? second - 1), runOf(head, prices, sealedAt, second)];
  const headHash = signedHead ?? runs[0]!.ticks.find(({ slot }) => slot === head)!.hash;
  const terms = {
    rule,
    direction,
    seconds,
    stake: 100_000_000n,
    returnBp: 8200,
    headSlot: head,
    id,
    symbol: coin?.id ?? symbol,
    headHash,
  };
  const postings = [{ at, kind: 'contract_stake', amount: '-100.00' }];
  if (told.payout !== '0.00') postings.push({ at: settledAt, kind: 'contract_payout', amount: told.payout! });
  return {
    kind: 'glasshouse-receipt',
    version: 1,
    note: receiptNote,
    order,
    headHash,
    slip: slipFor(slipBytes(terms)),
    runs,
    postings,
  };
}

export const entryAt = (price: string, offset = 1) => ({ slot: usualHead + offset, price });
export const won = (): Receipt =>
  makeReceipt({
    prices: steady(6_400_000, 6_400_001),
    outcome: 'win',
    payout: '182.00',
    entry: entryAt('64000.00'),
    exit: entryAt('64000.01', 7),
  });

/** Returns the receipt with one value replaced. */
export function change<R>(receipt: R, path: (string | number)[], make: (value: unknown) => unknown): R {
  const changed = structuredClone(receipt);
  let node = changed as unknown as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) node = node[key] as typeof node;
  const last = path.at(-1)!;
  node[last] = make(node[last]);
  return changed;
}

/** The paths of all values in a receipt. */
export function places(node: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof node !== 'object' || node === null) return [path];
  return Object.entries(node).flatMap(([key, value]) =>
    places(value, [...path, Array.isArray(node) ? Number(key) : key]),
  );
}
/** Changes one character of the value: a digit to another digit, a letter to another letter. */
export function flip(value: unknown, seed: number): unknown {
  if (value === null) return { slot: 1, price: '1.00' };
  const text = String(value);
  const at = seed % text.length;
  const letters = /[0-9]/.test(text[at]!) ? '0123456789' : 'abcdef';
  const other = letters[(letters.indexOf(text[at]!) + 1 + (seed % (letters.length - 1))) % letters.length]!;
  const changed = text.slice(0, at) + other + text.slice(at + 1);
  return typeof value === 'number' ? Number(changed) : changed;
}
