import { setTimeout as wait } from 'node:timers/promises';
import { coins } from '@glasshouse/protocol/market/coins';
import { generatorVersion, openDay } from '@glasshouse/protocol/market/synthetic';
import { firstSlotOf, planBytes } from '@glasshouse/protocol/market/tape';
import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '../platform/db.ts';
import { sha } from '../platform/signer.ts';
import { tapeDays, ticksBetween } from './sql.ts';

const page = 20_000;
const mostWrong = 20;
export type WrongTick = { symbol: number; slot: number; stored: bigint; made: bigint | undefined };

/** Makes a revealed day again and compares it with every tick of the tape that is in it. */
export async function compareDay(db: Db, day: number): Promise<{ ticks: number; wrong: WrongTick[] }> {
  const row = (await tapeDays(db, 10_000)).find((one) => one.day === day);
  if (!row) throw new Error('this day was never announced: the tape had another source');
  if (!row.seed || !row.symbols || !row.opens) throw new Error('this day is not revealed yet');
  const opens = row.symbols.map((symbol, i) => ({ symbol, price: BigInt(row.opens![i]!) }));
  if (!sha(planBytes(day, generatorVersion, row.seed, opens)).equals(row.commitment))
    throw new Error('the revealed seed is not the one that was committed to');
  const wrong: WrongTick[] = [];
  let ticks = 0;
  for (const { symbol } of opens) {
    const made = openDay({ day, seed: row.seed, opens: opens.filter((one) => one.symbol === symbol) }, coins);
    let from = firstSlotOf(day);
    for (let full = true; full && wrong.length < mostWrong; ) {
      const stored = await ticksBetween(db, symbol, from, firstSlotOf(day + 1) - 1, page);
      for (const { slot, price } of stored) {
        const wanted = made.at(Number(slot))[0]?.price;
        if (wanted !== price && wrong.length < mostWrong)
          wrong.push({ symbol, slot: Number(slot), stored: price, made: wanted });
        ticks++;
      }
      full = stored.length === page;
      from = Number(stored.at(-1)?.slot ?? from) + 1;
    }
  }
  return { ticks, wrong };
}

const lockWait = '200ms';

/**
 * Removes old days from the tape; only the owner of the tables can. A day is detached while others read and write, and dropped once nobody
 * reads it any more. If a lock is not free at once we let go, so that nobody queues behind us, and try again. A day that stays in use is
 * named, and the next call goes on where this one stopped.
 */
export function dropDaysBefore(
  db: Db,
  day: number,
  { tries = 60, pause = 1000 }: { tries?: number; pause?: number } = {},
): Promise<{ dropped: string[]; kept: string[] }> {
  return db.connection().execute(async (connection) => {
    await sql`select set_config('lock_timeout', ${lockWait}, false)`.execute(connection);
    const dropped: string[] = [];
    let kept = await daysBefore(connection, day);
    for (let i = 0; i < tries && kept.length > 0; i++) {
      if (i > 0) await wait(pause);
      for (const one of kept) {
        if (!(await dropDay(connection, one).catch(waitedTooLong))) break; // one at a time may be on its way off
        dropped.push(one.name);
      }
      kept = await daysBefore(connection, day);
    }
    await sql`reset lock_timeout`.execute(connection);
    return { dropped, kept: kept.map(({ name }) => name) };
  });
}

type OldDay = { name: string; state: 'on' | 'leaving' | 'off' };
/** Partitions of days before a day, and those that were taken off before and are still there; what is half done comes first. */
async function daysBefore(db: Db, day: number): Promise<OldDay[]> {
  const { rows } = await sql<OldDay>`
    select c.relname as name, case when i.inhrelid is null then 'off' when i.inhdetachpending then 'leaving' else 'on' end as state
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid and i.inhparent = 'tick'::regclass
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname ~ '^tick_[0-9]{8}$'
      and c.relname < 'tick_' || to_char(date '1970-01-01' + ${day}::int, 'YYYYMMDD')
    order by i.inhdetachpending desc nulls last, 1`.execute(db);
  return rows;
}

async function dropDay(db: Db, { name, state }: OldDay): Promise<boolean> {
  const table = sql.table(name);
  if (state === 'on') await sql`alter table tick detach partition ${table} concurrently`.execute(db);
  if (state === 'leaving') await sql`alter table tick detach partition ${table} finalize`.execute(db);
  await sql`drop table ${table}`.execute(db);
  return true;
}

function waitedTooLong(error: unknown): boolean {
  if (error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '57014')) return false;
  throw error;
}
