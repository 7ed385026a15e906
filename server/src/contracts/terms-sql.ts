import { type Insertable, sql } from 'kysely';
import type { Tx } from '../platform/db.ts';
import type { ContractTerms } from '../platform/schema.ts';

/** Whoever changes terms waits for the change before; orders do not. */
export const holdTerms = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('contract_terms', 0))`.execute(tx);
export const newestTerms = (tx: Tx) =>
  tx.selectFrom('contract_terms').selectAll().orderBy('version', 'desc').limit(1).executeTakeFirstOrThrow();
export const termsBefore = (tx: Tx, before: bigint | undefined, most: number) =>
  tx
    .selectFrom('contract_terms')
    .selectAll()
    .$if(before !== undefined, (query) => query.where('version', '<', before!))
    .orderBy('version', 'desc')
    .limit(most)
    .execute();
export const insertTerms = async (tx: Tx, row: Insertable<ContractTerms>) =>
  (await tx.insertInto('contract_terms').values(row).returning('version').executeTakeFirstOrThrow()).version;
