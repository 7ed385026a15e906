import type { Pool } from '../server/src/platform/database/db.ts';

/** Checks that confirmed transfers are in the books exactly once, with this many user legs each. */
export async function judgeMoves(
  pool: Pool,
  ids: readonly string[],
  legs: number,
): Promise<{ lost: number; doubled: number }> {
  const { rows } = await pool.query('select ref, count(*)::int as legs from leg where ref = any($1) group by ref', [
    ids,
  ]);
  return { lost: ids.length - rows.length, doubled: rows.filter((row) => row.legs !== legs).length };
}
