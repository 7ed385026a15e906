import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import { minutes, plus } from '#platform/runtime/clock.ts';

const lasts = minutes(5);

/**
 * The person and purpose of a challenge: adding a passkey, confirming an act, or a log-in, where the person is not
 * known yet.
 */
export type ChallengeSubject = { person: string | null; act?: Buffer };

/** Stores a challenge for a passkey. */
export const putChallenge = (tx: Tx, now: Date, challenge: string, { person, act }: ChallengeSubject) =>
  tx
    .insertInto('passkey_challenge')
    .values({ challenge, person, act: act ?? null, expires_at: plus(now, lasts) })
    .execute();

/** True for the one answer that arrives in time. */
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

/** Deletes the unanswered challenges of a person. */
export const dropChallengesOf = (tx: Tx, person: string) =>
  tx.deleteFrom('passkey_challenge').where('person', '=', person).execute();

export const dropOldChallenges = (tx: Tx, now: Date) =>
  sql`delete from passkey_challenge where expires_at <= ${now}`.execute(tx);
