import type { Kind } from '@glasshouse/protocol/security/kinds';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import { microsOf } from '#platform/observability/timeline.ts';

export type NewEvent = {
  id: string;
  person: string;
  at: Date;
  kind: Kind;
  address: string;
  device: string;
  detail: string | null;
};
export const insertEvent = (tx: Tx, event: NewEvent) => tx.insertInto('security_event').values(event).execute();

/** By a function of the owner: the office's role can write only this event. */
export const insertPapersOpened = (tx: Tx, id: string, person: string, at: Date) =>
  sql`select papers_opened(${id}, ${person}, ${at})`.execute(tx);

/** Adds one to the same event within `since`; true if there was one. */
export async function countAgain(tx: Tx, { person, kind, at }: NewEvent, since: Date): Promise<boolean> {
  const done = await tx
    .updateTable('security_event')
    .set((now) => ({ times: now('times', '+', 1), at: sql<Date>`greatest(at, ${at})` }))
    .where('id', '=', (newest) =>
      newest
        .selectFrom('security_event')
        .select('id')
        .where('person', '=', person)
        .where('kind', '=', kind)
        .where('at', '>', since)
        .orderBy('at', 'desc')
        .limit(1),
    )
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

/** A person's events, newest first, before the given one. */
export const eventsOf = (tx: Tx, person: string, before: string | undefined, limit: number) =>
  tx
    .selectFrom('security_event')
    .select(['id', 'at', 'kind', 'detail', 'address', 'device', 'times'])
    .where('person', '=', person)
    .$if(before !== undefined, (query) =>
      query.where(
        sql<boolean>`(at, id) < (select last.at, last.id from security_event last where last.id = ${before!} and last.person = ${person})`,
      ),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export const happenedSince = async (tx: Tx, person: string, kind: Kind, since: Date): Promise<boolean> =>
  (await tx
    .selectFrom('security_event')
    .select('at')
    .where('person', '=', person)
    .where('kind', '=', kind)
    .where('at', '>=', since)
    .limit(1)
    .executeTakeFirst()) !== undefined;

export const passwordChangedAt = async (tx: Tx, person: string): Promise<Date | undefined> =>
  (
    await tx
      .selectFrom('security_event')
      .select('at')
      .where('person', '=', person)
      .where('kind', 'in', ['password_changed', 'password_reset'])
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.at;

/** Locking a person's row serializes the events of their account. */
export const lockPerson = (tx: Tx, person: string) =>
  tx.selectFrom('person').select('id').where('id', '=', person).forNoKeyUpdate().executeTakeFirst();

export const markChange = (tx: Tx, person: string, kind: Kind, at: Date) =>
  tx
    .updateTable('person')
    .set({ security_change: kind, security_changed_at: at, logged_in_again_at: null })
    .where('id', '=', person)
    .execute();

/** Records the first log-in after a change. Later ones write nothing. */
export const markLoggedInAgain = (tx: Tx, person: string, at: Date) =>
  tx
    .updateTable('person')
    .set({ logged_in_again_at: at })
    .where('id', '=', person)
    .where('security_changed_at', 'is not', null)
    .where('logged_in_again_at', 'is', null)
    .execute();

export const setLanguage = (tx: Tx, person: string, language: string) =>
  tx
    .updateTable('person')
    .set({ language })
    .where('id', '=', person)
    .where('language', 'is distinct from', language)
    .execute();

/** Locks or unlocks an account. Locking also cancels a requested deletion, which a stranger may have requested. */
export const setLocked = (tx: Tx, person: string, at: Date | null) =>
  tx
    .updateTable('person')
    .set({ locked_at: at, ...(at && { leaves_at: null }) })
    .where('id', '=', person)
    .execute();

/** Removes a trade password that was set since then; true if there was one. */
export const takeBackTradePassword = async (tx: Tx, person: string, since: Date): Promise<boolean> =>
  (await sql<{ done: boolean }>`select take_back_trade_password(${person}, ${since}) as done`.execute(tx)).rows[0]!
    .done;

/** Deletes what was shared since then; true if there was anything. */
export const takeBackShares = async (tx: Tx, person: string, since: Date): Promise<boolean> =>
  (await tx.deleteFrom('share').where('person', '=', person).where('made_at', '>=', since).executeTakeFirst())
    .numDeletedRows > 0n;

/** Sets the phrase for a user's mails; true if it was different. */
export const putPhrase = async (tx: Tx, person: string, phrase: string): Promise<boolean> =>
  (
    await tx
      .insertInto('mail_phrase')
      .values({ person, phrase })
      .onConflict((conflict) =>
        conflict.column('person').doUpdateSet({ phrase }).where('mail_phrase.phrase', '<>', phrase),
      )
      .executeTakeFirst()
  ).numInsertedOrUpdatedRows === 1n;
export const deletePhrase = async (tx: Tx, person: string): Promise<boolean> =>
  (await tx.deleteFrom('mail_phrase').where('person', '=', person).executeTakeFirst()).numDeletedRows > 0n;

/** Deletes payees that were saved since then; true if there were any. */
export const takeBackPayees = async (tx: Tx, person: string, since: Date): Promise<boolean> =>
  (await tx.deleteFrom('payee').where('person', '=', person).where('added_at', '>=', since).executeTakeFirst())
    .numDeletedRows > 0n;
/**
 * Restricts withdrawals to saved payees again, if that was switched off and would end or has ended since then; true if
 * so.
 */
export const keepSavedOnly = async (tx: Tx, person: string, since: Date, now: Date): Promise<boolean> =>
  (
    await sql<{ done: boolean }>`
      select set_saved_payees_only(person, true, ${now}) as done from saved_payees_only
      where person = ${person} and ends_at >= ${since}`.execute(tx)
  ).rows[0]?.done ?? false;

/** Since when a user withdraws to saved payees only, and when that ends: null while it is not switched off. */
export const savedOnlyRow = (tx: Tx, person: string) =>
  tx.selectFrom('saved_payees_only').select(['since', 'ends_at']).where('person', '=', person).executeTakeFirst();

/** False if the person is deleted. */
export const putLockLink = async (tx: Tx, link: { token_hash: Buffer; person: string; expires_at: Date }) =>
  (await tx.insertInto('lock_link').values(link).executeTakeFirst()).numInsertedOrUpdatedRows === 1n;
/** The account that a link locks. Uses up the link, for one caller only. */
export const useUpLockLink = (tx: Tx, tokenHash: Buffer, now: Date) =>
  tx
    .deleteFrom('lock_link')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning('person')
    .executeTakeFirst();
export const deleteEndedLinks = (tx: Tx, now: Date) =>
  tx.deleteFrom('lock_link').where('expires_at', '<=', now).execute();

export const hasSession = async (tx: Tx, person: string, id: string): Promise<boolean> =>
  (await tx.selectFrom('session').select('id').where('person', '=', person).where('id', '=', id).executeTakeFirst()) !==
  undefined;

// Sessions are always locked in the order of their key, as `touchSessions` does. In the order in which they are found,
// two such statements could deadlock.
export const endSessions = (tx: Tx, which: RawBuilder<boolean>) =>
  sql`
    with ended as materialized (select token_hash from session where ${which} order by token_hash for update)
    delete from session using ended where session.token_hash = ended.token_hash`.execute(tx);

/** Ends a person's sessions, except `keep` if given. */
export const endSessionsOf = (tx: Tx, person: string, keep?: string) =>
  endSessions(tx, keep ? sql<boolean>`person = ${person} and id <> ${keep}` : sql<boolean>`person = ${person}`);

/**
 * The newest log-ins and changes of a user whose withdrawal is under review, without openings of papers and without
 * networks.
 */
export const historyFor = async (tx: Tx, person: string, since: Date) =>
  (
    await sql<{ at: Date; kind: string; device: string; times: number }>`
      select at, kind, device, times from security_for_reviewers(${person}, ${since})`.execute(tx)
  ).rows;

type SeenEvent = {
  id: string;
  at: Date;
  micros: bigint;
  kind: string;
  detail: string | null;
  device: string;
  times: number;
};
/** Log-ins and security changes as operators see them, newest first, before a time and an id. */
export const seenBefore = async (tx: Tx, person: string, moment: RawBuilder<Date | null>, id: string, limit: number) =>
  (
    await sql<SeenEvent>`
      select *, ${microsOf('at')} as micros
      from security_timeline(${person}, ${moment}, ${id}, ${limit})`.execute(tx)
  ).rows;
