import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/database/db.ts';
import type { File as Table } from '#platform/database/schema.ts';

export type FileRow = Selectable<Table>;
export type NewFile = Insertable<Table>;

/** False if the person is deleted. */
export const insertFile = async (tx: Tx, file: NewFile): Promise<boolean> =>
  (await tx.insertInto('file').values(file).executeTakeFirst()).numInsertedOrUpdatedRows === 1n;
export const deleteFile = (tx: Tx, id: string) => tx.deleteFrom('file').where('id', '=', id).execute();
export const fileById = (tx: Tx, id: string): Promise<FileRow | undefined> =>
  tx.selectFrom('file').selectAll().where('id', '=', id).executeTakeFirst();
export const fileOf = (tx: Tx, person: string, id: string): Promise<FileRow | undefined> =>
  tx.selectFrom('file').selectAll().where('id', '=', id).where('person', '=', person).executeTakeFirst();
/** More than any user has: unused files are limited, and a case has two. */
const maxPictures = 200;
export const picturesOf = (tx: Tx, person: string): Promise<FileRow[]> =>
  tx
    .selectFrom('file')
    .selectAll()
    .where('person', '=', person)
    .where('purpose', '<>', 'copy')
    .orderBy('created_at', 'desc')
    .limit(maxPictures)
    .execute();
export const deleteFilesOf = async (tx: Tx, person: string): Promise<string[]> =>
  (await tx.deleteFrom('file').where('person', '=', person).returning('name').execute()).map(({ name }) => name);
export const ownerNumber = async (tx: Tx, person: string): Promise<bigint> =>
  (await tx.selectFrom('person').select('number').where('id', '=', person).executeTakeFirstOrThrow()).number;

/** How many pictures of a person wait to be erased, and when the first one is. */
export const waitingOf = async (tx: Tx, person: string): Promise<{ count: number; first: Date | null }> => {
  const { count, first } = await tx
    .selectFrom('file')
    .select(({ fn }) => [fn.countAll<bigint>().as('count'), fn.min('expires_at').as('first')])
    .where('person', '=', person)
    .where('purpose', '<>', 'copy')
    .where('expires_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return { count: Number(count), first };
};

const expire = (tx: Tx, person: string, ids: readonly string[], at: Date | null) =>
  tx
    .updateTable('file')
    .set({ expires_at: at })
    .where('person', '=', person)
    .where('id', '=', anyOf(ids))
    .returning(['id', 'purpose', 'part']);
/** Keeps files, and returns those it found. Expired files stay expired, even if they are not erased yet. */
export const keep = (tx: Tx, now: Date, person: string, ids: readonly string[]) =>
  expire(tx, person, ids, null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .execute();
/** Sets when files are erased, and returns those it found. */
export const eraseAt = (tx: Tx, person: string, ids: readonly string[], at: Date) =>
  expire(tx, person, ids, at).execute();

export const codesIn = (tx: Tx, ids: readonly string[]) =>
  tx.selectFrom('file').select(['id', 'code']).where('id', '=', anyOf(ids)).execute();

/** Works for an empty list too; `in ()` is invalid SQL. */
const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`;

/** Deletes some expired files with their keys, and returns the names of their bytes. */
export const takeExpired = async (tx: Tx, now: Date, limit: number): Promise<string[]> => {
  const some = tx
    .selectFrom('file')
    .select('id')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .forUpdate()
    .skipLocked();
  const gone = await tx.deleteFrom('file').where('id', 'in', some).returning('name').execute();
  return gone.map(({ name }) => name);
};

/** The names that belong to no file. */
export const orphanedNames = async (db: Db, names: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) as name where not exists (select from file where file.name = name.name)`.execute(
    db,
  );
  return rows.map(({ name }) => name);
};

/** Some files whose keys are wrapped with one of these. */
export const wrappedBy = (tx: Tx, keys: readonly string[], limit: number) =>
  tx
    .selectFrom('file')
    .select(['id', 'key_id', 'wrapped_key'])
    .where('key_id', 'in', keys)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
export const setWrapped = (tx: Tx, id: string, wrapped: { key_id: string; wrapped_key: Buffer }) =>
  tx.updateTable('file').set(wrapped).where('id', '=', id).execute();
/** How many files use none of these keys. */
export const countUnder = async (db: Db, known: readonly string[]): Promise<number> => {
  const { count } = await db
    .selectFrom('file')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where('key_id', 'not in', known)
    .executeTakeFirstOrThrow();
  return Number(count);
};
