import type { Insertable } from 'kysely';
import type { Db, Tx } from '../src/platform/db.ts';
import type { MoneyConfig } from '../src/platform/schema.ts';

/** Makes a version of what money depends on without two people and an hour, as only the owner of the tables can. */
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

/** The statement that has the clock approve after so many seconds while no operator is on duty, for the owner of the tables. */
export const reviewAfter = (seconds: number) => `insert into money_config overriding system value
  select (jsonb_populate_record(money, jsonb_build_object('version', nextval(pg_get_serial_sequence('money_config', 'version')),
    'unattended_seconds', ${seconds}, 'at', now(), 'effective_at', now(), 'approval', null))).* from money_at(now()) as money`;
