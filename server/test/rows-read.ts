import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';

/**
 * How many table rows `work` reads, by scan or by key. PostgreSQL reports statistics of earlier transactions on the same connection
 * together with those of the current one until it flushes them, about once a second, so only the difference is meaningful.
 */
export async function rowsRead(tx: Tx, work: () => Promise<unknown>, table?: string): Promise<number> {
  const total = async () => {
    const { rows } = await sql<{ n: bigint }>`
      select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::bigint as n
      from pg_stat_xact_user_tables where coalesce(relname = ${table ?? null}, true)`.execute(tx);
    return Number(rows[0]!.n);
  };
  const before = await total();
  await work();
  return (await total()) - before;
}
