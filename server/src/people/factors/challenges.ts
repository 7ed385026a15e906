import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import { minutes, plus } from '#platform/runtime/clock.ts';

const lasts = minutes(5);

/** Who was asked and what about: a person who adds a passkey or confirms an act, or nobody yet, at the log-in. */
export type ChallengeSubject = { person: string | null; act?: Buffer };

/** Keeps what a passkey was asked. */
export const putChallenge = (tx: Tx, now: Date, challenge: string, { person, act }: ChallengeSubject) =>
  tx
    .insertInto('passkey_challenge')
    .values({ challenge, person, act: act ?? null, expires_at: plus(now, lasts) })
    .execute();

/** True for the one answer that comes in time. */
export async function takeChallenge(
  tx: Tx,
  now: Date,
  challenge: string,
  { person, act }: ChallengeSubject,
): Promise<boolean> {
  const done = await tx
    .deleteFrom('passkey_challenge')
    .where('challenge', '=', challenge)
    .where('person', 'is not distinct from', person)
    .where('act', 'is not distinct from', act ?? null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return done.numDeletedRows === 1n;
}

/** What a person was asked and has not answered is not asked any more. */
export const dropChallengesOf = (tx: Tx, person: string) =>
  tx.deleteFrom('passkey_challenge').where('person', '=', person).execute();

export const dropOldChallenges = (tx: Tx, now: Date) =>
  sql`delete from passkey_challenge where expires_at <= ${now}`.execute(tx);
