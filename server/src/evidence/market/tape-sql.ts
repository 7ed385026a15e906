import type { SourceMessage } from '@glasshouse/protocol/market/tape';
import { sql } from 'kysely';
import type { Db } from '#platform/database/db.ts';

// The feed's own statements: appending to the tape, and reading its state.

export type TickRow = {
  symbol: number;
  slot: number;
  price: bigint;
  volume: bigint;
  hash: Buffer;
  heard: SourceMessage | undefined;
};
export type GapReason = 'history' | 'no_feed' | 'late' | 'source' | 'given_up';
export type GapRow = { first: number; last: number; symbol: number; reason: GapReason };
export type CheckpointRow = {
  slot: number;
  size: number;
  root: Buffer;
  previous: Buffer;
  key: number;
  signature: Buffer;
};

/** One field of many rows as an array parameter. */
const column = <R>(rows: readonly R[], field: keyof R, type: 'smallint' | 'int' | 'bigint' | 'bytea' | 'text') =>
  sql`${rows.map((row) => row[field])}::${sql.raw(type)}[]`;

const insertGaps = (gaps: readonly GapRow[]) =>
  sql`
    insert into tape_gap (first_slot, last_slot, symbol, reason)
    select * from unnest(${column(gaps, 'first', 'bigint')}, ${column(gaps, 'last', 'bigint')},
      ${column(gaps, 'symbol', 'int')}, ${column(gaps, 'reason', 'text')})`;

/** Ticks and the gaps before them, in one statement. */
export const insertTicks = (db: Db, rows: readonly TickRow[], gaps: readonly GapRow[]) =>
  sql`
    with gap as (${insertGaps(gaps)})
    insert into tick (symbol, slot, price, volume, hash)
    select * from unnest(${column(rows, 'symbol', 'int')}, ${column(rows, 'slot', 'bigint')},
      ${column(rows, 'price', 'bigint')}, ${column(rows, 'volume', 'bigint')}, ${column(rows, 'hash', 'bytea')})
  `.execute(db);

export type SourcedTickRow = Omit<TickRow, 'heard'> & { source: number; at: number; message: Uint8Array };
export type MessageRow = { hash: Uint8Array; slot: number; raw: Uint8Array };
/** The same for outside sources: ticks name their message, and new messages are stored with them. */
export const insertSourcedTicks = (
  db: Db,
  rows: readonly SourcedTickRow[],
  gaps: readonly GapRow[],
  messages: readonly MessageRow[],
) =>
  sql`
    with gap as (${insertGaps(gaps)}), said as (
      insert into tape_message (hash, slot, raw)
      select * from unnest(${column(messages, 'hash', 'bytea')}, ${column(messages, 'slot', 'bigint')},
        ${column(messages, 'raw', 'bytea')}) on conflict do nothing)
    insert into tick (symbol, slot, price, volume, hash, source, heard_at, message)
    select * from unnest(${column(rows, 'symbol', 'int')}, ${column(rows, 'slot', 'bigint')},
      ${column(rows, 'price', 'bigint')}, ${column(rows, 'volume', 'bigint')}, ${column(rows, 'hash', 'bytea')},
      ${column(rows, 'source', 'smallint')}, ${column(rows, 'at', 'bigint')}, ${column(rows, 'message', 'bytea')})
  `.execute(db);

export const insertGap = (db: Db, { first, last, symbol, reason }: GapRow) =>
  sql`
    insert into tape_gap (first_slot, last_slot, symbol, reason) values (${first}, ${last}, ${symbol}, ${reason})`.execute(
    db,
  );

export type GivenUp = { first: number; last: number };
/** Given-up slots that are not marked on the tape yet, in order. */
export async function givenUpUnwritten(db: Db): Promise<GivenUp[]> {
  const { rows } = await sql<{ first: bigint; last: bigint }>`
    select first_slot as first, last_slot as last from tape_given_up as lost
    where not exists (select from tape_gap as gap where gap.first_slot = lost.first_slot and reason = 'given_up')
    order by day limit 10`.execute(db);
  return rows.map(({ first, last }) => ({ first: Number(first), last: Number(last) }));
}

/** The last slot that was given up; 0 if there is none. */
export async function givenUpThrough(db: Db): Promise<number> {
  const { rows } = await sql<{ last: bigint }>`
    select coalesce(max(last_slot), 0)::bigint as last from tape_given_up`.execute(db);
  return Number(rows[0]!.last);
}

export const insertCheckpoints = (db: Db, rows: readonly CheckpointRow[]) =>
  sql`
    insert into tape_checkpoint (slot, size, root, previous, key, signature)
    select * from unnest(${column(rows, 'slot', 'bigint')}, ${column(rows, 'size', 'int')},
      ${column(rows, 'root', 'bytea')}, ${column(rows, 'previous', 'bytea')}, ${column(rows, 'key', 'int')},
      ${column(rows, 'signature', 'bytea')})
  `.execute(db);

export type LateRow = { first: number; last: number; written: number; reason: 'no_feed' | 'beacon' };
export const insertLate = (db: Db, { first, last, written, reason }: LateRow) =>
  sql`
    insert into tape_late (first_slot, last_slot, written_slot, reason)
    values (${first}, ${last}, ${written}, ${reason})`.execute(db);

/** Starts a source in the database's current slot. The rule for new orders follows from the source. */
export const insertRun = (db: Db, source: string, generator: number | null) =>
  sql`
    insert into tape_run (slot, source, generator)
    values (floor(extract(epoch from clock_timestamp()) * 2), ${source}, ${generator})`.execute(db);

/** The number of a public key, assigned on first use. */
export async function keyNumber(db: Db, publicKey: Buffer, slot: number): Promise<number> {
  await sql`insert into tape_key (public_key, since_slot) values (${publicKey}, ${slot}) on conflict do nothing`.execute(
    db,
  );
  const row = await db
    .selectFrom('tape_key')
    .select('id')
    .where('public_key', '=', publicKey)
    .executeTakeFirstOrThrow();
  return row.id;
}

/** The number of a source's name, assigned on first use. */
export async function sourceNumber(db: Db, name: string): Promise<number> {
  await sql`insert into tape_source (name) values (${name}) on conflict do nothing`.execute(db);
  const row = await db.selectFrom('tape_source').select('id').where('name', '=', name).executeTakeFirstOrThrow();
  return row.id;
}

export const newestCheckpoint = (db: Db) =>
  db.selectFrom('tape_checkpoint').selectAll().orderBy('slot', 'desc').limit(1).executeTakeFirst();

/** The newest tick of each symbol at or before a slot, as far back as the tree looks, in the order of the tree. */
export async function headsAt(db: Db, symbols: readonly number[], from: number, to: number) {
  const { rows } = await sql<{ symbol: number; slot: bigint; hash: Buffer }>`
    select t.symbol, t.slot, t.hash from unnest(${symbols}::int[]) s
    join lateral (select symbol, slot, hash from tick where symbol = s and slot between ${from} and ${to}
                  order by slot desc limit 1) t on true
    order by t.symbol`.execute(db);
  return rows.map(({ symbol, slot, hash }) => ({ symbol, slot: Number(slot), hash }));
}

/** Every symbol that ever had a tick, found by skipping along the key. */
export async function symbolsOnTape(db: Db): Promise<number[]> {
  const { rows } = await sql<{ symbol: number }>`
    with recursive found as (
      (select symbol from tick order by symbol limit 1)
      union all
      select (select symbol from tick t where t.symbol > found.symbol order by symbol limit 1)
      from found where found.symbol is not null)
    select symbol from found where symbol is not null`.execute(db);
  return rows.map((row) => row.symbol);
}

/** Whether a generated slot matches the tape. Coins that are not in the slot are ignored. */
export async function isOnTape(db: Db, slot: number, made: readonly { symbol: number; price: bigint }[]) {
  const { rows } = await sql<{ symbol: number; price: bigint }>`
    select symbol, price from tick where slot = ${slot} and symbol = any (${made.map(({ symbol }) => symbol)}::int[])`.execute(
    db,
  );
  const prices = new Map(made.map(({ symbol, price }) => [symbol, price]));
  return rows.every(({ symbol, price }) => prices.get(symbol) === price);
}

export const makeDay = (db: Db, day: number) => sql`select make_tape_day(${day})`.execute(db);
export const makeMessageDay = (db: Db, day: number) => sql`select make_message_day(${day})`.execute(db);

/** The database's clock in milliseconds. The query also shows waiting feeds that this one is alive. */
export async function timeOf(db: Db): Promise<number> {
  const { rows } = await sql<{
    ms: bigint;
  }>`select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as ms`.execute(db);
  return Number(rows[0]!.ms);
}

/** Records which day can't be generated. `since` stays while the day and reason are the same. */
export const noteStuck = (db: Db, day: number, reason: string) =>
  sql`
    insert into tape_stuck as said (day, reason, since, seen_at) values (${day}, ${reason}, clock_timestamp(), clock_timestamp())
    on conflict (one) do update set (day, reason, seen_at, since) = (
      excluded.day, excluded.reason, excluded.seen_at, case
        when (said.day, said.reason) = (excluded.day, excluded.reason) and said.seen_at > excluded.seen_at - interval '1 minute'
        then said.since else excluded.since end)`.execute(db);

export const noteClock = (db: Db, ahead: number) =>
  sql`
    insert into tape_clock (ahead_ms, seen_at) values (${ahead}, clock_timestamp())
    on conflict (one) do update set (ahead_ms, seen_at) = (excluded.ahead_ms, excluded.seen_at)`.execute(db);
