import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/database/db.ts';
import type { IdentityCase } from '#platform/database/schema.ts';

export type Row = Selectable<IdentityCase>;

export const insertCase = (tx: Tx, row: Insertable<IdentityCase>) =>
  tx.insertInto('identity_case').values(row).execute();
export const caseById = (tx: Tx, id: string): Promise<Row> =>
  tx.selectFrom('identity_case').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
export const stateOf = async (tx: Tx, person: string): Promise<string> =>
  (await tx.selectFrom('person').select('identity').where('id', '=', person).executeTakeFirstOrThrow()).identity;

export const setErasure = (tx: Tx, id: string, at: Date) =>
  tx.updateTable('identity_case').set({ erase_at: at }).where('id', '=', id).execute();

/** Passes some of the cases that are due; the database checks whether the site is unattended. */
export const passDue = async (tx: Tx, now: Date, limit: number) =>
  (
    await sql<{ id: string; person: string; number: bigint }>`select * from pass_identities(${now}, ${limit})`.execute(
      tx,
    )
  ).rows;

/** Erases names and numbers that are due, with their keys. */
export const eraseDue = (db: Db, now: Date) =>
  db
    .updateTable('identity_case')
    .set({ sealed: null, wrapped_key: null, key_id: null })
    .where('erase_at', '<=', now)
    .where('sealed', 'is not', null)
    .execute();

/** Some cases that don't use this key. */
export const notUnder = (tx: Tx, key: string, limit: number) =>
  tx
    .selectFrom('identity_case')
    .select(['id', 'key_id', 'wrapped_key'])
    .where('key_id', '<>', key)
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
export const setWrapped = (tx: Tx, id: string, wrapped: { key_id: string; wrapped_key: Buffer }) =>
  tx.updateTable('identity_case').set(wrapped).where('id', '=', id).execute();
