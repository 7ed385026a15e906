import { sql } from 'kysely';
import { arrayOf, type Db, type Tx } from '#platform/database/db.ts';
import { endSessions } from '../security/security.ts';

export type NewSession = {
  token_hash: Buffer;
  id: string;
  person: string;
  address: string;
  device: string;
  now: Date;
  until: Date;
};

/** Opens a session only if the password is still the one that was checked, and the account is not locked. */
export async function insertSession(tx: Tx, s: NewSession, checkedHash: string): Promise<boolean> {
  const done = await sql`
    insert into session (token_hash, id, person, address, device, started_at, seen_at, expires_at)
    select ${s.token_hash}, ${s.id}, id, ${s.address}, ${s.device}, ${s.now}, ${s.now}, ${s.until}
    from person where id = ${s.person} and password_hash = ${checkedHash} and locked_at is null for share`.execute(tx);
  return done.numAffectedRows === 1n;
}

type Found = { place: number; id: string; person: string; number: bigint; frozen: boolean; unseen: boolean };

/** The sessions of token hashes, each with its index; `unseen` are those last seen before `since`. */
export async function sessionsByToken(db: Db, hashes: readonly string[], now: Date, since: Date): Promise<Found[]> {
  const { rows } = await sql<Found>`/* sessions_by_token */
    select (place - 1)::integer as place, session.id, person, number, status = 'abnormal' as frozen, seen_at < ${since} as unseen
    from unnest(${arrayOf(hashes)}::text[]) with ordinality as asked (hash, place)
    join session on token_hash = decode(hash, 'hex')
    join person on person.id = session.person
    where expires_at > ${now}`.execute(db);
  return rows;
}

/**
 * In the order of the key, so that two of these never deadlock. No session lives longer than `longest` milliseconds.
 */
export const touchSessions = (db: Db, hashes: readonly string[], now: Date, until: Date, longest: number) =>
  sql`
    with seen as materialized (
      select token_hash from session
      where token_hash in (select decode(hash, 'hex') from unnest(${arrayOf(hashes)}::text[]) as hash)
      order by token_hash for no key update
    )
    update session set seen_at = ${now}, expires_at = least(${until}, started_at + ${longest} * interval '1 millisecond')
    from seen where session.token_hash = seen.token_hash`.execute(db);

export const sessionsOf = (tx: Tx, person: string, now: Date) =>
  tx
    .selectFrom('session')
    .select(['id', 'address', 'device', 'started_at', 'seen_at'])
    .where('person', '=', person)
    .where('expires_at', '>', now)
    .orderBy('started_at', 'desc')
    .limit(50)
    .execute();

/** Ends the session of a token and returns its user. */
export const deleteSessionByToken = (tx: Tx, tokenHash: Buffer) =>
  tx
    .deleteFrom('session')
    .using('person')
    .whereRef('person.id', '=', 'session.person')
    .where('token_hash', '=', tokenHash)
    .returning('person.number')
    .executeTakeFirst();

export async function deleteSession(tx: Tx, person: string, id: string): Promise<boolean> {
  const done = await tx.deleteFrom('session').where('person', '=', person).where('id', '=', id).executeTakeFirst();
  return done.numDeletedRows === 1n;
}

export const deleteExpired = (tx: Tx, now: Date) => endSessions(tx, sql<boolean>`expires_at <= ${now}`);

/** The number of open sessions: a person's, or all. */
export const openSessions = (tx: Tx, now: Date, person?: string): Promise<number> =>
  tx
    .selectFrom('session')
    .select((n) => n.fn.count<bigint>('id').as('n'))
    .where('expires_at', '>', now)
    .$if(person !== undefined, (query) => query.where('person', '=', person!))
    .executeTakeFirstOrThrow()
    .then(({ n }) => Number(n));
