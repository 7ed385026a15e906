import { type Insertable, sql } from 'kysely';
import type { Db, Tx } from '#platform/database/db.ts';
import type { Announcement, Maintenance, MoneyConfig, SiteConfig } from '#platform/database/schema.ts';

export const newestConfig = (tx: Tx) =>
  tx.selectFrom('site_config').selectAll().orderBy('version', 'desc').limit(1).executeTakeFirstOrThrow();

/** Serializes changes of settings; reads don't wait. */
export const lockConfig = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtextextended('site_config', 0))`.execute(tx);
export const configsBefore = (tx: Tx, before: bigint | undefined, limit: number) =>
  tx
    .selectFrom('site_config')
    .selectAll()
    .$if(before !== undefined, (query) => query.where('version', '<', before!))
    .orderBy('version', 'desc')
    .limit(limit)
    .execute();
export const insertConfig = async (tx: Tx, row: Insertable<SiteConfig>) =>
  (await tx.insertInto('site_config').values(row).returning('version').executeTakeFirstOrThrow()).version;

export const insertMoney = async (tx: Tx, row: Insertable<MoneyConfig>) =>
  (await tx.insertInto('money_config').values(row).returning('version').executeTakeFirstOrThrow()).version;

export const announcementsAt = (tx: Tx, now: Date) =>
  tx
    .selectFrom('announcement')
    .selectAll()
    .where('starts_at', '<=', now)
    .where('ends_at', '>', now)
    .orderBy('starts_at', 'desc')
    .limit(10)
    .execute();
export const newestAnnouncements = (tx: Tx) =>
  tx.selectFrom('announcement').selectAll().orderBy('starts_at', 'desc').limit(100).execute();
export const lockAnnouncement = (tx: Tx, id: string) =>
  tx.selectFrom('announcement').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
export const putAnnouncement = (tx: Tx, { id, ...rest }: Insertable<Announcement>) =>
  tx
    .insertInto('announcement')
    .values({ id, ...rest })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(rest))
    .execute();

/** The current window, or the first that starts before `horizon`. */
export const nextMaintenance = (db: Db | Tx, now: Date, horizon: Date) =>
  db
    .selectFrom('maintenance')
    .selectAll()
    .where('cancelled_at', 'is', null)
    .where('ends_at', '>', now)
    .where('starts_at', '<=', horizon)
    .orderBy('starts_at')
    .limit(1)
    .executeTakeFirst();
export const newestMaintenance = (tx: Tx) =>
  tx.selectFrom('maintenance').selectAll().orderBy('starts_at', 'desc').limit(100).execute();
export const insertMaintenance = (tx: Tx, row: Insertable<Maintenance>) =>
  tx.insertInto('maintenance').values(row).execute();
export const lockMaintenance = (tx: Tx, id: string) =>
  tx.selectFrom('maintenance').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
export const endMaintenanceAt = (tx: Tx, id: string, change: { ends_at: Date } | { cancelled_at: Date }) =>
  tx.updateTable('maintenance').set(change).where('id', '=', id).execute();
