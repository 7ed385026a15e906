import type { LoggedProduct } from '#evidence/publiclog/publiclog.ts';
import type { DB } from '#platform/database/schema.ts';

/**
 * The columns that orders of every product have. `stake` is what was taken for an order: a stake, a
 * premium, or the amount given in a trade.
 */
export type OrderRow = {
  account: bigint;
  id: string;
  at: Date;
  symbol: number;
  rule: number;
  head_slot: bigint;
  due_slot: bigint;
  stake: bigint;
  /** Null until it has ended. */
  result: number | null;
  exit_slot: bigint | null;
  exit_price: bigint | null;
  payout: bigint | null;
  settled_at: Date | null;
};

/** The tables that have all columns of an order. */
type OrderTable = { [T in keyof DB]: keyof OrderRow extends keyof DB[T] ? T : never }[keyof DB];

/** A product that the tape ends. Its table name also identifies it in `settlement` and `log_orders`. */
export type Product<Row extends OrderRow> = LoggedProduct<Row> & { table: OrderTable };

/** An order by its wallet and its id; two users may use the same id. */
export type OrderKey = { account: bigint; id: string };
export const nameOf = ({ account, id }: OrderKey): string => `${account} ${id}`;

/** Where traced orders are announced, so that the settler continues their trace. */
export const tracedSubject = 'traced.order';

export const byAccount = (a: { account: bigint }, b: { account: bigint }): number =>
  a.account < b.account ? -1 : a.account > b.account ? 1 : 0;
