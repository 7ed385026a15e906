import { sql } from 'kysely';
import type { Db } from '#platform/database/db.ts';
import { type Fault, maxFaults } from './audit-tables.ts';

const saleCode = 16; // the first byte of a sale in the log
const slipEnd = 34; // where the amount paid begins, after the kind and the hash of the slip

/** Checks that every sale of an option is in the log as the table has it, and that the log has no other sales. */
export async function compareSales(db: Db, fault: Fault): Promise<void> {
  const { rows: unlogged } = await sql<{ id: string }>`
    select id from option_order where sale_volatility is not null and terms > 2 and not exists (
      select from log_sale join log_leaf using (entry)
      where log_sale.account = option_order.account and log_sale.id = option_order.id
      union all
      select from log_sale join log_entry on log_entry.id = entry
      where log_sale.account = option_order.account and log_sale.id = option_order.id)
    limit ${maxFaults}`.execute(db);
  for (const { id } of unlogged) fault('not logged', `sale of option ${id}`);
  const { rows: gone } = await sql<{ place: bigint }>`
    select place from log_leaf l where get_byte(bytes, 0) = ${saleCode} and not exists (
      select from log_sale join option_order using (account, id) where log_sale.entry = l.entry and sale_volatility is not null)
    limit ${maxFaults}`.execute(db);
  for (const { place } of gone) fault('gone', `sale at ${place}`);
  // The slip can't be recomputed once its head has left the tape; everything else can.
  const { rows: other } = await sql<{ place: bigint }>`
    select l.place from log_sale s join option_order o using (account, id) join log_leaf l on l.entry = s.entry
    left join lateral (select hash from tick where tick.symbol = o.symbol and tick.slot = o.head_slot limit 1) as head on true
    where o.sale_volatility is not null and case
      when head.hash is null then substring(l.bytes from ${slipEnd}::integer) is distinct from substring(sale_bytes(o, '') from ${slipEnd}::integer)
      else l.bytes is distinct from sale_bytes(o, head.hash) end
    limit ${maxFaults}`.execute(db);
  for (const { place } of other) fault('sales', `place ${place} has another sale than the option`);
}
