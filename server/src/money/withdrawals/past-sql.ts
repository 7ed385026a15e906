import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import type { Row } from './sql.ts';

// An account's history for reviewers. These queries run as the console's role, which has no access to credentials.

const maxOthers = 10;
/**
 * The accounts that have withdrawn to a payee: this one first, without the withdrawal itself, then the others by number
 * of withdrawals.
 */
export const usersOfPayee = async (tx: Tx, hashes: readonly Buffer[], { owner, id }: Row) =>
  (
    await sql<{ owner: bigint; times: bigint }>`
      select owner, count(*) as times from withdrawal
      where payee_hash = any(${sql.val(hashes)}::bytea[]) and (owner, id) <> (${owner}, ${id})
      group by owner order by owner <> ${owner}, times desc, owner limit ${maxOthers + 1}`.execute(tx)
  ).rows;

export const accountOf = (tx: Tx, person: string) =>
  tx
    .selectFrom('person')
    .select(['registered_at', 'identity', 'status', 'credit_score'])
    .where('id', '=', person)
    .executeTakeFirstOrThrow();

/** The money that came in and went out before this withdrawal, by state and currency. */
export const historyOf = async (tx: Tx, { owner, id }: Row) =>
  (
    await sql<{ flow: string; state: string; currency: number; count: bigint; amount: bigint }>`
      select flow, state, currency, count(*) as count, sum(amount)::bigint as amount from movement
      where owner = ${owner} and flow in ('withdraw', 'recharge') and id <> ${id} group by 1, 2, 3`.execute(tx)
  ).rows;

/** The newest withdrawals with their sealed payees. */
export const newestSealed = async (tx: Tx, limit: number) =>
  (
    await sql<Pick<Row, 'owner' | 'id' | 'sealed' | 'wrapped_key' | 'key_id'>>`
      select owner, id, sealed, wrapped_key, key_id
      from (select owner, id from movement where flow = 'withdraw' order by at desc, serial desc limit ${limit}) newest
      join withdrawal using (owner, id)`.execute(tx)
  ).rows;

/** The users who withdrew to a payee, by number of withdrawals. */
export const usersOfHashes = async (tx: Tx, hashes: readonly Buffer[], limit: number) =>
  (
    await sql<{ owner: bigint; times: bigint }>`
      select owner, count(*) as times from withdrawal where payee_hash = any(${sql.val(hashes)}::bytea[])
      group by owner order by times desc, owner limit ${limit}`.execute(tx)
  ).rows;
