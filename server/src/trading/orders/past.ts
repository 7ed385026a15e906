import type { ProductName } from '@glasshouse/protocol/orders/product-names';
import type { Entry } from '@glasshouse/protocol/records/calls';
import type { outcomes } from '@glasshouse/protocol/records/tabs';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import type { Product } from './product.ts';

/**
 * Which of a user's orders are requested, for any product. Ids begin with the time, so a time span is a span of ids.
 */
export type PastOrders = {
  /** Only trades of these coins. */
  symbols?: readonly number[] | undefined;
  /** The first and the last id, both included. */
  from?: string | undefined;
  through?: string | undefined;
  /** Only orders older than this id. */
  before?: string | undefined;
  isOpen?: boolean | undefined;
  /** Only orders with this outcome. */
  outcome?: (typeof outcomes)[number] | undefined;
};

/** An order as it appears in a user's list of all records. */
export type OrderEntry = Extract<Entry, { is: ProductName }>;

/** The result code that orders must have in a product's table: null for open orders, undefined for any result. */
export function resultIn(
  codes: Partial<Record<string, number>>,
  isOpen: boolean | undefined,
  outcome: PastOrders['outcome'],
): number | null | undefined {
  if (isOpen) return null;
  return outcome && codes[outcome];
}

/**
 * The id of the `nth` newest order of these, of any coin: how far a search by coin, which no index supports, may read.
 * Undefined if there are fewer, so the search may read all of them.
 */
export async function nthOrder(
  tx: Tx,
  { table }: Pick<Product<never>, 'table'>,
  whose: RawBuilder<SqlBool>,
  { from, before }: PastOrders,
  nth: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where ${whose} ${from ? sql`and id >= ${from}` : sql``} ${before ? sql`and id < ${before}` : sql``}
    order by id desc offset ${nth - 1} limit 1`.execute(tx);
  return rows[0]?.id;
}
