import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import { answerWithin, type Metrics } from '../observability/metrics.ts';
import type { Db } from './db.ts';

/** Exports when PostgreSQL last archived a segment of its write-ahead log. */
export function watchArchive({ registry }: Metrics, db: Db): void {
  new Gauge({
    name: 'glasshouse_db_archived_timestamp_seconds',
    help: 'When PostgreSQL last archived a segment of its write-ahead log; 0 if it never did.',
    registers: [registry],
    async collect() {
      const asked = sql<{ at: number }>`
        select coalesce(extract(epoch from last_archived_time), 0)::float as at from pg_stat_archiver`.execute(db);
      // Without an answer the metric keeps its value: the other metrics are needed most when PostgreSQL is down.
      const answer = await Promise.race([asked.catch(() => undefined), wait(answerWithin * 1000, undefined)]);
      if (answer) this.set(answer.rows[0]!.at);
    },
  });
}

/**
 * Wakes PostgreSQL if a segment is overdue, and returns whether it was. After a start its checkpointer may sleep for
 * five minutes (`checkpoint_timeout`) before it checks `archive_timeout` for the first time, and a restore would lack
 * all of that time. Reloading its configuration wakes it. This isn't repeated while it has no effect. See adr/0152.
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
