import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from './db.ts';

/** `burst` at once, then one more every `everyMs`. */
export type Rate = { burst: number; everyMs: number };

// The key names a person or an address, so the table keeps only its hash.
const hashed = (key: string) => createHash('sha256').update(key).digest('base64url');

/** Takes one turn of a key and says whether there was one left. One statement, so parallel callers cannot share a turn. */
export async function takeTurn(tx: Tx, now: Date, key: string, { burst, everyMs }: Rate): Promise<boolean> {
  const every = sql`${everyMs} * interval '1 millisecond'`;
  const { rows } = await sql`
    insert into throttle as t (key, free_at) values (${hashed(key)}, ${now}::timestamptz + ${every})
    on conflict (key) do update set free_at = greatest(t.free_at, ${now}::timestamptz) + ${every}
      where greatest(t.free_at, ${now}::timestamptz) <= ${now}::timestamptz + ${every} * (${burst}::int - 1)
    returning 1 as taken`.execute(tx);
  return rows.length === 1;
}

export const forgetTurns = (tx: Tx, key: string) => tx.deleteFrom('throttle').where('key', '=', hashed(key)).execute();

export const dropIdleThrottles = (tx: Tx, now: Date) => tx.deleteFrom('throttle').where('free_at', '<=', now).execute();
