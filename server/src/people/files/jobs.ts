import { type Db, step } from '#platform/database/db.ts';
import type { Log } from '#platform/observability/log.ts';
import { days, plus } from '#platform/runtime/clock.ts';
import { does, type JobContext, job } from '#platform/runtime/jobs.ts';
import type { Files } from './files.ts';
import { rewrap } from './sealing.ts';
import * as table from './sql.ts';
import type { Store } from './store.ts';

const batch = 200;

/**
 * Leftovers are unreadable and can wait. In that time, a restored database that is too old, or the wrong database, is
 * noticed.
 */
const leftFor = days(7);
/** If leftovers exceed both of these, they are not from crashes: the store and the database don't belong together. */
const handful = 20;
const fewPercent = 3;

/**
 * Erases expired files, and bytes that belong to no file, which a crash between writing the row and the bytes can
 * leave. The row is deleted first, with its key; after that the bytes are unreadable, wherever copies of them may be.
 */
export async function eraseFiles(db: Db, { store }: Pick<Files, 'store'>, now: Date): Promise<void> {
  for (;;) {
    const names = await step(db, (tx) => table.takeExpired(tx, now, batch));
    for (const name of names) await store.remove(name);
    if (names.length < batch) break;
  }
  await eraseLeavings(db, store, now);
}

/**
 * Deleted bytes can't be restored, and one database decides. So only bytes with our names are deleted, if they are old
 * and few, and never all that are stored.
 */
async function eraseLeavings(db: Db, store: Store, now: Date): Promise<void> {
  let [lying, leavings] = [0, 0];
  const some: string[] = [];
  for await (const names of store.names()) {
    lying += names.length;
    // A row is always written before its bytes.
    const ofNobody = await table.orphanedNames(db, names);
    leavings += ofNobody.length;
    some.push(...ofNobody.slice(0, batch - some.length));
  }
  if (leavings > handful && leavings * 100 > lying * fewPercent)
    throw new Error(`${leavings} of ${lying} stored files are unknown to this database; none of them was removed`);
  // A database that knows none of the stored names may be an empty one with someone else's files.
  if (leavings === lying) return;
  for (const name of some) {
    const writtenAt = await store.writtenAt(name);
    if (writtenAt && plus(writtenAt, leftFor) < now) await store.remove(name);
  }
}

/**
 * Wraps the keys of files with the newest key, so that the older one can be deleted. The files themselves don't change.
 */
export async function rewrapFiles(db: Db, { keys }: Pick<Files, 'keys'>, log: Log): Promise<void> {
  const known = [...keys.known.keys()];
  const old = known.filter((name) => name !== keys.current);
  const some = () =>
    step(db, async (tx) => {
      const rows = await table.wrappedBy(tx, old, batch);
      for (const row of rows) await table.setWrapped(tx, row.id, rewrap(keys, row));
      return rows.length;
    });
  while (old.length > 0 && (await some()) === batch);
  const lost = await table.countUnder(db, known);
  if (lost > 0) log.error({ files: lost }, 'files are under a key that is neither FILES_KEY nor FILES_KEY_OLD');
}

export const jobs = ({ db, clock, log }: JobContext, files: Files) => [
  does(job('erase_files'), () => eraseFiles(db, files, clock()), '*/10 * * * *'),
  does(job('rewrap_files'), () => rewrapFiles(db, files, log), '3 * * * *'),
];
