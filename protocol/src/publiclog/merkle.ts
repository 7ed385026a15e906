import { layout, sameBytes } from '../bytes.ts';
import { type Hash, sha256 } from '../market/tape.ts';

// The tree of the public log: hashes and proofs as in RFC 6962, section 2.1. Server, browser and verifier run this file.

/** SHA-256. The browser's has to be waited for; the server gives its own, which answers at once. */
/** The root of a full subtree: the `index`-th of those with 2^height leaves. */
export type Subtrees = (height: number, index: number) => Uint8Array | Promise<Uint8Array>;

export const leafHash = (entry: Uint8Array, hash: Hash = sha256) => hash(layout({ u8: 0 }, { raw: entry }));
export const nodeHash = (left: Uint8Array, right: Uint8Array, hash: Hash = sha256) =>
  hash(layout({ u8: 1 }, { raw: left }, { raw: right }));

/** The largest power of two below a size: so many leaves are on the left. */
function leftOf(size: number): number {
  let left = 1;
  while (left * 2 < size) left *= 2;
  return left;
}

/** The root over the leaves from `from` up to `to`, where a subtree of the log begins at `from`. */
async function rootBetween(read: Subtrees, from: number, to: number, hash: Hash): Promise<Uint8Array> {
  const left = leftOf(to - from);
  if (to - from === 1) return read(0, from);
  if (to - from === left * 2) return read(Math.log2(left * 2), from / (left * 2));
  return nodeHash(
    await rootBetween(read, from, from + left, hash),
    await rootBetween(read, from + left, to, hash),
    hash,
  );
}

export const rootAt = async (read: Subtrees, size: number, hash: Hash = sha256): Promise<Uint8Array> =>
  size === 0 ? hash(new Uint8Array(0)) : rootBetween(read, 0, size, hash);

type Span = { from: number; to: number };
/** A turn on the way down: which part is left aside, and on which side it lies. */
type Turn = Span & { side: 'left' | 'right' };

/** The way from the root down to the smallest subtree that ends with a leaf, or is that leaf; the lowest turn first. */
function wayTo(size: number, isLeft: (middle: number) => boolean, isThere: (span: Span) => boolean) {
  const turns: Turn[] = [];
  let span: Span = { from: 0, to: size };
  while (!isThere(span)) {
    const middle = span.from + leftOf(span.to - span.from);
    const [left, right] = [
      { from: span.from, to: middle },
      { from: middle, to: span.to },
    ];
    const goesLeft = isLeft(middle);
    turns.unshift(goesLeft ? { ...right, side: 'right' } : { ...left, side: 'left' });
    span = goesLeft ? left : right;
  }
  return { turns, span };
}
const wayToLeaf = (index: number, size: number) =>
  wayTo(
    size,
    (middle) => index < middle,
    ({ from, to }) => to - from === 1,
  );
const wayToEnd = (old: number, size: number) =>
  wayTo(
    size,
    (middle) => old <= middle,
    ({ to }) => to === old,
  );

const isHash = (bytes: Uint8Array) => bytes.length === 32;
const isSize = (value: number) => Number.isSafeInteger(value) && value >= 0;
const rootsOf = (read: Subtrees, spans: readonly Span[], hash: Hash) =>
  Promise.all(spans.map(({ from, to }) => rootBetween(read, from, to, hash)));

/** What proves that a leaf is in the log of that size. */
export async function proveInclusion(
  read: Subtrees,
  index: number,
  size: number,
  hash: Hash = sha256,
): Promise<Uint8Array[]> {
  if (!isSize(size) || !isSize(index) || index >= size) throw new RangeError(`no leaf ${index} among ${size}`);
  return rootsOf(read, wayToLeaf(index, size).turns, hash);
}

/** What proves that the log of the old size is the beginning of the log of the new one. */
export async function proveConsistency(
  read: Subtrees,
  old: number,
  size: number,
  hash: Hash = sha256,
): Promise<Uint8Array[]> {
  if (!isSize(old) || !isSize(size) || old > size) throw new RangeError(`no log of ${old} in one of ${size}`);
  if (old === 0) return [];
  const { turns, span } = wayToEnd(old, size);
  // A whole old log that is a subtree of the new one is known to who asks.
  return rootsOf(read, span.from === 0 ? turns : [span, ...turns], hash);
}

/** Whether the path leads from this leaf's hash at this place to the root. */
export async function checkInclusion(
  { leaf, index, size, root }: { leaf: Uint8Array; index: number; size: number; root: Uint8Array },
  path: readonly Uint8Array[],
  hash: Hash = sha256,
): Promise<boolean> {
  if (!isSize(size) || !isSize(index) || index >= size || ![leaf, root, ...path].every(isHash)) return false;
  const { turns } = wayToLeaf(index, size);
  if (path.length !== turns.length) return false;
  let at = leaf;
  for (const [place, { side }] of turns.entries()) {
    const other = path[place]!;
    at = await (side === 'left' ? nodeHash(other, at, hash) : nodeHash(at, other, hash));
  }
  return sameBytes(at, root);
}

type Head = { size: number; root: Uint8Array };
/** Whether the old log is the beginning of the new one: nothing in it was changed, taken away or put in between. */
export async function checkConsistency(
  old: Head,
  now: Head,
  path: readonly Uint8Array[],
  hash: Hash = sha256,
): Promise<boolean> {
  if (!isSize(old.size) || !isSize(now.size) || old.size > now.size) return false;
  if (![old.root, now.root, ...path].every(isHash)) return false;
  const empty = await rootAt(() => old.root, 0, hash);
  if (now.size === 0 && !sameBytes(now.root, empty)) return false;
  // Every log begins with the empty one.
  if (old.size === 0) return path.length === 0 && sameBytes(old.root, empty);
  const { turns, span } = wayToEnd(old.size, now.size);
  const [first, ...rest] = span.from === 0 ? [old.root, ...path] : path;
  if (!first || rest.length !== turns.length) return false;
  const { before, after } = await climb(first, rest, turns, hash);
  return sameBytes(before, old.root) && sameBytes(after, now.root);
}

/** The two roots that a proof leads to from where the old log ends: that of the old log, and that of the new one. */
async function climb(first: Uint8Array, others: readonly Uint8Array[], turns: readonly Turn[], hash: Hash) {
  let [before, after] = [first, first];
  for (const [place, { side }] of turns.entries()) {
    const other = others[place]!;
    if (side === 'left') before = await nodeHash(other, before, hash);
    after = await (side === 'left' ? nodeHash(other, after, hash) : nodeHash(after, other, hash));
  }
  return { before, after };
}

/** `past`: the new log does not begin with the old one. `files`: what was read is not the new log, and says nothing about the old one. */
export type Comparison = { holds: true } | { holds: false; what: 'past' | 'files'; proof: Uint8Array[] };

/** Whether the old log is the beginning of the new one, whose files are read. Only files that lead to the new root can show that it is not. */
export async function compareLogs(old: Head, now: Head, read: Subtrees, hash: Hash = sha256): Promise<Comparison> {
  // Two roots of one size need no file.
  if (old.size === now.size)
    return sameBytes(old.root, now.root) ? { holds: true } : { holds: false, what: 'past', proof: [] };
  const proof = await proveConsistency(read, old.size, now.size, hash);
  if (await checkConsistency(old, now, proof, hash)) return { holds: true };
  // Nothing is read for an empty log: its own root is wrong.
  if (old.size === 0) return { holds: false, what: 'past', proof };
  const { turns, span } = wayToEnd(old.size, now.size);
  // A whole old log that is a subtree of the new one is not in the proof: what the new one has in its place is read.
  const [first, ...others] = span.from === 0 ? [await rootBetween(read, 0, span.to, hash), ...proof] : proof;
  const { after } = await climb(first!, others, turns, hash);
  return { holds: false, what: sameBytes(after, now.root) ? 'past' : 'files', proof };
}
