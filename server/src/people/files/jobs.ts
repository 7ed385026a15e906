import { type Db, step } from '#platform/database/db.ts';
import type { Log } from '#platform/observability/log.ts';
import { days, plus } from '#platform/runtime/clock.ts';
import { does, type JobContext, job } from '#platform/runtime/jobs.ts';
import type { Files } from './files.ts';
import { rewrap } from './sealing.ts';
import * as table from './sql.ts';
import type { Store } from './store.ts';

const batch = 200;

/** Leavings are noise already and can wait; a database that was restored too old, or stands for another, is noticed by then. */
const leftFor = days(7);
/** More leavings than both of these are no crash's: the place and the database do not belong together. */
const handful = 20;
const fewPercent = 3;

/**
 * Erases files whose time has come, and bytes that belong to no file: what a crash between the row and the bytes left, in either direction.
 * The row goes first, and its key with it; after that the bytes say nothing, wherever a copy of them may be.
 */
export async function eraseFiles(db: Db, { store }: Pick<Files, 'store'>, now: Date): Promise<void> {
  for (;;) {
    const names = await step(db, (tx) => table.takeExpired(tx, now, batch));
    for (const name of names) await store.remove(name);
    if (names.length < batch) break;
  }
  await eraseLeavings(db, store, now);
}

/** What is removed here is gone for good, on the word of one database: so only what is ours, old and little, and never the last that is there. */
async function eraseLeavings(db: Db, store: Store, now: Date): Promise<void> {
  let [lying, leavings] = [0, 0];
  const some: string[] = [];
  for await (const names of store.names()) {
    lying += names.length;
    // A row is always there before its bytes are.
    const ofNobody = await table.namesOfNobody(db, names);
    leavings += ofNobody.length;
    some.push(...ofNobody.slice(0, batch - some.length));
  }
  if (leavings > handful && leavings * 100 > lying * fewPercent)
    throw new Error(`${leavings} of ${lying} stored files are unknown to this database; none of them was removed`);
  // A database that knows nothing of what lies here may be an empty one beside somebody's files.
  if (leavings === lying) return;
  for (const name of some) {
    const writtenAt = await store.writtenAt(name);
    if (writtenAt && plus(writtenAt, leftFor) < now) await store.remove(name);
  }
}

/** Wraps the keys of files by the newest key, so that the older one can be thrown away. The files themselves stay as they are. */
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
