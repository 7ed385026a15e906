import { slotsPerMinute } from '@glasshouse/protocol/market/tape';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database/db.ts';

export type CandleRow = { start: bigint; open: bigint; high: bigint; low: bigint; close: bigint; volume: bigint };

/** Candles of `per` units each, from finer rows `(at, open, high, low, close, volume)`. */
const folded = (per: number, finer: RawBuilder<unknown>) => sql<CandleRow>`
  select at / ${per}::int as start, (array_agg(open order by at))[1] as open, max(high) as high, min(low) as low,
    (array_agg(close order by at desc))[1] as close, sum(volume)::bigint as volume
  from (${finer}) finer group by 1 order by 1`;

// A tick as a candle row of its own.
const ticks = (symbol: number, from: number, to: number) => sql`
  select slot as at, price as open, price as high, price as low, price as close, volume
  from tick where symbol = ${symbol} and slot >= ${from} and slot < ${to}`;

/** Candles of full slots, from the ticks. */
export const candlesOfSlots = (db: Db, symbol: number, per: number, from: number, to: number) =>
  folded(per, ticks(symbol, from, to))
    .execute(db)
    .then(({ rows }) => rows);

/** Candles of full minutes, from closed minutes and, after the last of them, from ticks. */
export const candlesOfMinutes = (db: Db, symbol: number, per: number, from: number, to: number, closed: number) =>
  folded(
    per,
    sql`
      select minute as at, open, high, low, close, volume from candle_minute
      where symbol = ${symbol} and minute >= ${from} and minute < ${Math.min(to, closed)}
      union all
      select start, open, high, low, close, volume from (${folded(
        slotsPerMinute,
        ticks(symbol, Math.max(from, closed) * slotsPerMinute, to * slotsPerMinute),
      )}) fresh`,
  )
    .execute(db)
    .then(({ rows }) => rows);

/** Candles of full hours, from closed hours; the unfinished hour comes from `candlesOfMinutes`. */
export const candlesOfHours = (db: Db, symbol: number, from: number, to: number) =>
  sql<CandleRow>`
    select hour as start, open, high, low, close, volume from candle_hour
    where symbol = ${symbol} and hour >= ${from} and hour < ${to} order by hour`
    .execute(db)
    .then(({ rows }) => rows);

/** Minutes before this one are closed and don't change any more. */
export async function closedBefore(db: Db): Promise<number> {
  const { rows } = await sql<{ minute: bigint | null }>`select max(minute) as minute from market_window`.execute(db);
  return Number(rows[0]?.minute ?? 0);
}

/** Whether the tape has anything of a symbol before that minute. */
export async function startsBefore(db: Db, symbol: number, minute: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from candle_minute where symbol = ${symbol} and minute < ${minute} limit 1`.execute(db);
  return rows.length > 0;
}
