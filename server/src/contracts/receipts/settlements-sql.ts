import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import type { ContractRow } from '../orders-sql.ts';

export type Traded = { symbol: number; head: bigint; due: bigint };
/** The coins of the contracts due in a span, with the first and the last slot that mattered to any of them. */
export const tradedIn = (tx: Tx, first: number, last: number): Promise<Traded[]> =>
  sql<Traded>`
    select symbol, min(head_slot) as head, max(due_slot) as due from contract
    where due_slot between ${first} and ${last} group by symbol order by symbol`
    .execute(tx)
    .then(({ rows }) => rows);

export type SettledRow = ContractRow & { head_hash: Buffer };
/** Opens a cursor over the contracts due in a span, in the order in which they were due; it closes with the transaction. */
export const openSettled = (tx: Tx, first: number, last: number) =>
  sql`
    declare settled no scroll cursor for
    select contract.*, tick.hash as head_hash from contract join tick on tick.symbol = contract.symbol and tick.slot = head_slot
    where due_slot between ${sql.lit(first)} and ${sql.lit(last)} and result is not null order by due_slot, account, id`.execute(
    tx,
  );
export const nextSettled = (tx: Tx, most: number): Promise<SettledRow[]> =>
  sql<SettledRow>`fetch ${sql.lit(most)} from settled`.execute(tx).then(({ rows }) => rows);
