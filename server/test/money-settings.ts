import type { Insertable } from 'kysely';
import type { Db, Tx } from '#platform/database/db.ts';
import type { MoneyConfig } from '#platform/database/schema.ts';

/**
 * Makes a version of the money settings without two-person approval and the waiting time, as only the owner of the
 * tables can.
 */
export async function setMoney({ owner }: { owner: Db | Tx }, change: Partial<Insertable<MoneyConfig>>): Promise<void> {
  const { version: _, ...newest } = await owner
    .selectFrom('money_config')
    .selectAll()
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  await owner
    .insertInto('money_config')
    .values({ ...newest, approval: null, ...change })
    .execute();
}
