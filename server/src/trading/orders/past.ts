import type { ProductName } from '@glasshouse/protocol/orders/product-names';
import type { Entry } from '@glasshouse/protocol/records/calls';
import type { outcomes } from '@glasshouse/protocol/records/tabs';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import type { Product } from './product.ts';

/** Which of a user's orders are wanted, of any product: ids begin with the time, so a span of time is a span of ids. */
export type PastOrders = {
  /** Only trades of these coins. */
  symbols?: readonly number[] | undefined;
  /** The first and the last id, both included. */
  from?: string | undefined;
  through?: string | undefined;
  /** Only older ones. */
  before?: string | undefined;
  isOpen?: boolean | undefined;
  /** Only those that came out so. */
  outcome?: (typeof outcomes)[number] | undefined;
};

/** An order as a user's list of all records shows it. */
export type OrderEntry = Extract<Entry, { is: ProductName }>;

/** The code of the result that orders must have in a product's table: null while open, undefined for any. */
export function resultIn(
  codes: Partial<Record<string, number>>,
  isOpen: boolean | undefined,
  outcome: PastOrders['outcome'],
): number | null | undefined {
  if (isOpen) return null;
  return outcome && codes[outcome];
}

/** The id of the `nth` newest order of these, whatever its coin: how far a search for a coin that no index knows may read. Undefined: to the end. */
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
