import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db.ts';

export type Purpose = 'register' | 'forget';
export type NewPerson = {
  id: string;
  username: string | null;
  email: string | null;
  phone: string | null;
  country: string;
  password_hash: string;
  trade_password_hash: string;
  invitation_code: string;
  invited_by: string | null;
  registered_at: Date;
};
export type NewSession = {
  token_hash: Buffer;
  id: string;
  person: string;
  address: string;
  device: string;
  now: Date;
  until: Date;
};

export const insertPerson = (tx: Tx, person: NewPerson) =>
  tx.insertInto('person').values(person).returningAll().executeTakeFirstOrThrow();

export const personById = (tx: Tx, id: string) =>
  tx.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** By username, email or phone; the three cannot collide, as only an email has an @ and only a phone starts with +. */
export const personByLogin = (tx: Tx, account: string) =>
  tx
    .selectFrom('person')
    .selectAll()
    .where((where) =>
      where.or([
        where(sql`lower(username)`, '=', account.toLowerCase()),
        where('email', '=', account.toLowerCase()),
        where('phone', '=', account.replaceAll(/[\s().-]/g, '')),
      ]),
    )
    .executeTakeFirst();

export const personByInvitation = (tx: Tx, code: string) =>
  tx.selectFrom('person').select('id').where('invitation_code', '=', code).executeTakeFirst();

export const setPassword = (tx: Tx, person: string, hash: string, at: Date) =>
  tx.updateTable('person').set({ password_hash: hash, security_changed_at: at }).where('id', '=', person).execute();

/** Opens a session only while the password is still the one that was checked. */
export async function insertSession(tx: Tx, s: NewSession, checkedHash: string): Promise<boolean> {
  const done = await sql`
    insert into session (token_hash, id, person, address, device, started_at, seen_at, expires_at)
    select ${s.token_hash}, ${s.id}, id, ${s.address}, ${s.device}, ${s.now}, ${s.now}, ${s.until}
    from person where id = ${s.person} and password_hash = ${checkedHash} for share`.execute(tx);
  return done.numAffectedRows === 1n;
}

type Found = { place: number; id: string; person: string; number: bigint; frozen: boolean; unseen: boolean };

/** The sessions behind hashes of tokens, each by its place; `unseen` are those last seen before `since`. */
export async function sessionsByToken(db: Db, hashes: readonly string[], now: Date, since: Date): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select (place - 1)::integer as place, session.id, person, number, status = 'abnormal' as frozen, seen_at < ${since} as unseen
    from unnest(${`{${hashes.join(',')}}`}::text[]) with ordinality as asked (hash, place)
    join session on token_hash = decode(hash, 'hex')
    join person on person.id = session.person
    where expires_at > ${now}`.execute(db);
  return rows;
}

/** In the order of the key, so that two of these never wait for each other in a circle. */
export const touchSessions = (db: Db, hashes: readonly string[], now: Date, until: Date) =>
  sql`
    with seen as materialized (
      select token_hash from session
      where token_hash in (select decode(hash, 'hex') from unnest(${`{${hashes.join(',')}}`}::text[]) as hash)
      order by token_hash for no key update
    )
    update session set seen_at = ${now}, expires_at = ${until} from seen where session.token_hash = seen.token_hash`.execute(
    db,
  );

export const sessionsOf = (tx: Tx, person: string, now: Date) =>
  tx
    .selectFrom('session')
    .select(['id', 'address', 'device', 'started_at', 'seen_at'])
    .where('person', '=', person)
    .where('expires_at', '>', now)
    .orderBy('started_at', 'desc')
    .limit(50)
    .execute();

export const deleteSessionByToken = (tx: Tx, tokenHash: Buffer) =>
  tx.deleteFrom('session').where('token_hash', '=', tokenHash).execute();

export async function deleteSession(tx: Tx, person: string, id: string): Promise<boolean> {
  const done = await tx.deleteFrom('session').where('person', '=', person).where('id', '=', id).executeTakeFirst();
  return done.numDeletedRows === 1n;
}

export const deleteSessionsOf = (tx: Tx, person: string) =>
  tx.deleteFrom('session').where('person', '=', person).execute();

export type NewCode = { target: string; purpose: Purpose; salt: Buffer; code_hash: Buffer; expires_at: Date };

/** A new code takes the place of the old one, its tries included. */
export const putCode = (tx: Tx, code: NewCode) =>
  tx
    .insertInto('verification_code')
    .values(code)
    .onConflict((conflict) =>
      conflict.columns(['target', 'purpose']).doUpdateSet({
        salt: code.salt,
        code_hash: code.code_hash,
        expires_at: code.expires_at,
        tries: 0,
      }),
    )
    .execute();

/** Spends one of the tries and gives what to compare with; nothing when none is left. The row lock makes parallel guesses queue. */
export const spendTry = (tx: Tx, target: string, purpose: Purpose, tries: number, now: Date) =>
  tx
    .updateTable('verification_code')
    .set((now_) => ({ tries: now_('tries', '+', 1) }))
    .where('target', '=', target)
    .where('purpose', '=', purpose)
    .where('tries', '<', tries)
    .where('expires_at', '>', now)
    .returning(['salt', 'code_hash'])
    .executeTakeFirst();

/** True for the one caller that uses the code up. */
export async function consumeCode(tx: Tx, target: string, purpose: Purpose, codeHash: Buffer): Promise<boolean> {
  const done = await tx
    .deleteFrom('verification_code')
    .where('target', '=', target)
    .where('purpose', '=', purpose)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  return done.numDeletedRows === 1n;
}

export const deleteExpired = async (tx: Tx, now: Date) => {
  await tx.deleteFrom('session').where('expires_at', '<=', now).execute();
  await tx.deleteFrom('verification_code').where('expires_at', '<=', now).execute();
};
