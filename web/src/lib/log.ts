import { areSigned, entriesTile } from '@glasshouse/protocol/publiclog/bundles';
import { type LogHead, signedHead } from '@glasshouse/protocol/publiclog/checkpoint';
import {
  type Comparison,
  checkInclusion,
  compareLogs,
  leafHash,
  proveInclusion,
  type Subtrees,
} from '@glasshouse/protocol/publiclog/merkle';
import { type NoteKey, readKey, readNote, signedWith } from '@glasshouse/protocol/publiclog/note';
import { readBundle, subtreesFrom, type Tile, tilePath, tileWidth } from '@glasshouse/protocol/publiclog/tiles';
import { readBounded } from '@glasshouse/protocol/read-bounded';

// The public log as this device sees it: its files and what follows from them. Everything is recomputed before it is
// trusted.

/** The log cannot be reached, or the answer isn't a log. Says nothing about the history. */
export class LogUnreachable extends Error {}

/** Reads a file below the log's address; `fresh` bypasses all caches. */
export type GetFile = (path: string, limit: number, fresh?: boolean) => Promise<Uint8Array>;

const answersWithin = 10_000;
const maxOfNote = 32 * 1024;
const maxOfHashes = 8 * 1024;
const maxOfEntries = 4 * 1024 * 1024;

/** Reads from the site that served the app, with a time and size limit. */
export const getFile: GetFile = async (path, limit, fresh = false) => {
  try {
    const answer = await fetch(`/log/${path}`, {
      ...{ redirect: 'error', credentials: 'omit', cache: fresh ? 'reload' : 'default' },
      signal: AbortSignal.timeout(answersWithin),
    });
    if (!answer.ok || !answer.body) throw new LogUnreachable(`${path}: ${answer.status}`);
    const bytes = await readBounded(answer.body, limit);
    if (!bytes) throw new LogUnreachable(`${path}: the answer is too long`);
    return bytes;
  } catch (error) {
    throw error instanceof LogUnreachable ? error : new LogUnreachable(`${path}: ${String(error)}`);
  }
};

/**
 * A checkpoint with its signatures, the key that signed it, and the witnesses that cosigned it, with times in seconds
 * since 1970.
 */
export type Shown = {
  note: string;
  head: LogHead;
  publicKey: Uint8Array;
  cosigned: { name: string; time: number }[];
};

export const readCheckpoint = async (get: GetFile = getFile): Promise<string> =>
  new TextDecoder().decode(await get('checkpoint', maxOfNote));

/** Parses a note if the log's key has signed it. Only signatures of witnesses with known keys count. */
export async function readShown(
  text: string,
  key: NoteKey,
  witnesses: readonly NoteKey[] = [],
): Promise<Shown | undefined> {
  const note = readNote(text);
  const head = await signedHead(key, note);
  if (!note || !head) return undefined;
  const cosigned: Shown['cosigned'] = [];
  for (const witness of witnesses) {
    const { time } = (await signedWith(witness, note)) ?? {};
    if (time !== undefined) cosigned.push({ name: witness.name, time });
  }
  return { note: text, head, publicKey: key.publicKey, cosigned };
}

/** A checkpoint that the log's key has not signed. */
export class NotSigned extends Error {}

/** Reads the site's newest checkpoint and checks it with this key and these witnesses. Keys are in their text form. */
export async function readNow(key: string, witnesses: readonly string[] = []): Promise<Shown> {
  const [own, ...others] = await Promise.all([key, ...witnesses].map(readKey));
  const witnessKeys = others.filter((other): other is NoteKey => other?.type === 'cosignature');
  const shown = own && (await readShown(await readCheckpoint(), own, witnessKeys));
  if (!shown) throw new NotSigned();
  return shown;
}

const readTile =
  (get: GetFile, fresh: boolean) =>
  async (tile: Tile): Promise<Uint8Array> => {
    const isEntries = tile.level === 'entries';
    const bytes = await get(`${tilePath(tile)}`, isEntries ? maxOfEntries : maxOfHashes, fresh);
    // A proxy may have answered with its own page.
    if (!isEntries && bytes.length !== tile.width * 32)
      throw new LogUnreachable(`${tilePath(tile)}: not ${tile.width} hashes`);
    return bytes;
  };

/** The tree that the site serves for a checkpoint. */
const treeOf = ({ size }: LogHead, get: GetFile = getFile, fresh = false): Subtrees =>
  subtreesFrom(readTile(get, fresh), size);

/**
 * Checks whether the shorter of two logs is the beginning of the longer. Files that don't fit are read once more,
 * bypassing all caches.
 */
export async function compare(before: LogHead, after: LogHead, get: GetFile = getFile): Promise<Comparison> {
  const first = await compareLogs(before, after, treeOf(after, get));
  return first.holds || first.what === 'past' ? first : compareLogs(before, after, treeOf(after, get, true));
}

export type LogEntry = { place: number; bytes: Uint8Array };

/**
 * Reads the entries of one file of the log, beginning at `from`. Returns `undefined` if one doesn't match the signed
 * checkpoint.
 */
export async function readEntries(
  head: LogHead,
  from: number,
  to: number,
  get: GetFile = getFile,
): Promise<LogEntry[] | undefined> {
  const tile = entriesTile(from, head.size);
  const first = tile.index * tileWidth;
  const entries = readBundle(await readTile(get, false)(tile));
  if (entries?.length !== tile.width) throw new LogUnreachable(`${tilePath(tile)}: not ${tile.width} entries`);
  if (!(await areSigned(entries, first, head, treeOf(head, get)))) return undefined;
  return entries.map((bytes, i) => ({ place: first + i, bytes })).slice(from - first, to - first);
}

/** Checks whether the log has a leaf at this place, and returns the hashes from the leaf to the root. */
async function checkPlace(
  head: LogHead,
  place: number,
  leaf: Uint8Array,
  read: Subtrees = treeOf(head),
): Promise<{ holds: boolean; path: Uint8Array[] }> {
  const path = await proveInclusion(read, place, head.size);
  return { path, holds: await checkInclusion({ leaf, index: place, size: head.size, root: head.root }, path) };
}

/** One entry with its hash and its inclusion proof. */
export async function readLogEntry(head: LogHead, place: number, get: GetFile = getFile) {
  const [entry] = (await readEntries(head, place, place + 1, get)) ?? [];
  if (!entry) return undefined;
  const leaf = await leafHash(entry.bytes);
  return { ...entry, leaf, ...(await checkPlace(head, place, leaf, treeOf(head, get))) };
}
