import { sql } from 'kysely';
import type { Db } from '#platform/database/db.ts';

// Compares the log with the tables that its entries come from.

/**
 * A fault and its place. The kinds are:
 * - a leaf, a node, a root or a signature of the log itself
 * - a second of the tape that is logged out of order
 * - a difference between the log and the table that an entry was taken from
 * - an entry that leaves out a column of its table
 * - a sale that was changed
 * - an option priced by another model than the generator of its day requires
 * - totals of a day that differ from the books
 */
export type LogFault = {
  what:
    | 'leaf'
    | 'node'
    | 'root'
    | 'signature'
    | 'tape'
    | 'not logged'
    | 'gone'
    | 'left out'
    | 'orders'
    | 'sales'
    | 'models'
    | 'totals';
  where: string;
};
export type Fault = (what: LogFault['what'], where: string) => void;
export const maxFaults = 20;

/**
 * Tables whose rows are logged one by one: the first byte of their entries, and the beginning of the entry if others
 * share that byte. `says`: where in an entry the row begins as JSON. `before`: how older entries of another form began,
 * from `log_bytes_before`.
 */
type Logged = { name: string; begins: string; says?: number; before?: string };
const logged: readonly Logged[] = [
  { name: 'tape_checkpoint', begins: '01' },
  { name: 'beacon_round', begins: '0d', before: '03' },
  { name: 'tape_day', begins: '04' },
  { name: 'tape_revealed', begins: '0e', before: '05' },
  { name: 'contract_terms', begins: '06' },
  { name: 'product_version', begins: '07', says: 10 },
  { name: 'site_config', begins: '080b', says: 22 },
  { name: 'money_config', begins: '080c', says: 23 },
  { name: 'withdrawn_change', begins: '0810', says: 27 },
  { name: 'audit_entry', begins: '09' },
  { name: 'tape_key', begins: '0a01' },
  { name: 'slip_key', begins: '0a02' },
  { name: 'log_key', begins: '0a03' },
  { name: 'tape_opening', begins: '0b' },
  { name: 'day_total', begins: '0c' },
  { name: 'tape_given_up', begins: '0f' },
];

export async function compareTables(db: Db, fault: Fault): Promise<void> {
  for (const one of logged) await compare(db, one, fault);
}

async function compare(db: Db, { name, begins, says, before }: Logged, fault: Fault): Promise<void> {
  const rows = sql`select log_bytes(t) as bytes from ${sql.table(name)} t`;
  const ofKind = sql`substring(bytes for ${begins.length / 2}::int) in (decode(${begins}, 'hex'), decode(${before ?? begins}, 'hex'))`;
  const inLog = sql`select bytes from log_leaf where ${ofKind}`;
  const inOrder = sql`select place, bytes from log_leaf where ${ofKind}`;
  // The log has only chains that were added after it began. A draft of a product isn't a promise yet, so it is not
  // logged.
  const sinceBegun = sql`
    where substring(bytes from 2 for 8) >= (select substring(bytes from 2 for 8) as number from (${inLog}) l order by 1 limit 1)`;
  const those: Partial<Record<string, typeof sinceBegun>> = {
    tape_checkpoint: sinceBegun,
    audit_entry: sinceBegun,
    product_version: sql`where bytes not in (select log_bytes(t) from product_version t where state = 'draft')`,
  };
  const promised = sql`select bytes from (${rows}) r ${those[name] ?? sql``}`;
  const handedOver = sql`${inLog} union all select bytes from log_entry where ${ofKind}`;
  const told = async (what: LogFault['what'], all: Part) => {
    const found = await sql<{ bytes: string }>`
      select encode(bytes, 'hex') as bytes from (${all}) x limit ${maxFaults}`.execute(db);
    for (const { bytes } of found.rows) fault(what, `${name} ${bytes}`);
  };
  if (before) {
    const asBefore = sql`select log_bytes_before(t) as bytes from ${sql.table(name)} t`;
    await told('not logged', lackingBoth(name, handedOver));
    return told('gone', sql`${inLog} except (${rows} union all ${asBefore})`);
  }
  const isJson = says !== undefined;
  await told('not logged', isJson ? rowsUnsaid(says, promised, handedOver) : sql`${promised} except (${handedOver})`);
  if (isJson) await told('left out', leavingOut(says, inOrder));
  // For products, the log also keeps the state before they were closed.
  if (name === 'product_version') return;
  await told('gone', isJson ? saidOfNone(says, inLog, rows) : sql`${inLog} except ${rows}`);
}

type Part = ReturnType<typeof sql>;
/** Rows that are in the log neither in their current nor in their earlier form. */
const lackingBoth = (name: string, log: Part): Part => sql`
  with logged as materialized (${log}), line as materialized (
    select log_bytes(t) as bytes, log_bytes_before(t) as before from ${sql.table(name)} t
  )
  select bytes from line where bytes in (select bytes from line except select bytes from logged)
    and before in (select before from line except select bytes from logged)`;
// For rows that are logged as JSON, everything in the log entry must be in the row, word for word. The row may have
// more, because tables get new columns and the log doesn't change.
const read = (says: number, part: Part): Part => sql`
  select p.*, substring(bytes for ${says - 1}::int) as name, case when jsonb_typeof(json) = 'object' then json end as json
  from (${part}) p cross join lateral log_says(substring(bytes from ${says}::int)) as json`;
const isSaid = sql`said.name = line.name and said.json is not null and not exists (
  select from jsonb_each(said.json) as field where line.json -> field.key is distinct from field.value)`;
const rowsUnsaid = (says: number, rows: Part, log: Part): Part => sql`
  select bytes from (${read(says, rows)}) line where not exists (select from (${read(says, log)}) said where ${isSaid})`;
const saidOfNone = (says: number, log: Part, rows: Part): Part => sql`
  select bytes from (${read(says, log)}) said where not exists (select from (${read(says, rows)}) line where ${isSaid})`;

// Tables get new columns and keep the old ones. So an entry that lacks a column of an earlier entry left it out, and
// the value in force was not announced.
const leavingOut = (says: number, log: Part): Part => sql`
  with said as materialized (${read(says, log)}),
  column_since as (select key, min(place) as place from said cross join lateral jsonb_object_keys(json) as key group by key)
  select bytes from said where exists (select from column_since c where c.place < said.place and not said.json ? c.key)`;

/** Checks that the totals of every day equal the sum of the legs that count for it, computed again from the first. */
export async function compareTotals(db: Db, fault: Fault): Promise<void> {
  const { rows } = await sql<{ day: number; account: number; legs: string | null; said: bigint | null }>`
    with days as (
      select day, accounts, amounts, row_number() over (order by day) as nth from day_total
    ), edges as (
      select array_agg(through order by day) as ids, array_agg(end_of_day(day) order by day) as times from day_total
    ), counted as (
      -- A leg counts from the first day on that has both its id and its time behind it.
      select greatest(width_bucket(leg.id, ids), width_bucket(leg.at, times)) + 1 as nth,
        (account & 65535)::integer as account, sum(amount) as amount
      from leg cross join edges group by 1, 2
    ), legs as (
      select day, account, sum(coalesce(amount, 0)) over (partition by account order by nth) as amount
      from days cross join (select distinct account from counted) as known left join counted using (nth, account)
    ), said as (
      select day, account, amount from days cross join lateral unnest(accounts, amounts) as total (account, amount)
    )
    select day, account, legs.amount::text as legs, said.amount as said from legs full join said using (day, account)
    where coalesce(legs.amount, 0) <> coalesce(said.amount, 0) order by day, account limit ${maxFaults}`.execute(db);
  for (const { day, account, legs, said } of rows)
    fault('totals', `day ${day}, account ${account}: ${said ?? 0} is said, the legs come to ${legs ?? 0}`);
}
