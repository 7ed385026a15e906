import type { Pool } from '../server/src/platform/database/db.ts';

/** Moves that were answered are in the books once: so many legs of people's wallets each. */
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
