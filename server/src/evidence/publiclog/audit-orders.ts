import { toHex } from '@glasshouse/protocol/bytes';
import { rootOf, treeOf } from '@glasshouse/protocol/market/tape';
import { sql } from 'kysely';
import type { Db } from '#platform/database/db.ts';
import { sha } from '#platform/security/signer.ts';
import { type Fault, maxFaults } from './audit-tables.ts';
import { headHashes, type LoggedProduct } from './orders.ts';

/**
 * Checks that every entry of orders has the number of orders and the root that it states, and that every order is in
 * one entry.
 */
export async function compareOrders(db: Db, products: Products, fault: Fault): Promise<void> {
  for (const product of products) await compareProduct(db, product, fault);
  const { rows: strange } = await sql<{ entry: bigint }>`
    select entry from log_orders where product <> all (${products.map(({ table }) => table)}::text[]) limit ${maxFaults}`.execute(
    db,
  );
  for (const { entry } of strange) fault('orders', `entry ${entry} is of a product that is unknown here`);
  const { rows: lost } = await sql<{ entry: bigint }>`
    select entry from log_orders o where not exists (select from log_leaf l where l.entry = o.entry)
      and not exists (select from log_entry e where e.id = o.entry) limit ${maxFaults}`.execute(db);
  for (const { entry } of lost) fault('not logged', `orders of entry ${entry}`);
  const { rows: gone } = await sql<{ place: bigint }>`
    select place from log_leaf l where get_byte(bytes, 0) = 2 and not exists (select from log_orders o where o.entry = l.entry)
    limit ${maxFaults}`.execute(db);
  for (const { place } of gone) fault('gone', `orders at ${place}`);
}

/** The entries of one product. */
async function compareProduct(db: Db, product: AnyProduct, fault: Fault): Promise<void> {
  const table = sql.table(product.table);
  await compareRoots(db, product, fault);
  const { rows: fewer } = await sql<{ entry: bigint; said: bigint; there: bigint }>`
    select o.entry, ('x' || encode(substring(l.bytes from 10 for 4), 'hex'))::bit(32)::bigint as said, count(c.id) as there
    from log_orders o join log_leaf l using (entry)
    cross join lateral unnest(o.accounts, o.ids) as part (account, id)
    left join ${table} c on c.account = part.account and c.id = part.id
    where o.product = ${product.table} group by 1, 2 having count(c.id) <> ('x' || encode(substring(l.bytes from 10 for 4), 'hex'))::bit(32)::bigint
    limit ${maxFaults}`.execute(db);
  for (const { entry, said, there } of fewer) fault('orders', `entry ${entry} has ${there} of ${said}`);
  const { rows: unlogged } = await sql<{ id: string }>`
    select id from (
      select at, account, id from ${table} where at >= (select min(at) from log_orders)
      except select at, part.account, part.id from log_orders cross join lateral unnest(accounts, ids) as part (account, id)
        where product = ${product.table}
    ) x limit ${maxFaults}`.execute(db);
  for (const { id } of unlogged) fault('not logged', `order ${id}`);
}

// biome-ignore lint/suspicious/noExplicitAny: what is in a row is each product's own affair.
type AnyProduct = LoggedProduct<any>;
export type Products = readonly AnyProduct[];
type Row = { symbol: number; head_slot: bigint; on_tape: Buffer | null };
const entriesAtOnce = 50;

/**
 * Checks that the current orders of every entry hash to its root. An entry with a head that was not stored can't be
 * checked.
 */
async function compareRoots(db: Db, { table, slipBytes }: AnyProduct, fault: Fault): Promise<void> {
  let after = 0n;
  for (let more = true; more; ) {
    const { rows: entries } = await sql<{ entry: bigint; count: number; root: Buffer; heads: Buffer | null }>`
      select entry, cardinality(ids) as count, substring(bytes from 14 for 32) as root, heads
      from log_orders join log_leaf using (entry) where entry > ${after} and product = ${table} order by entry limit ${entriesAtOnce}`.execute(
      db,
    );
    for (const { entry, count, root, heads } of entries) {
      const kept = headHashes(heads);
      // A head that is not stored with the entry is read from the tape, while the tape has it.
      const { rows } = await sql<Row>`
        select c.*, (select hash from tick where tick.symbol = c.symbol and tick.slot = c.head_slot limit 1) as on_tape
        from log_orders cross join lateral unnest(accounts, ids) with ordinality as part (account, id, nth)
        join ${sql.table(table)} c on c.account = part.account and c.id = part.id where entry = ${entry} order by nth`.execute(
        db,
      );
      const slips = rows.flatMap((row) => {
        const headHash = kept(row.symbol, row.head_slot) ?? (row.on_tape && toHex(row.on_tape));
        return headHash ? [sha(slipBytes(row, headHash))] : [];
      });
      if (slips.length < rows.length) fault('orders', `entry ${entry} cannot be compared`);
      else if (slips.length === count && !root.equals(rootOf(treeOf(slips, sha))))
        fault('orders', `entry ${entry} has another root than its orders`);
    }
    after = entries.at(-1)?.entry ?? after;
    more = entries.length === entriesAtOnce;
  }
}
