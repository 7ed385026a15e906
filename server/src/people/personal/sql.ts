import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/database/db.ts';
import type { PersonalCopy } from '#platform/database/schema.ts';

export type CopyRow = Selectable<PersonalCopy>;

export const copyOf = (tx: Tx, person: string): Promise<CopyRow | undefined> =>
  tx.selectFrom('personal_copy').selectAll().where('person', '=', person).executeTakeFirst();
/** A new copy replaces the previous one. */
export async function putCopy(tx: Tx, copy: Insertable<PersonalCopy>): Promise<void> {
  await tx.deleteFrom('personal_copy').where('person', '=', copy.person).execute();
  await tx.insertInto('personal_copy').values(copy).execute();
}
/** A requested copy, unless another one has replaced it. Locked, so that its link is made once at a time. */
export const lockCopy = (tx: Tx, id: string): Promise<CopyRow | undefined> =>
  tx.selectFrom('personal_copy').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
export const copyByToken = (tx: Tx, person: string, tokenHash: Buffer): Promise<CopyRow | undefined> =>
  tx
    .selectFrom('personal_copy')
    .selectAll()
    .where('person', '=', person)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
export const changeCopy = (tx: Tx, id: string, change: Partial<Omit<CopyRow, 'id' | 'person'>>) =>
  tx.updateTable('personal_copy').set(change).where('id', '=', id).execute();

/** Marks a copy as made, with its files; false if it already was, or is no longer wanted. */
export async function setMade(
  tx: Tx,
  id: string,
  made: { bytes: bigint; made_at: Date; until: Date },
  files: readonly string[],
): Promise<boolean> {
  const update = tx.updateTable('personal_copy').set(made).where('id', '=', id).where('made_at', 'is', null);
  if ((await update.executeTakeFirst()).numUpdatedRows === 0n) return false;
  const parts = files.map((file, place) => ({ copy: id, place, file }));
  await tx.insertInto('copy_part').values(parts).execute();
  return true;
}
/** The files of a copy, in order, without erased ones. */
export const partsOf = async (tx: Tx, copy: string): Promise<string[]> =>
  (await tx.selectFrom('copy_part').select('file').where('copy', '=', copy).orderBy('place').execute()).map(
    ({ file }) => file,
  );
export const partAt = async (tx: Tx, copy: string, place: number): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('copy_part')
      .select('file')
      .where('copy', '=', copy)
      .where('place', '=', place)
      .executeTakeFirst()
  )?.file;

export const setLeaving = (tx: Tx, person: string, at: Date | null) =>
  tx.updateTable('person').set({ leaves_at: at }).where('id', '=', person).execute();

/** Some of the accounts that are due, the longest waiting first. Frozen accounts wait until they are unfrozen. */
export const leaving = (db: Db, now: Date, limit: number, after: Date) =>
  db
    .selectFrom('person')
    .select(['id', 'leaves_at'])
    .where('deleted_at', 'is', null)
    .where('leaves_at', '<=', now)
    .where('leaves_at', '>', after)
    .where('status', '=', 'normal')
    .orderBy('leaves_at')
    .limit(limit)
    .execute();

/**
 * Locks a person who is due, so that log-ins and writes about them happen before or after. Undefined if they stayed,
 * were frozen or were deleted since they were found.
 */
export const lockLeaving = (tx: Tx, id: string, now: Date) =>
  tx
    .selectFrom('person')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('leaves_at', '<=', now)
    .where('status', '=', 'normal')
    .forUpdate()
    .executeTakeFirst();

/** Erases everything personal, in every domain; false if it is not due. */
export const erasePerson = async (tx: Tx, person: string, now: Date): Promise<boolean> =>
  (await sql<{ done: boolean }>`select erase_person(${person}, ${now}) as done`.execute(tx)).rows[0]!.done;

/**
 * Deletes jobs about a person that have failed or not started, because they hold addresses. Jobs with a longer address
 * belong to another user.
 */
export const dropJobsAbout = (tx: Tx, words: readonly string[]) =>
  sql`
    delete from graphile_worker._private_jobs as job where locked_at is null
      and exists (select from unnest(${words}::text[]) as word where position(to_json(word)::text in job.payload::text) > 0)`.execute(
    tx,
  );
