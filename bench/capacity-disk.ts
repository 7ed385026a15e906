import type { Pool } from '../server/src/platform/database/db.ts';

type Sizes = { wal: number; tables: Map<string, number> };

/** The amount of write-ahead log so far, and the size of each table with its indexes and all of its partitions. */
export async function lookAtDisk(pool: Pool): Promise<Sizes> {
  const { rows } = await pool.query(`
    select regexp_replace(relname, '_\\d+$', '') as name, sum(pg_total_relation_size(oid))::float8 as bytes
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'bare_%' group by 1`);
  const wal = await pool.query(`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as bytes`);
  return { wal: wal.rows[0].bytes, tables: new Map(rows.map(({ name, bytes }) => [name, bytes])) };
}

const whole = (bytes: number) => bytes.toFixed(0);
/** The growth of tables and log, largest first, in bytes per order and per second. */
export function diskTable(before: Sizes, after: Sizes, orders: number, seconds: number): string {
  const grown = [...after.tables]
    .map(([name, bytes]) => ({ name, more: bytes - (before.tables.get(name) ?? 0) }))
    .filter(({ more }) => more > 0)
    .sort((a, b) => b.more - a.more)
    .slice(0, 14);
  const rows = [{ name: 'written ahead (WAL)', more: after.wal - before.wal }, ...grown].map(
    ({ name, more }) => `| ${name} | ${(more / 1e6).toFixed(1)} | ${whole(more / orders)} | ${whole(more / seconds)} |`,
  );
  return ['| on disk | MB | bytes an order | bytes a second |', '|---|---|---|---|', ...rows].join('\n');
}
