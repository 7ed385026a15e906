import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../database/db.ts';
import { plus, seconds } from '../runtime/clock.ts';
import { type Rate, secondsOf } from './buckets.ts';

// A key names a person or an address, so the table stores only its hash.
export const hashed = (key: string) => createHash('sha256').update(key).digest('base64url');

/**
 * Uses one of a key's turns, across all processes. Returns 0, or the seconds until the next. A single statement does
 * it, so parallel callers can't share a turn. It locks the row even if no turn is left, so the second statement reads
 * the same state.
 */
export async function takeTurn(tx: Tx, now: Date, key: string, { burst, everySeconds }: Rate): Promise<number> {
  const at = sql`${now}::timestamptz`;
  const every = sql`${everySeconds}::float8 * interval '1 second'`;
  const { rows } = await sql`
    insert into throttle as t (key, free_at) values (${hashed(key)}, ${at} + ${every})
    on conflict (key) do update set free_at = greatest(t.free_at, ${at}) + ${every}
      where greatest(t.free_at, ${at}) <= ${at} + ${every} * (${burst}::int - 1)
    returning 1 as taken`.execute(tx);
  if (rows.length === 1) return 0;
  const row = tx.selectFrom('throttle').select('free_at').where('key', '=', hashed(key));
  const { free_at: stored } = await row.executeTakeFirstOrThrow();
  // Never more than full, whatever the clock does: setting it back costs the wait for one turn, not the length of the
  // step.
  const full = plus(now, seconds(everySeconds) * burst);
  if (stored > full) await tx.updateTable('throttle').set({ free_at: full }).where('key', '=', hashed(key)).execute();
  const free = Math.min(stored.getTime(), full.getTime());
  return Math.max(1, secondsOf(free - now.getTime() - seconds(everySeconds) * (burst - 1)));
}

/** How many turns of a key are used and not free again yet. */
async function turnsUsed(tx: Tx, now: Date, key: string, { everySeconds }: Rate): Promise<number> {
  const row = await tx.selectFrom('throttle').select('free_at').where('key', '=', hashed(key)).executeTakeFirst();
  return Math.max(0, (row?.free_at.getTime() ?? 0) - now.getTime()) / seconds(everySeconds);
}

/** Whether this many turns of a key are available now. */
export const hasTurns = async (tx: Tx, now: Date, key: string, rate: Rate, turns: number) =>
  (await turnsUsed(tx, now, key, rate)) + turns <= rate.burst;

/** How many turns of a key are available now and, if none, the seconds until the next. */
export async function turnsLeft(tx: Tx, now: Date, key: string, rate: Rate) {
  const used = await turnsUsed(tx, now, key, rate);
  const left = Math.max(0, Math.floor(rate.burst - used));
  return { left, wait: left > 0 ? 0 : Math.ceil((used - (rate.burst - 1)) * rate.everySeconds) };
}

/** Returns a turn that was used. */
export const giveTurnBack = (tx: Tx, key: string, { everySeconds }: Rate) =>
  sql`update throttle set free_at = free_at - ${everySeconds}::float8 * interval '1 second' where key = ${hashed(key)}`.execute(
    tx,
  );

export const forgetTurns = (tx: Tx, ...keys: string[]) =>
  tx.deleteFrom('throttle').where('key', 'in', keys.map(hashed)).execute();

export const dropIdleThrottles = (tx: Tx, now: Date) => tx.deleteFrom('throttle').where('free_at', '<=', now).execute();
