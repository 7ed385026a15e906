import { toHex } from '@glasshouse/protocol/bytes';
import { sql } from 'kysely';
import type { Db } from '#platform/database/db.ts';

/** A product whose orders are in the log: its table, and the bytes that were agreed for an order. */
export type LoggedProduct<Row> = { table: string; slipBytes: (row: Row, headHash: string) => Uint8Array };

/** Orders that were accepted together, in the order of their tree, and the root that the log has for them. */
type LoggedOrders = {
  entry: bigint;
  /** Undefined if the entry was submitted and no longer exists anywhere. */
  root: Buffer | undefined;
  orders: { account: bigint; id: string }[];
  /** The hash of the tick that was a coin's head at the time; undefined if it is no longer known. */
  headHash: (symbol: number, slot: bigint) => string | undefined;
};
type Row = { entry: bigint; bytes: Buffer | null; accounts: string[]; ids: string[]; heads: Buffer | null };

const headBytes = 4 + 8 + 32;
const rootAt = 1 + 8 + 4;

/** The orders that an order was accepted together with; undefined for one from before the public log. */
export async function loggedWith(
  db: Db,
  product: string,
  { account, id, at }: { account: bigint; id: string; at: Date },
): Promise<LoggedOrders | undefined> {
  const { rows } = await sql<Row>`
    select entry, coalesce(leaf.bytes, waiting.bytes) as bytes, accounts, ids, heads
    from log_orders left join log_leaf as leaf using (entry) left join log_entry as waiting on waiting.id = entry
    where at = ${at} and product = ${product} and ${id}::uuid = any (ids)`.execute(db);
  for (const { entry, bytes, accounts, ids, heads } of rows) {
    const orders = ids.map((one, place) => ({ account: BigInt(accounts[place]!), id: one }));
    if (!orders.some((order) => order.id === id && order.account === account)) continue;
    return { entry, root: bytes?.subarray(rootAt, rootAt + 32), orders, headHash: headHashes(heads) };
  }
  return undefined;
}

/** The entry of an option's sale; undefined if the log has none. */
export async function entryOfSale(
  db: Db,
  { account, id }: { account: bigint; id: string },
): Promise<bigint | undefined> {
  const row = await db
    .selectFrom('log_sale')
    .select('entry')
    .where('account', '=', account)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.entry;
}

/** The hashes of the heads that orders were accepted at, by coin and slot. */
export function headHashes(heads: Buffer | null): LoggedOrders['headHash'] {
  const hashes = new Map<string, string>();
  for (let at = 0; heads && at < heads.length; at += headBytes) {
    const name = `${heads.readInt32BE(at)} ${heads.readBigInt64BE(at + 4)}`;
    hashes.set(name, toHex(heads.subarray(at + 12, at + headBytes)));
  }
  return (symbol, slot) => hashes.get(`${symbol} ${slot}`);
}
