import { dayOf, slotsPerDay, slotsPerHour, slotsPerMinute } from '@glasshouse/protocol/market/tape';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database/db.ts';

// Queries of the calls and the live stream. Bigints of SQL sums and arrays are cast, so that none arrives as text or a
// float.

export type QuoteRow = {
  symbol: number;
  price: bigint;
  slot: bigint;
  minute: bigint | null;
  open: bigint | null;
  high: bigint | null;
  low: bigint | null;
  volume: bigint | null;
  spark: string[] | null;
  since: { first: bigint; high: bigint; low: bigint; volume: bigint };
};

/** Each coin's newest tick, its last 24 hours up to the newest closed minute, and the ticks after that minute. */
export async function quoteRows(db: Db, symbols: readonly number[]): Promise<QuoteRow[]> {
  const { rows } = await sql<
    Omit<QuoteRow, 'since'> & { s_first: bigint; s_high: bigint; s_low: bigint; s_volume: bigint }
  >`
    select t.symbol, t.price, t.slot, w.minute, w.open, w.high, w.low, w.volume, w.spark::text[],
      coalesce(r.first, t.price) as s_first, coalesce(r.high, t.price) as s_high, coalesce(r.low, t.price) as s_low,
      coalesce(r.volume, 0) as s_volume
    from unnest(${symbols}::int[]) s
    join lateral (select symbol, price, slot from tick where symbol = s order by slot desc limit 1) t on true
    left join market_window w on w.symbol = s
    left join lateral (
      select (array_agg(price order by slot))[1] as first, max(price) as high, min(price) as low, sum(volume)::bigint as volume
      from tick where symbol = s and slot >= coalesce(w.minute, 0) * ${slotsPerMinute}) r on true`.execute(db);
  return rows.map(({ s_first, s_high, s_low, s_volume, ...row }) => ({
    ...row,
    since: { first: s_first, high: s_high, low: s_low, volume: s_volume },
  }));
}

/** Each coin's newest tick. A coin whose ticks have all left the tape is missing. */
export const newestTicks = (db: Db, symbols: readonly number[]) =>
  sql<{ symbol: number; slot: bigint; price: bigint; hash: Buffer }>`
    select t.* from unnest(${symbols}::int[]) s
    join lateral (select symbol, slot, price, hash from tick where symbol = s order by slot desc limit 1) t on true`
    .execute(db)
    .then(({ rows }) => rows);

type Head = { symbol: number; slot: bigint; price: bigint; hash: Buffer };
/** Each symbol's newest tick at or after a slot; a symbol without one is missing. */
export const headsSince = (db: Db, symbols: readonly number[], slot: number): Promise<Head[]> =>
  sql<Head>`
    select t.* from unnest(${symbols}::int[]) s
    join lateral (select symbol, slot, price, hash from tick where symbol = s and slot >= ${slot} order by slot desc limit 1) t on true`
    .execute(db)
    .then(({ rows }) => rows);

export type Span = { symbol: number; from: bigint; to: bigint };
/** For each span of slots the first tick in it, or undefined, in the given order. */
export async function firstTicks(db: Db, spans: readonly Span[]) {
  if (spans.length === 0) return [];
  const [symbols, firsts, lasts] = [spans.map((s) => s.symbol), spans.map((s) => s.from), spans.map((s) => s.to)];
  // The outer bounds of all spans are repeated, so that the planner skips days of the tape that none of them touches.
  const { rows } = await sql<{ slot: bigint | null; price: bigint; hash: Buffer }>`
    select t.slot, t.price, t.hash
    from unnest(${symbols}::int[], ${firsts}::bigint[], ${lasts}::bigint[])
      with ordinality as span (symbol, first, last, place)
    left join lateral (
      select slot, price, hash from tick
      where symbol = span.symbol and slot >= span.first and slot <= span.last and slot >= ${Math.min(...firsts.map(Number))} and slot <= ${Math.max(...lasts.map(Number))}
      order by slot limit 1
    ) t on true order by place`.execute(db);
  return rows.map(({ slot, price, hash }) => (slot === null ? undefined : { slot, price, hash }));
}

/**
 * The closing price of each minute of a coin, from the one that ends with slot `first` to the one that ends with
 * `last`. Minutes without a tick are left out.
 */
export async function closesOf(
  db: Db,
  symbol: number,
  first: number,
  last: number,
): Promise<{ slot: number; price: bigint }[]> {
  const { rows } = await sql<{ slot: bigint; price: bigint }>`
    select close as slot, t.price from generate_series(${first}::bigint, ${last}::bigint, ${sql.lit(slotsPerMinute)}) as close
    join lateral (
      select price from tick where symbol = ${symbol} and slot > close - ${sql.lit(slotsPerMinute)} and slot <= close
        and slot > ${first - slotsPerMinute} and slot <= ${last} order by slot desc limit 1
    ) t on true order by close`.execute(db);
  return rows.map(({ slot, price }) => ({ slot: Number(slot), price }));
}

/** All ticks after a slot, in the tape's order, with the price source of the newest run. */
export const ticksAfter = (db: Db, symbols: readonly number[], slot: number, limit: number) =>
  sql<{ symbol: number; slot: bigint; price: bigint; volume: bigint; source: string | null }>`
    select t.*, (select source from tape_run order by slot desc limit 1) as source from unnest(${symbols}::int[]) s
    join lateral (select symbol, slot, price, volume from tick where symbol = s and slot > ${slot} order by slot limit ${limit}) t
      on true
    order by t.slot, t.symbol`
    .execute(db)
    .then(({ rows }) => rows);

/**
 * The state of the tape: its newest tick of these coins, the last slot that is signed and closed, and its end, which is
 * the newest tick or the last slot that was given up.
 */
export async function tapeEnd(
  db: Db,
  symbols: readonly number[],
): Promise<{ slot: number; through: number; end: number }> {
  const { rows } = await sql<{ slot: bigint | null; through: bigint | null; lost: bigint | null }>`
    select (select max(slot) from tape_checkpoint) as through,
      (select last_slot from tape_gap where reason = 'given_up' order by first_slot desc limit 1) as lost,
      max(t.slot) as slot from unnest(${symbols}::int[]) s
    join lateral (select slot from tick where symbol = s order by slot desc limit 1) t on true`.execute(db);
  const [slot, through, lost] = [rows[0]!.slot, rows[0]!.through, rows[0]!.lost].map((one) => Number(one ?? 0));
  return { slot: slot!, through: through!, end: Math.max(slot!, lost!) };
}

/** Slots that were given up and are marked on the tape, where they overlap a span. */
export async function givenUpBetween(db: Db, first: number, last: number): Promise<{ first: number; last: number }[]> {
  const { rows } = await sql<{ first: bigint; last: bigint }>`
    select first_slot as first, last_slot as last from tape_gap
    where reason = 'given_up' and first_slot <= ${last} and last_slot >= ${first} order by first_slot limit 100`.execute(
    db,
  );
  return rows.map((gap) => ({ first: Number(gap.first), last: Number(gap.last) }));
}

/** `source` and the following columns are set on ticks of outside sources. */
export type TickLine = {
  slot: bigint;
  price: bigint;
  volume: bigint;
  hash: Buffer;
  source: string | null;
  heard_at: bigint | null;
  message: Buffer | null;
};
/** The name of a tick's source. Generated prices skip the lookup. */
export const nameOfSource = sql<
  string | null
>`case when source is not null then (select name from tape_source where id = source) end`;
const ticks = (db: Db, symbol: number) =>
  db
    .selectFrom('tick')
    .select(['slot', 'price', 'volume', 'hash', 'heard_at', 'message', nameOfSource.as('source')])
    .where('symbol', '=', symbol);
export const ticksBetween = (db: Db, symbol: number, from: number, to: number, limit: number): Promise<TickLine[]> =>
  ticks(db, symbol)
    .where('slot', '>=', BigInt(from))
    .where('slot', '<=', BigInt(to))
    .orderBy('slot')
    .limit(limit)
    .execute();

export const tickBefore = (db: Db, symbol: number, slot: number): Promise<TickLine | undefined> =>
  ticks(db, symbol).where('slot', '<', BigInt(slot)).orderBy('slot', 'desc').limit(1).executeTakeFirst();

export const firstTickFrom = (db: Db, symbol: number, slot: number): Promise<TickLine | undefined> =>
  ticks(db, symbol).where('slot', '>=', BigInt(slot)).orderBy('slot').limit(1).executeTakeFirst();

/** A message that ticks were read from, while it is stored. */
export const rawMessage = async (db: Db, hash: Uint8Array): Promise<Buffer | undefined> =>
  (await db.selectFrom('tape_message').select('raw').where('hash', '=', Buffer.from(hash)).limit(1).executeTakeFirst())
    ?.raw;

const checkpoints = (db: Db) =>
  db
    .selectFrom('tape_checkpoint as c')
    .innerJoin('tape_key as k', 'k.id', 'c.key')
    .select(['c.slot', 'c.size', 'c.root', 'c.previous', 'c.signature', 'k.public_key']);
export const newestCheckpoints = (db: Db, limit: number) =>
  checkpoints(db).orderBy('c.slot', 'desc').limit(limit).execute();
export const checkpointFrom = (db: Db, slot: number) =>
  checkpoints(db).where('c.slot', '>=', BigInt(slot)).orderBy('c.slot').limit(1).executeTakeFirst();

export const tapeKeys = (db: Db) =>
  db.selectFrom('tape_key').select(['public_key', 'since_slot']).orderBy('id', 'desc').limit(20).execute();
export const newestGaps = (db: Db, limit: number) =>
  db.selectFrom('tape_gap').selectAll().orderBy('first_slot', 'desc').limit(limit).execute();
export const newestLate = (db: Db, limit: number) =>
  db.selectFrom('tape_late').selectAll().orderBy('first_slot', 'desc').limit(limit).execute();
export const newestRun = (db: Db) =>
  db.selectFrom('tape_run').select('source').orderBy('slot', 'desc').limit(1).executeTakeFirst();

/**
 * The chain whose rounds a day is generated from; without a day, that of the newest day. Undefined if a day uses none.
 */
export async function chainOfDay(db: Db, day?: number): Promise<number | undefined> {
  const { rows } = await sql<{ chain: number }>`
    select chain from tape_opening where day = coalesce(${day ?? null}::int, day) order by day desc limit 1`.execute(
    db,
  );
  return rows[0]?.chain;
}

/** The public data of one day. */
export const tapeDay = async (db: Db, day: number): Promise<DayRow | undefined> =>
  (await dayRows(db, sql`where d.day = ${day}`)).at(0);

/** The generator version that the day of a slot was announced with. */
export async function generatorOf(db: Db, slot: number): Promise<number | undefined> {
  const row = await db.selectFrom('tape_day').select('version').where('day', '=', dayOf(slot)).executeTakeFirst();
  return row?.version;
}

/** The newest hash of each coin before an hour of a day that has left the tape. */
export const anchorsAt = (db: Db, slot: number) =>
  db.selectFrom('tape_anchor').select(['symbol', 'hash']).where('slot', '=', BigInt(slot)).orderBy('symbol').execute();

/**
 * Days of a range that were on the tape and have left it. Older days may still be there, because the ticks of given-up
 * days stay.
 */
export async function removedDays(db: Db, from: number, to: number): Promise<number[]> {
  const { rows } = await sql<{ day: number }>`
    select day from generate_series(${dayOf(from)}::int, ${dayOf(to)}::int) as day
    left join lateral (
      select true as kept from tick where slot >= day * ${slotsPerDay}::bigint and slot < (day + 1) * ${slotsPerDay}::bigint limit 1
    ) as its on true
    where kept is null and exists (select from tape_anchor where slot = day * ${slotsPerDay}::bigint + ${slotsPerHour})
    order by day`.execute(db);
  return rows.map(({ day }) => day);
}

/** Gaps that overlap these slots. */
export const gapsBetween = (db: Db, first: number, last: number) =>
  db
    .selectFrom('tape_gap')
    .selectAll()
    .where('first_slot', '<=', BigInt(last))
    .where('last_slot', '>=', BigInt(first))
    .limit(1000)
    .execute();

export type DayRow = {
  day: number;
  version: number;
  commitment: Buffer;
  announced_slot: bigint;
  signature: Buffer;
  public_key: Buffer;
  seed: Buffer | null;
  symbols: number[] | null;
  opens: string[] | null;
  first_slot: bigint | null;
  chain: number | null;
};
/** The public data of days, newest first. */
export const tapeDays = (db: Db, limit: number) => dayRows(db, sql``, limit);

const dayRows = (db: Db, which: RawBuilder<unknown>, limit = 1) =>
  sql<DayRow>`
    select d.day, d.version, d.commitment, d.announced_slot, d.signature, k.public_key, r.seed, r.chain, o.slot as first_slot,
      coalesce(r.symbols, o.symbols) as symbols, coalesce(r.opens, o.opens)::text[] as opens
    from tape_day d join tape_key k on k.id = d.key left join tape_revealed r using (day)
    left join tape_opening o on o.day = r.day
    ${which} order by d.day desc limit ${limit}`
    .execute(db)
    .then(({ rows }) => rows);

export const favouritesOf = (db: Db, person: string) =>
  db.selectFrom('favourite').select('symbol').where('person', '=', person).orderBy('symbol').execute();
export const addFavourite = (db: Db, person: string, symbol: number) =>
  db
    .insertInto('favourite')
    .values({ person, symbol })
    .onConflict((c) => c.doNothing())
    .execute();
export const dropFavourite = (db: Db, person: string, symbol: number) =>
  db.deleteFrom('favourite').where('person', '=', person).where('symbol', '=', symbol).execute();
