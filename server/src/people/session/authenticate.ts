import { hash } from 'node:crypto';
import { createBatcher } from '#platform/database/batcher.ts';
import type { Db } from '#platform/database/db.ts';
import type { Authenticate, Authenticated } from '#platform/http/http.ts';
import { days, minutes, plus } from '#platform/runtime/clock.ts';
import * as table from './sql.ts';

/** How long a session lives after it was last seen. */
export const lifetime = days(30);
/** The maximum age of a session, however often it is seen. */
const longest = days(90);
/** A session seen again within this time is not updated. */
const seenFor = minutes(5);

const hexHash = (token: string): string => hash('sha256', token, 'hex');

// One look-up at a time is fast enough, and lets more requests gather for the next.
const limits = { lanes: 1, maxPerBatch: 1024, maxWaiting: 16_384 };
type SessionLookup = { now: Date; hash: string };

/**
 * Finds the users of session cookies. Concurrent requests are looked up together. Only a person's own actions extend a
 * session: a check for a connection that is still open passes `present` false.
 */
export function createAuthenticate(db: Db, { present = true } = {}): Authenticate {
  const batcher = createBatcher<SessionLookup, Authenticated | undefined>(
    (asked) => lookUp(db, asked, present),
    limits,
  );
  return async (now, token) => {
    const answer = batcher.add({ now, hash: hexHash(token) });
    if (!answer) throw new Error('too many calls are waiting for their session');
    return answer;
  };
}

async function lookUp(
  db: Db,
  asked: readonly SessionLookup[],
  present: boolean,
): Promise<(Authenticated | undefined)[]> {
  const { now } = asked.at(-1)!;
  const rows = await table.sessionsByToken(
    db,
    asked.map((one) => one.hash),
    now,
    plus(now, -seenFor),
  );
  const found = new Map(rows.map((row) => [row.place, row]));
  const unseen = [...new Set(rows.filter((row) => present && row.unseen).map((row) => asked[row.place]!.hash))];
  if (unseen.length > 0) await table.touchSessions(db, unseen, now, plus(now, lifetime), longest);
  return asked.map((_, place) => {
    const row = found.get(place);
    return row && { userId: row.person, number: row.number, sessionId: row.id, frozen: row.frozen };
  });
}
