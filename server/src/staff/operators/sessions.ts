import type { OperatorRole } from '@glasshouse/protocol/operators/permissions';
import type { Owner } from '#people/factors/factors.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import { newId, newToken, tokenHash } from '#platform/database/ids.ts';
import { rememberBrowser } from '#platform/http/account-turns.ts';
import type { Caller, Operator } from '#platform/http/http.ts';
import { minutes, plus } from '#platform/runtime/clock.ts';
import * as sessionTable from './session-sql.ts';

// Short, because offices are shared places: half an hour without activity, eight hours at most.
const idle = minutes(30);
const longest = minutes(480);
const halfDone = { factor: minutes(5), enrol: minutes(20) };

export const accountOf = ({ id }: { id: string }) => `operator:${id}`;
export const ownerOf = ({ id }: { id: string }): Owner => ({ kind: 'operator', id });

type Stage = 'factor' | 'enrol' | 'in';
export type FoundSession = Operator & { stage: Stage; until: Date; newSecret: Buffer | null };

/** The session of a token, at any stage of the log-in. */
export async function findSession(
  db: Db | Tx,
  now: Date,
  token: string | undefined,
): Promise<FoundSession | undefined> {
  if (!token) return undefined;
  const row = await sessionTable.sessionByToken(db, tokenHash(token), now);
  if (!row || plus(row.seen_at, idle) <= now) return undefined;
  const stage = row.factor ? 'in' : row.enrolling ? 'enrol' : 'factor';
  if (stage !== 'enrol' && row.status !== 'active') return undefined;
  const ends = Math.min(plus(row.seen_at, idle).getTime(), row.expires_at.getTime());
  return {
    id: row.operator,
    name: row.name,
    email: row.email,
    role: row.role as OperatorRole,
    sessionId: row.id,
    factorAt: row.factor_at ?? row.started_at,
    enrolledAt: row.enrolled_at ?? row.started_at,
    stage,
    until: new Date(ends),
    newSecret: row.new_secret,
  };
}

/** Locks the session and reads it again: it may have ended since. */
export async function findAgain(
  tx: Tx,
  now: Date,
  token: string | undefined,
  { id }: FoundSession,
): Promise<FoundSession | undefined> {
  if (token) await sessionTable.lockSession(tx, tokenHash(token), id);
  return findSession(tx, now, token);
}

/** The operator of a cookie; undefined until the second factor has been given. */
export async function authenticateOperator(
  db: Db,
  now: Date,
  token: string,
  present: boolean,
): Promise<Operator | undefined> {
  const found = await findSession(db, now, token);
  if (found?.stage !== 'in') return undefined;
  const { stage: _, until: __, newSecret: ___, ...operator } = found;
  if (present) await sessionTable.touchSession(db, tokenHash(token), now);
  return operator;
}

type Half = { stage: 'factor' | 'enrol' };
type Whole = { stage: 'in'; factor: 'totp' | 'passkey' | 'recovery' };

/** Starts a session under a new token. Ends the one this browser had. */
export async function openSession(
  tx: Tx,
  { now, address, device, cookie, browser }: Pick<Caller, 'now' | 'address' | 'device' | 'cookie' | 'browser'>,
  operator: string,
  as: Half | Whole,
): Promise<void> {
  if (cookie.token) await sessionTable.deleteSessionByToken(tx, tokenHash(cookie.token));
  await sessionTable.deleteExpiredSessions(tx, now); // keeps the table small
  const token = newToken();
  const until = plus(now, as.stage === 'in' ? longest : halfDone[as.stage]);
  await sessionTable.insertSession(tx, {
    token_hash: tokenHash(token),
    id: newId(),
    operator,
    address,
    device,
    factor: as.stage === 'in' ? as.factor : null,
    factor_at: as.stage === 'in' ? now : null,
    enrolling: as.stage === 'enrol',
    started_at: now,
    seen_at: now,
    expires_at: until,
  });
  cookie.put(token, until);
  if (as.stage === 'in') await rememberBrowser(tx, accountOf({ id: operator }), { now, browser });
}
