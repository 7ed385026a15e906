import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import { answerWithin, type Metrics } from '../observability/metrics.ts';
import type { Db } from './db.ts';

/** When PostgreSQL last put a piece of its write-ahead log where backups are. */
export function watchArchive({ registry }: Metrics, db: Db): void {
  new Gauge({
    name: 'glasshouse_db_archived_timestamp_seconds',
    help: 'When PostgreSQL last archived a piece of its write-ahead log; 0 if it never did.',
    registers: [registry],
    async collect() {
      const asked = sql<{ at: number }>`
        select coalesce(extract(epoch from last_archived_time), 0)::float as at from pg_stat_archiver`.execute(db);
      // Without an answer it stays what it was: the other figures are wanted most when PostgreSQL is away.
      const answer = await Promise.race([asked.catch(() => undefined), wait(answerWithin * 1000, undefined)]);
      if (answer) this.set(answer.rows[0]!.at);
    },
  });
}

/**
 * Wakes PostgreSQL if a piece is overdue; the answer is whether it was. After a start its checkpointer may sleep for five minutes
 * (`checkpoint_timeout`) before it minds `archive_timeout` for the first time, and all of that would be missing from a restore. Whoever
 * tells it to read its settings again wakes it; nobody does so again while that helps nothing. See adr/0152.
 */
export async function wakeArchive(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select pg_reload_conf() from pg_stat_archiver, (select current_setting('archive_timeout')::interval) as due (within)
    where current_setting('archive_mode') = 'on' and within > '0' and not pg_is_in_recovery()
      and greatest(last_archived_time, last_failed_time, pg_postmaster_start_time(), pg_conf_load_time()) < now() - within - interval '5 seconds'`.execute(
    db,
  );
  return rows.length > 0;
}
