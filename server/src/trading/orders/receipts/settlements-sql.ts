import { lateAfter } from '@glasshouse/protocol/orders/tape-rule';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';

/** The slots from the first to the last in which orders were accepted. */
export type Span = { first: number; last: number };
type Of = { longest: number; product: { table: string } };
const headMayBeOlder = 4; // slots
const maxHeld = 10; // slots: maximum distance between the tick of a quote and the head
const near = 60; // slots: a seal is about as long as this many ticks

/** The slot of an acceptance, as recorded in the public log. */
const acceptedAt = sql`floor(extract(epoch from placed.at) * 2)::bigint`;
// Orders accepted in a span are due not long after it, so an index on the due slot finds them.
const acceptedIn = ({ longest }: Of, { first, last }: Span) => sql`
  due_slot between ${sql.lit(first - headMayBeOlder)} and ${sql.lit(last + longest + headMayBeOlder)}
  and ${acceptedAt} between ${sql.lit(first)} and ${sql.lit(last)}`;

// The log entry of an order, and its position there. Two accounts may have used the same id.
const inLog = ({ product }: Of, { first, last }: Span) => sql`
  left join (
    select entry, at, account, id, nth, cardinality(ids) as together
    from log_orders cross join lateral unnest(accounts, ids) with ordinality as part (account, id, nth)
    where product = ${product.table} and at >= to_timestamp(${sql.lit(first)} / 2.0) and at < to_timestamp(${sql.lit(last + 1)} / 2.0)
  ) logged on logged.at = placed.at and logged.account = placed.account and logged.id = placed.id
  left join log_leaf leaf on leaf.entry = logged.entry`;

/** The first slot of a span with an order that still waits to be logged. Always undefined without a public log. */
export const firstUnlogged = (tx: Tx, of: Of, span: Span): Promise<number | undefined> =>
  sql<{ slot: bigint | null }>`
    select min(${acceptedAt}) as slot from ${sql.table(of.product.table)} as placed ${inLog(of, span)}
    where ${acceptedIn(of, span)} and logged.entry is not null and leaf.place is null and exists (select from log_key)`
    .execute(tx)
    .then(({ rows }) => (rows[0]?.slot == null ? undefined : Number(rows[0].slot)));

/** Whether an order had ended when the tape was at a slot, either by the tape or earlier by its owner. */
const isOver = (asOf: number) => sql<boolean>`
  (result is not null and (due_slot <= ${sql.lit(asOf)} or coalesce(exit_slot <= ${sql.lit(asOf)}, false)))`;

// The slots by which orders were accepted, with the tick of a quote, and by which they ended: everything in between, or
// only those around the end.
const needed = (of: Of & { whole: boolean }, span: Span, asOf: number) => sql`
  select distinct symbol, part from ${sql.table(of.product.table)} as placed cross join lateral (values
    (int8range(head_slot - ${sql.lit(maxHeld)}, head_slot + 1, '[]')),
    (case when ${isOver(asOf)} then int8range(
      ${of.whole ? sql`head_slot` : sql`coalesce(exit_slot, due_slot) - 1`}, coalesce(exit_slot, due_slot) + ${sql.lit(lateAfter)}, '[]') end)
  ) as needed (part)
  where part is not null and ${acceptedIn(of, span)}`;

/** Ticks of a coin, from the first slot to the last. */
export type Piece = { symbol: number; first: number; last: number };
/**
 * The pieces of tape that matter to the orders accepted in a span, coin by coin. Pieces that nearly meet are merged.
 */
export async function piecesFor(
  tx: Tx,
  all: readonly (Of & { whole: boolean })[],
  span: Span,
  asOf: number,
): Promise<Piece[]> {
  const parts = sql.join(
    all.map((of) => needed(of, span, asOf)),
    sql` union all `,
  );
  const { rows } = await sql<{ symbol: number; first: bigint; last: bigint }>`
    select symbol, lower(piece) as first, upper(piece) - 1 - ${sql.lit(near)} as last
    from (
      select symbol, unnest(range_agg(int8range(lower(part), upper(part) + ${sql.lit(near)}))) as piece from (${parts}) as needed group by symbol
    ) as pieces order by symbol, first`.execute(tx);
  return rows.map(({ symbol, first, last }) => ({ symbol, first: Number(first), last: Number(last) }));
}

export type SettledRow<Row> = Row & {
  head_hash: Buffer;
  place: bigint | null;
  accepted: bigint;
  together: number | null;
  over: boolean;
};
/** How many orders of a span are in no log entry. */
export const countUnlogged = (tx: Tx, of: Of, span: Span): Promise<number> =>
  sql<{ count: bigint }>`
    select count(*) as count from ${sql.table(of.product.table)} as placed ${inLog(of, span)} where ${acceptedIn(of, span)} and leaf.place is null`
    .execute(tx)
    .then(({ rows }) => Number(rows[0]!.count));

const cursorOf = ({ product }: Of) => sql.ref(`settled_${product.table}`);
/** Opens a cursor over the orders accepted in a span, grouped by log entry. It closes with the transaction. */
export const openSettled = (tx: Tx, of: Of, span: Span, asOf: number) =>
  sql`
    declare ${cursorOf(of)} no scroll cursor for
    select placed.*, tick.hash as head_hash, leaf.place, ${acceptedAt} as accepted, logged.together, ${isOver(asOf)} as over
    from ${sql.table(of.product.table)} as placed join tick on tick.symbol = placed.symbol and tick.slot = head_slot ${inLog(of, span)}
    where ${acceptedIn(of, span)}
    order by leaf.place nulls first, logged.nth, placed.account, placed.id`.execute(tx);
export const nextSettled = <Row>(tx: Tx, of: Of, limit: number): Promise<SettledRow<Row>[]> =>
  sql<SettledRow<Row>>`fetch ${sql.lit(limit)} from ${cursorOf(of)}`.execute(tx).then(({ rows }) => rows);
