import { slotsPerMinute } from '@glasshouse/protocol/market/tape';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/database/db.ts';

const sparkEvery = sql.lit(30); // minutes between the 48 points of a day's sparkline
type Symbols = readonly number[];

/**
 * Closes every open minute before `minute`: its candle, the hour's candle if the hour is over, and the 24-hour figures
 * up to there. Minutes are computed from the tape alone and never change, so closing them twice, late or after a crash
 * gives the same result.
 */
export async function closeMinutes(db: Db, symbols: Symbols, minute: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ from: bigint | null }>`select max(minute) as from from market_window`.execute(tx);
    const from = Number(rows[0]?.from ?? 0);
    if (from >= minute) return;
    await closeCandles(tx, symbols, from, minute);
    await closeHours(tx, symbols, Math.floor(from / 60), Math.floor(minute / 60));
    await moveWindow(tx, symbols, minute);
  });
}

// Each statement reads along the key symbol by symbol, so that it reads only the rows it needs.
const closeCandles = (tx: Tx, symbols: Symbols, from: number, to: number) =>
  sql`
    insert into candle_minute (symbol, minute, open, high, low, close, volume)
    select s, c.* from unnest(${symbols}::int[]) s cross join lateral (
      select slot / ${slotsPerMinute}::int, (array_agg(price order by slot))[1], max(price), min(price),
        (array_agg(price order by slot desc))[1], sum(volume)
      from tick where symbol = s and slot >= ${from * slotsPerMinute} and slot < ${to * slotsPerMinute} group by 1) c
    on conflict do nothing`.execute(tx);

const closeHours = (tx: Tx, symbols: Symbols, from: number, to: number) =>
  sql`
    insert into candle_hour (symbol, hour, open, high, low, close, volume)
    select s, c.* from unnest(${symbols}::int[]) s cross join lateral (
      select minute / 60, (array_agg(open order by minute))[1], max(high), min(low),
        (array_agg(close order by minute desc))[1], sum(volume)
      from candle_minute where symbol = s and minute >= ${from * 60} and minute < ${to * 60} group by 1) c
    on conflict do nothing`.execute(tx);

const moveWindow = (tx: Tx, symbols: Symbols, to: number) =>
  sql`
    insert into market_window (symbol, minute, open, high, low, volume, spark)
    select s, ${to}, d.open, d.high, d.low, d.volume, d.spark from unnest(${symbols}::int[]) s join lateral (
      select (array_agg(open order by minute))[1] as open, max(high) as high, min(low) as low, sum(volume) as volume,
        (select array_agg(close order by minute) from (
           select distinct on (minute / ${sparkEvery}) minute, close from candle_minute
           where symbol = s and minute >= ${to - 1440} and minute < ${to}
           order by minute / ${sparkEvery}, minute desc) points) as spark
      from candle_minute where symbol = s and minute >= ${to - 1440} and minute < ${to}
    ) d on d.open is not null
    on conflict (symbol) do update set (minute, open, high, low, volume, spark) =
      (excluded.minute, excluded.open, excluded.high, excluded.low, excluded.volume, excluded.spark)`.execute(tx);
