import { SpanKind } from '@opentelemetry/api';
import { Logger, parseCronItems, type Runner, run, runMigrations, type TaskList } from 'graphile-worker';
import { sql } from 'kysely';
import pg from 'pg';
import { Counter, type Registry } from 'prom-client';
import { type Db, openPool, type Tx } from '../database/db.ts';
import { type Log, toPlainError } from '../observability/log.ts';
import { beginTrace } from '../observability/trace.ts';
import type { Clock } from './clock.ts';
import { every, note } from './faults.ts';
import type { Mail, SendMail } from './mail.ts';

export const jobsAtOnce = 4;

/** Jobs of this process by outcome; exported as a metric of the worker role. */
export const jobsDone = new Counter({
  name: 'glasshouse_jobs_total',
  help: 'Jobs that were tried, by task and outcome (done, failed).',
  labelNames: ['task', 'outcome'],
  registers: [],
});

/** A type of background job: its name and its payload. */
export type Job<P> = { name: string; carries?: P };
export const job = <P = Record<string, never>>(name: string): Job<P> => ({ name });

/** Sends a mail in the background; the caller doesn't wait for it. */
export const sendMail = job<Mail>('send_mail');

/** Enqueues in the caller's transaction: the job exists exactly if that transaction commits. */
export async function addJob<P>(tx: Tx, { name }: Job<P>, payload: P): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, max_attempts => 8)`.execute(tx);
}

/** The work of a job, and its schedule if it has one. Each domain exports its own as `jobs`. */
export type Task = { name: string; at: string | undefined; work: (payload: never) => Promise<void> };
export const does = <P>({ name }: Job<P>, work: (payload: P) => Promise<void>, at?: string): Task => ({
  name,
  at,
  work,
});

/** The services that jobs of domains can use. */
export type JobContext = {
  db: Db;
  clock: Clock;
  log: Log;
  registry: Registry;
  send: SendMail;
  /** The address that links in mails begin with. */
  origin: string;
  /** Whether text messages are delivered; otherwise none are written. */
  textMessages: boolean;
};

// The library stores the text of a failure in the job's row and in the log.
const plain = (tasks: readonly Task[]): TaskList =>
  Object.fromEntries(
    tasks.map(({ name, work }) => [
      name,
      async (payload) => {
        try {
          await beginTrace(`job ${name}`, {}, () => work(payload as never), SpanKind.INTERNAL);
          jobsDone.inc({ task: name, outcome: 'done' });
        } catch (error) {
          jobsDone.inc({ task: name, outcome: 'failed' });
          throw toPlainError(error);
        }
      },
    ]),
  );

const runOnce = (pool: pg.Pool, tasks: readonly Task[], log: Log): Promise<Runner> =>
  run({
    pgPool: pool,
    taskList: plain(tasks),
    parsedCronItems: parseCronItems(tasks.flatMap(({ name, at }) => (at ? [{ task: name, match: at }] : []))),
    concurrency: jobsAtOnce,
    pollInterval: 2000,
    noHandleSignals: true,
    // With batches, even of one, the library records results before it stops, and a failure to record one ends the
    // runner. Without them it neither waits nor reports: the job would be done a second time, and the error would end
    // the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: new Logger(() => (level, message, meta) => {
      const { error } = (meta ?? {}) as { error?: unknown };
      if (level === 'error') log.error({ err: error }, message);
      else if (level === 'warning') log.warn(message);
      else log.debug(message);
    }),
  });

/**
 * Runs jobs until stopped. A failed job is retried with growing delays, at most 8 times. A runner that stops on its own
 * is replaced.
 */
export async function runJobs(pool: pg.Pool, tasks: readonly Task[], log: Log): Promise<{ stop(): Promise<void> }> {
  let runner: Runner | undefined;
  let stopping = false;
  const start = async () => {
    if (runner) return;
    const started = await runOnce(pool, tasks, log);
    runner = started;
    started.promise.then(() => {
      runner = undefined;
      if (!stopping) note(log, 'jobs', new Error('the runner of jobs ended'));
    });
  };
  let starting = start();
  await starting;
  const stopLooking = every(log, 'jobs', 1000, () => {
    starting = start();
    return starting;
  });
  return {
    stop: async () => {
      stopping = true;
      stopLooking();
      await starting.catch(() => {});
      const last = runner;
      // It may be stopping on its own at this moment; then this waits for it.
      await last?.stop().catch(() => last.promise);
    },
  };
}

/**
 * The library's own tables, created by the owner. Its row-level security gives the application role access by these
 * policies.
 */
export async function installJobs(ownerUrl: string, appRole: string): Promise<void> {
  // With the library's own pool, a connection that the server closes at the same time would end the process.
  const pool = openPool(ownerUrl, 1, () => {}, { timeout: 0 });
  try {
    await runMigrations({ pgPool: pool });
    const { rows } = await pool.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'graphile_worker'`,
    );
    await pool.query(`grant usage on schema graphile_worker to ${appRole}`);
    await pool.query(`grant execute on all functions in schema graphile_worker to ${appRole}`);
    await pool.query(`grant usage on all sequences in schema graphile_worker to ${appRole}`);
    for (const { name } of rows) {
      const table = `graphile_worker.${pg.escapeIdentifier(name)}`;
      await pool.query(`grant select, insert, update, delete on ${table} to ${appRole}`);
      await pool.query(`drop policy if exists app on ${table}`);
      await pool.query(`create policy app on ${table} to ${appRole} using (true) with check (true)`);
    }
    await pool.query(`revoke insert, update, delete on graphile_worker.migrations from ${appRole}`);
  } finally {
    await pool.end();
  }
}
