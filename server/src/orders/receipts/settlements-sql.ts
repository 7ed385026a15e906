import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

/** Slots from the first to the last in which orders were accepted. */
export type Span = { first: number; last: number };
type Of = { longest: number; product: { table: string } };
const headMayBeOlder = 4; // slots

/** The slot of an acceptance, as it is in the public log. */
const acceptedAt = sql`floor(extract(epoch from placed.at) * 2)::bigint`;
// What was accepted in a span is due not long after it, and by that it can be found.
const acceptedIn = ({ longest }: Of, { first, last }: Span) => sql`
  due_slot between ${sql.lit(first - headMayBeOlder)} and ${sql.lit(last + longest + headMayBeOlder)}
  and ${acceptedAt} between ${sql.lit(first)} and ${sql.lit(last)}`;

// Which entry an order is in, and where among those of that entry. Two accounts may have given their orders the same id.
const inLog = ({ product }: Of, { first, last }: Span) => sql`
  left join (
    select entry, at, account, id, nth, cardinality(ids) as together
    from log_orders cross join lateral unnest(accounts, ids) with ordinality as part (account, id, nth)
    where product = ${product.table} and at >= to_timestamp(${sql.lit(first)} / 2.0) and at < to_timestamp(${sql.lit(last + 1)} / 2.0)
  ) logged on logged.at = placed.at and logged.account = placed.account and logged.id = placed.id
  left join log_leaf leaf on leaf.entry = logged.entry`;

/** The first slot of a span with an order that has not ended, or that waits to be written into the log where there is one. */
export const firstUnready = (tx: Tx, of: Of, span: Span): Promise<number | undefined> =>
  sql<{ slot: bigint | null }>`
    select min(${acceptedAt}) as slot from ${sql.table(of.product.table)} as placed ${inLog(of, span)}
    where ${acceptedIn(of, span)}
      and (result is null or (logged.entry is not null and leaf.place is null and exists (select from log_key)))`
    .execute(tx)
    .then(({ rows }) => (rows[0]?.slot == null ? undefined : Number(rows[0].slot)));

export type Traded = { symbol: number; head: bigint; due: bigint };
/** The coins of the orders accepted in a span, with the first and the last slot that mattered to any of them. */
export const tradedIn = (tx: Tx, of: Of, span: Span): Promise<Traded[]> =>
  sql<Traded>`
    select symbol, min(head_slot) as head, max(due_slot) as due from ${sql.table(of.product.table)} as placed
    where ${acceptedIn(of, span)} group by symbol order by symbol`
    .execute(tx)
    .then(({ rows }) => rows);

export type SettledRow<Row> = Row & {
  head_hash: Buffer;
  place: bigint | null;
  accepted: bigint;
  together: number | null;
};
/** How many of the orders of a span are in no entry of the log. */
export const countUnlogged = (tx: Tx, of: Of, span: Span): Promise<number> =>
  sql<{ count: bigint }>`
    select count(*) as count from ${sql.table(of.product.table)} as placed ${inLog(of, span)} where ${acceptedIn(of, span)} and leaf.place is null`
    .execute(tx)
    .then(({ rows }) => Number(rows[0]!.count));
/** Opens a cursor over the orders accepted in a span, those of each entry of the log together; it closes with the transaction. */
export const openSettled = (tx: Tx, of: Of, span: Span) =>
  sql`
    declare settled no scroll cursor for
    select placed.*, tick.hash as head_hash, leaf.place, ${acceptedAt} as accepted, logged.together
    from ${sql.table(of.product.table)} as placed join tick on tick.symbol = placed.symbol and tick.slot = head_slot ${inLog(of, span)}
    where ${acceptedIn(of, span)}
    order by leaf.place nulls first, logged.nth, placed.account, placed.id`.execute(tx);
export const nextSettled = <Row>(tx: Tx, most: number): Promise<SettledRow<Row>[]> =>
  sql<SettledRow<Row>>`fetch ${sql.lit(most)} from settled`.execute(tx).then(({ rows }) => rows);
