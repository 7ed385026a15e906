import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../database/db.ts';
import type { Log } from '../observability/log.ts';
import { note } from './faults.ts';

const tryAgain = 250; // milliseconds

export type Pause = (ms: number) => Promise<unknown>;
type Turn = (connection: Db, stop: AbortSignal, pause: Pause) => Promise<void>;
type LeadParts = {
  db: Db;
  log: Log;
  /** What the log calls it. */
  name: string;
  /** The number of the lock that all who do this work take. */
  lock: number;
  /** A leader that says nothing for so many milliseconds loses its connection. */
  silentAfter: number;
  /** What is waited for before the lock. */
  ready?: Turn;
  /** The work, until told to stop; what it throws is noted, and all begins again. */
  lead: Turn;
};

/** Of those that do the same work one leads: it holds a lock of PostgreSQL, and every write goes over the connection that holds it. Many may run. */
export function runLead(parts: LeadParts): { stop: () => Promise<void> } {
  const { db, log, name } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (ms: number) => wait(Math.max(ms, 1), undefined, { signal }).catch(() => {});
  const done = (async () => {
    while (!signal.aborted) {
      try {
        await db.connection().execute((connection) => stand(connection, parts, signal, pause));
      } catch (error) {
        note(log, name, error, `${name}: begins again from what the database holds`);
        await pause(tryAgain);
      }
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}

async function stand(
  connection: Db,
  { lock, silentAfter, ready, lead }: LeadParts,
  stop: AbortSignal,
  pause: Pause,
): Promise<void> {
  await ready?.(connection, stop, pause);
  while (!(await tryLead(connection, lock))) {
    if (stop.aborted) return;
    await endSilentLead(connection, lock, silentAfter);
    await pause(tryAgain);
  }
  try {
    await lead(connection, stop, pause);
  } finally {
    await giveUpLead(connection, lock).catch(() => {}); // a broken connection has given it up already
  }
}

/** Takes the lock; it is given back with the connection. */
async function tryLead(db: Db, lock: number): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${lock}::bigint) as got`.execute(db);
  return rows[0]!.got;
}

const giveUpLead = (db: Db, lock: number) => sql`select pg_advisory_unlock(${lock}::bigint)`.execute(db);

/**
 * Ends the connection of a writer that has been silent for `ms`. A writer that stands still would otherwise keep the lock, and one
 * that wakes up again finds its connection gone, so two can never write.
 */
const endSilentLead = (db: Db, lock: number, ms: number) =>
  sql`
    select pg_terminate_backend(l.pid) from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = ${lock} and l.objsubid = 1
      and l.database = (select oid from pg_database where datname = current_database())
      and a.state <> 'active' and clock_timestamp() - a.state_change > ${ms} * interval '1 millisecond'
  `.execute(db);
