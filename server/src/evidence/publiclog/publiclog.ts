import type { Output } from '@glasshouse/protocol/endpoint';
import { daysNamed, type showLog } from '@glasshouse/protocol/publiclog/calls';
import { readEntry } from '@glasshouse/protocol/publiclog/entries';
import { noteKey, writeKey } from '@glasshouse/protocol/publiclog/note';
import { leavesNeeded, readTilePath, type Tile, tileWidth, writeBundle } from '@glasshouse/protocol/publiclog/tiles';
import { dayMs, utcDay } from '@glasshouse/protocol/utc-day';
import type { Db } from '#platform/database/db.ts';
import type { PublicFile } from '#platform/http/pages.ts';
import * as table from './sql.ts';
import { hashesIn } from './tree.ts';

export { entryOfSale, type LoggedProduct, loggedWith } from './orders.ts';
export { logKeys, placeGivenUp, placeOfEntry, placesOfDay, provePlaces, secondsAround } from './places.ts';

/** A file of the log by its path, in the format of C2SP tlog-tiles; undefined until a signed checkpoint covers it. */
export async function readLogFile(db: Db, path: string): Promise<PublicFile | undefined> {
  const tile = readTilePath(path);
  if (!tile && path !== 'checkpoint') return undefined;
  const newest = await table.newestCheckpoint(db);
  if (!newest) return undefined;
  if (!tile) return { type: 'text/plain; charset=utf-8', bytes: await checkpoint(db), keep: 'not' };
  if (leavesNeeded(tile) > Number(newest.size)) return undefined;
  return { type: 'application/octet-stream', bytes: await bytesOf(db, tile), keep: 'for ever' };
}

const mayWaitForWitnesses = 10_000;

/** The checkpoint with the cosignatures of witnesses. */
async function checkpoint(db: Db): Promise<Buffer> {
  const { note, lines } = (await table.servedCheckpoint(db, mayWaitForWitnesses))!;
  return Buffer.from(note + lines.join(''));
}

async function bytesOf(db: Db, { level, index, width }: Tile): Promise<Buffer> {
  if (level !== 'entries') return Buffer.concat(await hashesIn(db, { level, index, width }));
  const from = index * tileWidth;
  return Buffer.from(writeBundle(await table.entriesOf(db, from, from + width)));
}

type Days = Output<typeof showLog>['days'];

/** The keys that sign the log, and the places of the tape's days in it. */
export async function showLogKeys(db: Db, witnesses: readonly string[]): Promise<Output<typeof showLog>> {
  const key = await table.newestKey(db);
  return {
    key: key ? writeKey(await noteKey(key.origin, 'text', key.public_key)) : null,
    witnesses: witnesses.map((witness) => witness.split(' ')[1]!),
    days: await daysIn(db),
  };
}

async function daysIn(db: Db): Promise<Days> {
  const days = new Map<number, Days[number]>();
  for (const { place, bytes } of await table.leavesOfDays(db, 2 * daysNamed)) {
    const entry = readEntry(bytes);
    if (entry?.kind !== 'day' && entry?.kind !== 'reveal') continue;
    const known = days.get(entry.day) ?? { day: utcDay(entry.day * dayMs), committed: null, revealed: null };
    days.set(entry.day, { ...known, [entry.kind === 'day' ? 'committed' : 'revealed']: Number(place) });
  }
  return [...days.values()].toSorted((a, b) => (a.day < b.day ? 1 : -1)).slice(0, daysNamed);
}
