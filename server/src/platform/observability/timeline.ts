import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../database/db.ts';
import type { Owner } from '../http/personal.ts';

/**
 * Where a page ends: microseconds since 1970, as the database stores time, and the key among events of the same time.
 */
export type Place = { micros: bigint; key: string };
/** An event in a user's history. Its content depends on its kind. */
export type TimelineEvent = Place & {
  at: Date;
  kind: string;
  state?: string | null;
  text?: string | null;
  by?: string | null;
  times?: number;
  amount?: { amount: string; currency: string } | null;
  case?: string | null;
};
/** The newest events of one domain before a place, newest first. */
export type Timeline = (tx: Tx, owner: Owner, before: Place | undefined, limit: number) => Promise<TimelineEvent[]>;

/** Converts microseconds since 1970 to a time, and back. */
export const momentOf = (micros: bigint | string) =>
  sql<Date>`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond')`;
export const microsOf = (column: string) => sql<bigint>`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint`;

/**
 * The newest of `events`, a query with the columns `at` and `key`, before a place. Keys are compared by their bytes, as
 * the database does.
 */
export async function newestBefore<Row>(tx: Tx, events: RawBuilder<unknown>, before: Place | undefined, limit: number) {
  const earlier = before ? sql`(at, key collate "C") < (${momentOf(before.micros)}, ${before.key})` : sql`true`;
  const { rows } = await sql<Row & { at: Date; key: string; micros: bigint }>`
    select *, ${microsOf('at')} as micros from (${events}) as event
    where ${earlier} order by at desc, key collate "C" desc limit ${limit}`.execute(tx);
  return rows;
}

const isLater = (one: Place, other: Place) =>
  one.micros === other.micros ? one.key > other.key : one.micros > other.micros;
/** Events of several domains in one order, newest first. */
export const inOrder = <E extends Place>(events: readonly E[]): E[] =>
  events.toSorted((one, other) => (isLater(one, other) ? -1 : 1));
