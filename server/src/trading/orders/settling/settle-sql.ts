import { sql } from 'kysely';
import type { Db, Tx } from '#platform/database/db.ts';
import type { Chunk } from '../ending.ts';

/** Slots after `after`, up to `to`, at which orders are due. Skips along the index, with one lookup per slot. */
export async function dueSlots(db: Db, table: string, after: number, to: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ slot: bigint }>`
    with recursive due (slot, place) as (
      select min(due_slot), 1 from ${sql.table(table)} where due_slot > ${after} and due_slot <= ${to}
      union all
      select (select min(due_slot) from ${sql.table(table)} where due_slot > due.slot and due_slot <= ${to}), place + 1
      from due where due.slot is not null and place < ${limit}
    )
    select slot from due where slot is not null`.execute(db);
  return rows.map((row) => Number(row.slot));
}

/** Slots after `after`, up to `to`, with open orders. */
export async function openSlots(db: Db, table: string, after: number, to: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ slot: bigint }>`
    select distinct due_slot as slot from ${sql.table(table)}
    where due_slot > ${after} and due_slot <= ${to} and result is null order by 1 limit ${limit}`.execute(db);
  return rows.map((row) => Number(row.slot));
}

/**
 * A slot's orders in chunks of about `limit`. Every settler computes the same chunks, because orders that are due were
 * accepted long before, and settled ones are counted too.
 */
export async function chunksOf(db: Db, table: string, slot: number, limit: number): Promise<Chunk[]> {
  const { rows } = await sql<{ account: bigint }>`
    with recursive ends (account) as (
      select 0::bigint
      union all
      select (
        select account from ${sql.table(table)} where due_slot = ${slot} and account > ends.account order by account offset ${limit} limit 1
      ) from ends where ends.account is not null
    )
    select account from ends where account > 0`.execute(db);
  const ends = rows.map((row) => row.account);
  return [0n, ...ends].map((from, place) => ({ slot, from, next: ends[place] }));
}

/**
 * Locks a chunk for this transaction, unless another settler has it. The settings apply to the statement that follows.
 * Table statistics never include the newest slots, so the planner might join the rule to the orders row by row. Rows
 * that triggers read should not spill to disk.
 */
export async function claimChunk(tx: Tx, table: string, { slot, from }: Chunk): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select set_config('enable_nestloop', 'off', true), set_config('jit', 'off', true), set_config('work_mem', '64MB', true),
      pg_try_advisory_xact_lock(hashtextextended(${`settle ${table} ${slot} ${from}`}, 0)) as mine`.execute(tx);
  return rows[0]!.mine;
}
