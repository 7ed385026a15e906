import { layout, sameBytes } from '../bytes.ts';
import { type Hash, sha256 } from '../market/tape.ts';

// The tree of the public log: hashes and proofs as in RFC 6962, section 2.1. The server, the browser and the verifier
// run this file.

/** The root of a full subtree: the `index`-th of those with 2^height leaves. */
export type Subtrees = (height: number, index: number) => Uint8Array | Promise<Uint8Array>;

export const leafHash = (entry: Uint8Array, hash: Hash = sha256) => hash(layout({ u8: 0 }, { raw: entry }));
export const nodeHash = (left: Uint8Array, right: Uint8Array, hash: Hash = sha256) =>
  hash(layout({ u8: 1 }, { raw: left }, { raw: right }));

/** The largest power of two below a size: the number of leaves on the left. */
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
/** A turn on the path down: the part that is not entered, and its side. */
type Turn = Span & { side: 'left' | 'right' };

/** The path from the root down to the smallest subtree that ends with a leaf, or is that leaf. The lowest turn comes first. */
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

/** The proof that a leaf is in the log of that size. */
export async function proveInclusion(
  read: Subtrees,
  index: number,
  size: number,
  hash: Hash = sha256,
): Promise<Uint8Array[]> {
  if (!isSize(size) || !isSize(index) || index >= size)
    throw new RangeError(`leaf ${index} is not in a log of ${size}`);
  return rootsOf(read, wayToLeaf(index, size).turns, hash);
}

/** The proof that the log of the old size is a prefix of the log of the new size. */
export async function proveConsistency(
  read: Subtrees,
  old: number,
  size: number,
  hash: Hash = sha256,
): Promise<Uint8Array[]> {
  if (!isSize(old) || !isSize(size) || old > size)
    throw new RangeError(`a log of ${old} cannot be a prefix of one of ${size}`);
  if (old === 0) return [];
  const { turns, span } = wayToEnd(old, size);
  // If the entire old log is a subtree of the new one, the caller knows its root.
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
/** Whether the old log is a prefix of the new one: nothing in it was changed, removed or inserted. */
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

/** The two roots that a proof leads to from the end of the old log: the root of the old log and that of the new one. */
async function climb(first: Uint8Array, others: readonly Uint8Array[], turns: readonly Turn[], hash: Hash) {
  let [before, after] = [first, first];
  for (const [place, { side }] of turns.entries()) {
    const other = others[place]!;
    if (side === 'left') before = await nodeHash(other, before, hash);
    after = await (side === 'left' ? nodeHash(other, after, hash) : nodeHash(after, other, hash));
  }
  return { before, after };
}

/**
 * `past`: the new log does not begin with the old one. `files`: the files are not those of the new log, so they say
 * nothing about the old one.
 */
export type Comparison = { holds: true } | { holds: false; what: 'past' | 'files'; proof: Uint8Array[] };

/**
 * Whether the old log is a prefix of the new one, whose files are read. Only files that lead to the new root can show
 * that it is not.
 */
export async function compareLogs(old: Head, now: Head, read: Subtrees, hash: Hash = sha256): Promise<Comparison> {
  // Comparing two roots of the same size needs no files.
  if (old.size === now.size)
    return sameBytes(old.root, now.root) ? { holds: true } : { holds: false, what: 'past', proof: [] };
  const proof = await proveConsistency(read, old.size, now.size, hash);
  if (await checkConsistency(old, now, proof, hash)) return { holds: true };
  // For an empty log nothing is read. Its root itself is wrong.
  if (old.size === 0) return { holds: false, what: 'past', proof };
  const { turns, span } = wayToEnd(old.size, now.size);
  // If the entire old log is a subtree of the new one, it is not in the proof. The subtree in its place in the new log
  // is read instead.
  const [first, ...others] = span.from === 0 ? [await rootBetween(read, 0, span.to, hash), ...proof] : proof;
  const { after } = await climb(first!, others, turns, hash);
  return { holds: false, what: sameBytes(after, now.root) ? 'past' : 'files', proof };
}
