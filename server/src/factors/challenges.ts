import { sql } from 'kysely';
import { minutes, plus } from '../platform/clock.ts';
import type { Tx } from '../platform/db.ts';

const lasts = minutes(5);

/** Keeps what a passkey was asked: by a person who adds one, or with null by whoever logs in. */
export const putChallenge = (tx: Tx, now: Date, challenge: string, person: string | null) =>
  tx
    .insertInto('passkey_challenge')
    .values({ challenge, person, expires_at: plus(now, lasts) })
    .execute();

/** True for the one answer that comes in time. */
export async function takeChallenge(tx: Tx, now: Date, challenge: string, person: string | null): Promise<boolean> {
  const done = await tx
    .deleteFrom('passkey_challenge')
    .where('challenge', '=', challenge)
    .where('person', 'is not distinct from', person)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return done.numDeletedRows === 1n;
}

/** What a person was asked and has not answered is not asked any more. */
export const dropChallengesOf = (tx: Tx, person: string) =>
  tx.deleteFrom('passkey_challenge').where('person', '=', person).execute();

export const dropOldChallenges = (tx: Tx, now: Date) =>
  sql`delete from passkey_challenge where expires_at <= ${now}`.execute(tx);
