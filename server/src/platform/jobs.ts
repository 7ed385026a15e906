import { Logger, parseCronItems, type Runner, run, runMigrations, type TaskList } from 'graphile-worker';
import { sql } from 'kysely';
import pg from 'pg';
import type { Tx } from './db.ts';
import type { Log } from './log.ts';
import type { Mail } from './mail.ts';

/** Every job there is, with what it carries. */
export type Jobs = { send_mail: Mail; tidy: Record<string, never>; prove_books: Record<string, never> };

/** Enqueues in the caller's transaction: the job exists exactly if what needs it does. */
export async function addJob<N extends keyof Jobs>(tx: Tx, name: N, payload: Jobs[N]): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, max_attempts => 8)`.execute(tx);
}

type Work = { [N in keyof Jobs]: (payload: Jobs[N]) => Promise<void> };

/** Runs jobs until stopped; a failed one is retried with growing pauses, at most 8 times. */
export const runJobs = (pool: pg.Pool, work: Work, log: Log): Promise<Runner> =>
  run({
    pgPool: pool,
    taskList: work as TaskList,
    parsedCronItems: parseCronItems([
      { task: 'tidy', match: '7 * * * *' },
      { task: 'prove_books', match: '* * * * *' },
    ]),
    concurrency: 4,
    pollInterval: 2000,
    noHandleSignals: true,
    logger: new Logger(() => (level, message, meta) => {
      const { error } = (meta ?? {}) as { error?: unknown };
      if (level === 'error') log.error({ error }, message);
      else if (level === 'warning') log.warn(message);
      else log.debug(message);
    }),
  });

/** The library's own tables, made by the owner; its row-level security lets the application role in by these policies. */
export async function installJobs(ownerUrl: string, appRole: string): Promise<void> {
  await runMigrations({ connectionString: ownerUrl });
  const client = new pg.Client(ownerUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'graphile_worker'`,
    );
    await client.query(`grant usage on schema graphile_worker to ${appRole}`);
    await client.query(`grant execute on all functions in schema graphile_worker to ${appRole}`);
    await client.query(`grant usage on all sequences in schema graphile_worker to ${appRole}`);
    for (const { name } of rows) {
      const table = `graphile_worker.${client.escapeIdentifier(name)}`;
      await client.query(`grant select, insert, update, delete on ${table} to ${appRole}`);
      await client.query(`drop policy if exists app on ${table}`);
      await client.query(`create policy app on ${table} to ${appRole} using (true) with check (true)`);
    }
    await client.query(`revoke insert, update, delete on graphile_worker.migrations from ${appRole}`);
  } finally {
    await client.end();
  }
}
