import { hash } from 'node:crypto';
import { createBatcher } from '#platform/database/batcher.ts';
import type { Db } from '#platform/database/db.ts';
import type { Authenticate, Authenticated } from '#platform/http/http.ts';
import { days, minutes, plus } from '#platform/runtime/clock.ts';
import * as table from './sql.ts';

/** How long a session lives from when it was last seen. */
export const lifetime = days(30);
/** How long after its beginning it ends, however often it is seen. */
const longest = days(90);
/** A session seen again within this time is not written again. */
const seenFor = minutes(5);

const hexHash = (token: string): string => hash('sha256', token, 'hex');

// One look-up at a time is quick enough, and lets more gather for the next.
const limits = { lanes: 1, maxPerBatch: 1024, maxWaiting: 16_384 };
type SessionLookup = { now: Date; hash: string };

/**
 * Finds out who session cookies belong to. Those asked about at the same time are looked up together. Only what a person does keeps a
 * session alive: a check made because a connection is still open passes `present` false.
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
