import { sameBytes, toHex } from '@glasshouse/protocol/bytes';
import { type Entry, readEntry } from '@glasshouse/protocol/publiclog/entries';
import { proveInclusion } from '@glasshouse/protocol/publiclog/merkle';
import { noteKey, readNote, writeKey } from '@glasshouse/protocol/publiclog/note';
import type { Db } from '#platform/database/db.ts';
import { sha } from '#platform/security/signer.ts';
import * as table from './sql.ts';
import { treeOver } from './tree.ts';

export type Second = Extract<Entry, { kind: 'tape' }> & { place: number };
const secondIn = ({ place, bytes }: { place: bigint; bytes: Buffer }): Second => ({
  ...(readEntry(bytes) as Extract<Entry, { kind: 'tape' }>),
  place: Number(place),
});

/**
 * The first logged second of the tape at or after a slot, and the one before it; undefined while one of them is
 * missing.
 */
export async function secondsAround(db: Db, slot: number): Promise<{ before: Second; second: Second } | undefined> {
  const [before, second] = [await table.secondBefore(db, slot), await table.secondFrom(db, slot)];
  return before && second && { before: secondIn(before), second: secondIn(second) };
}

/** The place of the entry that was submitted under a number; undefined while it waits to be written. */
export async function placeOfEntry(db: Db, entry: bigint): Promise<number | undefined> {
  const leaf = await table.leafOfEntry(db, entry);
  return leaf && Number(leaf.place);
}

/** The places of a day's commitment and of its opening; undefined while one of them is missing. */
export async function placesOfDay(db: Db, day: number): Promise<{ committed: number; opened: number } | undefined> {
  const leaves = await table.plansOfDay(db, day);
  const placeOf = (kind: Entry['kind']) => leaves.find(({ bytes }) => readEntry(bytes)?.kind === kind)?.place;
  const [committed, opened] = [placeOf('day'), placeOf('opening')];
  if (committed === undefined || opened === undefined) return undefined;
  return { committed: Number(committed), opened: Number(opened) };
}

/** The place of the entry that a day was given up from a slot onwards; undefined while it waits to be written. */
export async function placeGivenUp(db: Db, first: number): Promise<number | undefined> {
  const leaf = await table.leafGivenUp(db, first);
  return leaf && Number(leaf.place);
}

type PlaceProof = { key: string; checkpoint: string; paths: string[][] };
/**
 * A signed checkpoint that covers all these places, with the most cosignatures, and a proof for each place; undefined
 * while there is none.
 */
export async function provePlaces(db: Db, places: readonly number[]): Promise<PlaceProof | undefined> {
  const covering = await table.coveringCheckpoint(db, Math.max(...places) + 1);
  if (!covering) return undefined;
  const size = Number(covering.size);
  const read = treeOver(db, size);
  const paths: string[][] = [];
  for (const place of places) paths.push((await proveInclusion(read, place, size, sha)).map(toHex));
  return { key: await keyUnder(db, covering.note), checkpoint: covering.note + covering.lines.join(''), paths };
}

/** The keys that sign the log, newest first, in the format of witnesses and verifiers. */
export const logKeys = async (db: Db): Promise<string[]> => (await readKeys(db)).map(writeKey);

const readKeys = async (db: Db) =>
  Promise.all((await table.keysOf(db)).map(({ origin, public_key }) => noteKey(origin, 'text', public_key, sha)));

/** The key that signed a checkpoint. */
async function keyUnder(db: Db, checkpoint: string): Promise<string> {
  const { signatures } = readNote(checkpoint)!;
  const key = (await readKeys(db)).find(({ id }) => signatures.some((signature) => sameBytes(signature.id, id)));
  if (!key) throw new Error('the checkpoint is signed by a key that was never published');
  return writeKey(key);
}
