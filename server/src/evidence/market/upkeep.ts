import { setTimeout as wait } from 'node:timers/promises';
import { roundOfSlot } from '@glasshouse/protocol/beacon/chain';
import { fromHex } from '@glasshouse/protocol/bytes';
import { coins } from '@glasshouse/protocol/market/coins';
import type { BeaconVersion } from '@glasshouse/protocol/market/generator-version';
import { type GeneratedPrice, openDay } from '@glasshouse/protocol/market/synthetic';
import { type BeaconDay, walkDay } from '@glasshouse/protocol/market/synthetic-2';
import {
  beaconPlanBytes,
  firstSlotOf,
  type Opens,
  planBytes,
  slotsPerDay,
  slotsPerHour,
} from '@glasshouse/protocol/market/tape';
import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '#platform/database/db.ts';
import { sha } from '#platform/security/signer.ts';
import { randomnessBetween, readChain } from '../beacon/beacon.ts';
import { tapeDays, tickBefore, ticksBetween } from './sql.ts';

const page = 5000; // slots
const maxWrong = 20;
export type WrongTick = { symbol: number; slot: number; stored: bigint; made: bigint | undefined };

export type WrongOpening = { symbol: number; stood: bigint; opened: bigint };

/**
 * Regenerates a revealed day and compares it with every tick of that day on the tape, and its opening prices with the
 * ticks before it.
 */
export async function compareDay(
  db: Db,
  day: number,
): Promise<{ ticks: number; wrong: WrongTick[]; openings: WrongOpening[] }> {
  const row = (await tapeDays(db, 10_000)).find((one) => one.day === day);
  if (!row) throw new Error('this day was never announced: the tape had another source');
  if (!row.seed) throw new Error('this day is not revealed yet');
  const opens = (row.symbols ?? []).map((symbol, i) => ({ symbol, price: BigInt(row.opens![i]!) }));
  const plan = { version: row.version as BeaconVersion, day, seed: row.seed, opens };
  const committed = row.chain === null ? planBytes(day, row.seed, opens) : await beaconBytes(db, row.chain, plan);
  if (!sha(committed).equals(row.commitment)) throw new Error('the revealed seed is not the one that was committed to');
  const made = row.chain === null ? openDay(plan, coins).at : await walked(db, row.chain, Number(row.first_slot), plan);
  const begins = row.chain === null ? firstSlotOf(day) : Number(row.first_slot);
  const openings = row.chain === null ? [] : await wrongOpenings(db, opens, begins);
  return { ...(await compare(db, opens, begins, firstSlotOf(day + 1), made)), openings };
}

/** Coins whose opening price on that day differs from the tape. A coin without an earlier tick is skipped. */
async function wrongOpenings(db: Db, opens: Opens, first: number): Promise<WrongOpening[]> {
  const wrong: WrongOpening[] = [];
  for (const { symbol, price: opened } of opens) {
    const before = await tickBefore(db, symbol, first);
    if (before && before.price !== opened) wrong.push({ symbol, stood: before.price, opened });
  }
  return wrong;
}

const beaconBytes = async (db: Db, chain: number, plan: BeaconDay) =>
  beaconPlanBytes(plan, fromHex((await readChain(db, chain))!.hash));

type GeneratedPrices = (slot: number) => readonly GeneratedPrice[];

/** Generates a day of version 2 or 3. Slots must be read in order. */
async function walked(
  db: Db,
  number: number,
  slot: number,
  { opens, ...plan }: BeaconDay & { opens: Opens },
): Promise<GeneratedPrices> {
  const chain = (await readChain(db, number))!;
  const first = roundOfSlot(chain, slot);
  const rounds = await randomnessBetween(db, number, first, roundOfSlot(chain, firstSlotOf(plan.day + 1) - 1));
  const walk = walkDay(plan, { slot, opens }, coins);
  return (wanted) => {
    while (walk.next() <= wanted) {
      const round = roundOfSlot(chain, walk.next());
      const randomness = rounds.get(round);
      if (!randomness) throw new Error(`round ${round} is missing`);
      walk.step(randomness);
    }
    return walk.made();
  };
}

/** Slot by slot for all coins, because slots must be generated in order. */
async function compare(db: Db, opens: Opens, first: number, end: number, made: GeneratedPrices) {
  const wrong: WrongTick[] = [];
  let ticks = 0;
  for (let from = first; from < end && wrong.length < maxWrong; from += page) {
    const to = Math.min(from + page, end) - 1;
    const stored = new Map<number, Map<number, bigint>>();
    for (const { symbol } of opens) {
      const some = await ticksBetween(db, symbol, from, to, page);
      stored.set(symbol, new Map(some.map(({ slot, price }) => [Number(slot), price])));
    }
    for (let slot = from; slot <= to; slot++) {
      const present = opens.filter(({ symbol }) => stored.get(symbol)!.has(slot));
      if (present.length === 0) continue;
      const prices = new Map(made(slot).map(({ symbol, price }) => [symbol, price]));
      for (const { symbol } of present) {
        const price = stored.get(symbol)!.get(slot)!;
        if (prices.get(symbol) !== price && wrong.length < maxWrong)
          wrong.push({ symbol, slot, stored: price, made: prices.get(symbol) });
        ticks++;
      }
    }
  }
  return { ticks, wrong };
}

const lockWait = '200ms';

/** Tables with one partition per day. */
type PartitionedTable = 'tick' | 'tape_message';

/**
 * Removes old days from the tape, or its messages; only the owner of the tables can. A day is detached while others
 * read and write, and dropped once it is no longer read. If a lock is not free at once, it stops waiting, so that no
 * query queues behind it, and tries again later. Days that stay in use are named, and the next call continues there.
 */
export function dropDaysBefore(
  db: Db,
  day: number,
  { tries = 60, pause = 1000, of = 'tick' }: { tries?: number; pause?: number; of?: PartitionedTable } = {},
): Promise<{ dropped: string[]; kept: string[] }> {
  return db.connection().execute(async (connection) => {
    await sql`select set_config('lock_timeout', ${lockWait}, false)`.execute(connection);
    const dropped: string[] = [];
    let kept = await daysBefore(connection, of, day);
    for (let i = 0; i < tries && kept.length > 0; i++) {
      if (i > 0) await wait(pause);
      for (const one of kept) {
        if (!(await dropDay(connection, of, one).catch(waitedTooLong))) break; // only one partition can be detached at a time
        dropped.push(one.name);
      }
      kept = await daysBefore(connection, of, day);
    }
    await sql`reset lock_timeout`.execute(connection);
    return { dropped, kept: kept.map(({ name }) => name) };
  });
}

type OldDay = { name: string; state: 'on' | 'leaving' | 'off' };
/**
 * Partitions of days before a day, and those that were detached earlier and still exist; unfinished ones come first. If
 * a day was given up, the ticks that receipts need stay, because they can't be regenerated.
 */
async function daysBefore(db: Db, of: PartitionedTable, day: number): Promise<OldDay[]> {
  const { rows } = await sql<OldDay>`
    select c.relname as name, case when i.inhrelid is null then 'off' when i.inhdetachpending then 'leaving' else 'on' end as state
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid and i.inhparent = ${of}::regclass
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname ~ ('^' || ${of} || '_[0-9]{8}$')
      and c.relname < ${of} || '_' || to_char(date '1970-01-01' + ${day}::int, 'YYYYMMDD')
      and (${of} <> 'tick' or not exists (
        select from tape_given_up as lost where to_date(right(c.relname, 8), 'YYYYMMDD') - date '1970-01-01'
          between (lost.first_slot - ${slotsPerHour + 1}) / ${slotsPerDay} and lost.day))
    order by i.inhdetachpending desc nulls last, 1`.execute(db);
  return rows;
}

async function dropDay(db: Db, of: PartitionedTable, { name, state }: OldDay): Promise<boolean> {
  const [whole, table] = [sql.table(of), sql.table(name)];
  if (state === 'on' && of === 'tick') await keepAnchors(db, name);
  if (state === 'on') await sql`alter table ${whole} detach partition ${table} concurrently`.execute(db);
  if (state === 'leaving') await sql`alter table ${whole} detach partition ${table} finalize`.execute(db);
  await sql`drop table ${table}`.execute(db);
  return true;
}

/** The newest hash of each coin before every hour of a day and at its end, from which its ticks can be regenerated. */
const keepAnchors = (db: Db, name: string) =>
  sql`
    insert into tape_anchor (slot, symbol, hash)
    select hour, newest.symbol, newest.hash
    from (select (to_date(${name.slice(5)}, 'YYYYMMDD') - date '1970-01-01')::bigint * ${slotsPerDay} as first) as day
    cross join generate_series(first, first + ${slotsPerDay}, ${slotsPerHour}) as hour
    cross join unnest(${coins.map(({ id }) => id)}::int[]) as coin
    cross join lateral (
      select symbol, hash from tick where symbol = coin and slot < hour order by slot desc limit 1
    ) as newest
    on conflict do nothing`.execute(db);

function waitedTooLong(error: unknown): boolean {
  if (error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '57014')) return false;
  throw error;
}
