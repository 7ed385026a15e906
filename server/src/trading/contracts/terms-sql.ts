import type { Insertable } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import type { ContractTerms } from '#platform/database/schema.ts';

export const insertTerms = async (tx: Tx, row: Insertable<ContractTerms>) =>
  (await tx.insertInto('contract_terms').values(row).returning('version').executeTakeFirstOrThrow()).version;
