import { slotAt } from '@glasshouse/protocol/market/tape';
import { sql } from 'kysely';
import { arrayOf, type Db } from '#platform/database/db.ts';
import { msOfId } from '#platform/database/ids.ts';
import type { OrderKey, OrderRow, Product } from './product.ts';

/** Those of the orders that are stored already, however old. */
export async function storedOf<Row extends OrderRow>(
  tx: Db,
  { table }: Product<Row>,
  orders: readonly OrderKey[],
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

/**
 * Whether the active source supports a rule. Shortly after the source changed, terms that were read may be outdated.
 */
export async function isKept(tx: Db, rule: number): Promise<boolean> {
  const { rows } = await sql<{ kept: boolean }>`select rule_is_kept(${rule}::smallint) as kept`.execute(tx);
  return rows[0]!.kept;
}

export const settledThrough = async (db: Db, { table }: { table: string }): Promise<number> => {
  const of = db.selectFrom('settlement').select('settled_through').where('product', '=', table);
  return Number((await of.executeTakeFirstOrThrow()).settled_through);
};

/** The rule version for new orders: that of the active source. */
export async function ruleAt(tx: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ rule: number }>`select (terms_at(${now})).rule as rule`.execute(tx);
  return rows[0]!.rule;
}

/** Every version of the rule that orders were ever agreed under. */
export async function rulesAgreed(db: Db): Promise<{ rule: number }[]> {
  const { rows } = await sql<{ rule: number }>`select distinct rule from contract_terms`.execute(db);
  return rows;
}

/** When orders of a product end: this many slots after their head, plus or minus `slack`. */
export type Life = { slots: number; slack?: number };
/** The time in an order's id may differ by two minutes from the server's clock, and the head by a little more. */
const idSlack = 250;
const maxOrders = 100_000;

/**
 * Finds the order with a number, of any user. The number contains the time it was made, so only orders that end when
 * one made at that time does are searched, at most `maxOrders`, by the index for settlement.
 */
export async function orderNumbered(tx: Db, { table }: { table: string }, id: string, lives: readonly Life[]) {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(id)) return undefined;
  const made = slotAt(msOfId(id));
  for (const { slots, slack = 0 } of lives) {
    const [first, last] = [made + slots - idSlack - slack, made + slots + idSlack + slack];
    const { rows } = await sql<{ account: bigint; at: Date }>`
      select account, at from (
        select account, id, at from ${sql.table(table)} where due_slot between ${first} and ${last} limit ${maxOrders}) as near
      where id = ${id} limit 1`.execute(tx);
    if (rows[0]) return rows[0];
  }
  return undefined;
}
