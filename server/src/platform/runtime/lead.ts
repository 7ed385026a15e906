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
  /** Its name in the log. */
  name: string;
  /** The number of the lock for this work. */
  lock: number;
  /** A leader that is silent for this many milliseconds loses its connection. */
  silentAfter: number;
  /** Awaited before the lock is taken. */
  ready?: Turn;
  /** The work, until told to stop. An error is logged, and everything starts again. */
  lead: Turn;
};

/**
 * Elects a leader among the processes that do the same work: it holds a lock of PostgreSQL, and makes every write over
 * the connection that holds it. Many may run.
 */
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
    await giveUpLead(connection, lock).catch(() => {}); // a broken connection has released it already
  }
}

/** Takes the lock, which is released with the connection. */
async function tryLead(db: Db, lock: number): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${lock}::bigint) as got`.execute(db);
  return rows[0]!.got;
}

const giveUpLead = (db: Db, lock: number) => sql`select pg_advisory_unlock(${lock}::bigint)`.execute(db);

/**
 * Ends the connection of a writer that has been silent for `ms`. A writer that hangs would otherwise keep the lock.
 * When it resumes, its connection is gone, so two can never write.
 */
const endSilentLead = (db: Db, lock: number, ms: number) =>
  sql`
    select pg_terminate_backend(l.pid) from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = ${lock} and l.objsubid = 1
      and l.database = (select oid from pg_database where datname = current_database())
      and a.state <> 'active' and clock_timestamp() - a.state_change > ${ms} * interval '1 millisecond'
  `.execute(db);
