import { sql } from 'kysely';
import { arrayOf, type Db } from '../platform/db.ts';
import type { Named, Placed, Product } from './product.ts';

/** Those of the orders that are in the table already, however old. */
export async function storedOf<Row extends Placed>(
  tx: Db,
  { table }: Product<Row>,
  orders: readonly Named[],
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select stored.*
    from unnest(
      ${arrayOf(orders.map((order) => order.account))}::bigint[], ${arrayOf(orders.map((order) => order.id))}::uuid[]
    ) as asked (account, id)
    cross join lateral (
      select * from ${sql.table(table)} as known where known.account = asked.account and known.id = asked.id limit 1
    ) as stored`.execute(tx);
  return rows;
}

/** Whether the source that plays keeps a rule: a moment after another one began, the terms that were read may still be the old ones. */
export async function isKept(tx: Db, rule: number): Promise<boolean> {
  const { rows } = await sql<{ kept: boolean }>`select rule_is_kept(${rule}::smallint) as kept`.execute(tx);
  return rows[0]!.kept;
}

export const settledThrough = async (db: Db, { table }: { table: string }): Promise<number> => {
  const of = db.selectFrom('settlement').select('settled_through').where('product', '=', table);
  return Number((await of.executeTakeFirstOrThrow()).settled_through);
};

/** The version of the rule that new orders are agreed under: that of the source that plays. */
export async function ruleAt(tx: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ rule: number }>`select (terms_at(${now})).rule as rule`.execute(tx);
  return rows[0]!.rule;
}

/** Every version of the rule that orders were ever agreed under. */
export async function rulesAgreed(db: Db): Promise<{ rule: number }[]> {
  const { rows } = await sql<{ rule: number }>`select distinct rule from contract_terms`.execute(db);
  return rows;
}
