import { setTimeout as wait } from 'node:timers/promises';
import { toHex } from '@glasshouse/protocol/bytes';
import { coins } from '@glasshouse/protocol/market/coins';
import { openDay } from '@glasshouse/protocol/market/synthetic';
import { dayBytes, dayOf, firstSlotOf, msOf, planBytes, signedBy, slotAt } from '@glasshouse/protocol/market/tape';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { asAdmin, ownerRole, urlFor } from '../../database/prepare.ts';
import { newSigningKey } from '../../test/signing-key.ts';
import { openTape } from '../../test/tape.ts';
import { newWorld, type World } from '../../test/world.ts';
import { openBus } from '../platform/bus.ts';
import { systemClock } from '../platform/clock.ts';
import { openDb, openPool, step } from '../platform/db.ts';
import { openSigner, sha } from '../platform/signer.ts';
import { auditTape } from './audit.ts';
import { planDay, revealBefore } from './days.ts';
import { type FeedParts, runFeed } from './feed.ts';
import { tapeHealth } from './health.ts';
import { tickSubject } from './messages.ts';
import { syntheticSource } from './sources/synthetic.ts';

const signer = openSigner(newSigningKey());

async function until(what: () => Promise<boolean> | boolean, seconds = 20): Promise<void> {
  for (let i = 0; i < seconds * 20; i++) {
    if (await what()) return;
    await wait(50);
  }
  throw new Error(`did not happen within ${seconds} s`);
}

async function startFeed(world: World, parts: Partial<FeedParts> = {}) {
  const pool = openPool(world.config.FEED_DATABASE_URL!, 3, () => {});
  const bus = openBus(world.config.NATS_URL, world.config.DATABASE_URL, world.log);
  await bus.opened;
  const slots: number[] = [];
  const feed = runFeed({
    db: openDb(pool),
    bus,
    clock: systemClock,
    log: world.log,
    signer,
    openSource: syntheticSource,
    historyMinutes: 2,
    onSlot: (slot) => slots.push(slot),
    ...parts,
  });
  let stopped = false;
  const stop = async () => {
    if (stopped) return;
    stopped = true;
    await feed.stop();
    await pool.end();
    await bus.close();
  };
  onTestFinished(stop);
  const wrote = (count: number) => until(() => slots.length >= count);
  return { slots, wrote, stop, pool };
}

test('a new tape has history, says each slot after it is committed, and a second feed goes on where the first stopped', async () => {
  const world = await newWorld();
  const bus = openBus(world.config.NATS_URL, world.config.DATABASE_URL, world.log);
  await bus.opened;
  onTestFinished(() => bus.close());
  const early: number[] = [];
  let heard = 0;
  bus.subscribe(tickSubject, async (text) => {
    const slot = Number(text);
    heard++;
    const { rows } = await sql<{ n: bigint }>`select count(*) as n from tick where slot = ${slot}`.execute(world.db);
    if (Number(rows[0]!.n) !== coins.length) early.push(slot);
  });
  const first = await startFeed(world);
  await first.wrote(4);
  const second = await startFeed(world);
  await first.wrote(first.slots.length + 3);
  expect(second.slots).toEqual([]); // one writes, the other waits
  await first.stop();
  const stopped = performance.now();
  await second.wrote(3);
  expect(performance.now() - stopped).toBeLessThan(3000 + 1500);
  await second.stop();
  expect(second.slots[0]! - first.slots.at(-1)!).toBeLessThan(6);
  expect(early).toEqual([]);
  expect(heard).toBeGreaterThan(5);
  const audit = await auditTape(world.db);
  expect(audit.faults).toEqual([]);
  expect(audit.ticks).toBeGreaterThan(24 * 240);
});

test('a feed that stands still while it holds the lock is put aside within 3 s and can write no more', async () => {
  const world = await newWorld();
  await openTape(world);
  const stuck = new pg.Client(world.config.FEED_DATABASE_URL!);
  await stuck.connect();
  const gone = new Promise((resolve) => stuck.on('error', resolve));
  await stuck.query('select pg_advisory_lock(500::bigint)');
  const began = performance.now();
  const feed = await startFeed(world);
  await feed.wrote(1);
  expect(performance.now() - began).toBeLessThan(6000);
  await gone;
  await expect(stuck.query('select 1')).rejects.toThrow();
});

test('a killed connection costs a gap at most: the chain goes on', async () => {
  const world = await newWorld();
  const feed = await startFeed(world);
  await feed.wrote(2);
  for (let round = 0; round < 3; round++) {
    const before = feed.slots.length;
    await asAdmin(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'glasshouse_feed' and datname = '${world.database}'`,
    );
    await feed.wrote(before + 2);
  }
  await feed.stop();
  expect((await auditTape(world.db)).faults).toEqual([]);
});

test('a day is committed before it begins, revealed after it, and can be made again from what was revealed', async () => {
  const world = await newWorld();
  const tape = await openTape(world);
  const today = dayOf(tape.now());
  const plan = await planDay(tape.db, today, tape.now(), tape.tape.key, tape.tape.signer);
  const next = await planDay(tape.db, today + 1, tape.now(), tape.tape.key, tape.tape.signer);
  expect(next.opens).toEqual(openDay(plan, coins).closes());
  expect(await planDay(tape.db, today, tape.now() + 5, tape.tape.key, tape.tape.signer)).toEqual(plan);
  const announced = await world.db
    .selectFrom('tape_day')
    .selectAll()
    .where('day', '=', today + 1)
    .executeTakeFirstOrThrow();
  expect(announced.commitment).toEqual(sha(planBytes(today + 1, 1, next.seed, next.opens)));
  const bytes = dayBytes(today + 1, announced.commitment, tape.now());
  expect(await signedBy(toHex(tape.tape.signer.publicKey), toHex(announced.signature), bytes)).toBe(true);

  await revealBefore(tape.db, today);
  expect(await world.db.selectFrom('tape_revealed').select('day').execute()).toEqual([]);
  await revealBefore(tape.db, today + 1);
  const revealed = await world.db.selectFrom('tape_revealed').selectAll().execute();
  expect(revealed.map((row) => row.day)).toEqual([today]);
  expect(revealed[0]!.seed).toEqual(plan.seed);
  await expect(
    sql`insert into tape_revealed select day, sha256('x'), symbols, opens from tape_plan where day = ${today + 1}`.execute(
      tape.db,
    ),
  ).rejects.toThrow('planned otherwise');
});

test('what the feed writes is what the plan says, slot by slot', async () => {
  const world = await newWorld();
  const feed = await startFeed(world);
  await feed.wrote(3);
  const day = dayOf(slotAt(Date.now()));
  const plan = await planDay(openDb(feed.pool), day, 0, 0, signer); // there is one, so none is made
  await feed.stop();
  const made = openDay(plan, coins);
  const ticks = await world.db
    .selectFrom('tick')
    .selectAll()
    .where('slot', '>=', BigInt(firstSlotOf(day)))
    .execute();
  expect(ticks.length).toBeGreaterThan(24);
  for (const tick of ticks) {
    const wanted = made.at(Number(tick.slot)).find(({ symbol }) => symbol === tick.symbol)!;
    expect(tick.price).toBe(wanted.price);
  }
});

test('while the source is silent the tape has a gap that says so', async () => {
  const world = await newWorld();
  let silent = false;
  let unanswered = 0;
  const made = [{ symbol: 1, price: 6_400_000n, volume: 1n }];
  const at = async () => {
    if (silent) unanswered++;
    return silent ? [] : made;
  };
  const source = { name: 'exchange' as const, at, close: () => {} };
  const feed = await startFeed(world, { openSource: () => source });
  await feed.wrote(2);
  silent = true;
  await until(() => unanswered >= 3);
  silent = false;
  await feed.wrote(feed.slots.length + 2);
  await feed.stop();
  const gaps = await world.db
    .selectFrom('tape_gap')
    .select(['reason', 'symbol'])
    .where('reason', '=', 'source')
    .execute();
  expect(gaps).toEqual([{ reason: 'source', symbol: 0 }]);
  expect((await auditTape(world.db)).faults).toEqual([]);
  expect(await world.db.selectFrom('tape_day').selectAll().execute()).toEqual([]); // no plan was made for prices of others
});

test('what a day needs is ready a day ahead, and what fails at midnight is tried until it is done', async () => {
  const world = await newWorld();
  const midnight = firstSlotOf(dayOf(slotAt(Date.now()))); // the last one: a feed's clock may be slow, never fast
  const late = Date.now() - msOf(midnight) + 4000;
  const today = dayOf(midnight) - 1;
  const feed = await startFeed(world, { clock: () => new Date(Date.now() - late), historyMinutes: 0 });
  const days = async () => {
    const { rows: made } = await sql<{ name: string }>`
      select to_char(date '1970-01-01' + day, 'YYYYMMDD') as name from tape_day order by 1`.execute(world.db);
    const { rows: parts } = await sql<{ name: string }>`
      select substr(inhrelid::regclass::text, 6) as name from pg_inherits where inhparent = 'tick'::regclass order by 1`.execute(
      world.db,
    );
    const revealed = await world.db.selectFrom('tape_revealed').select('day').execute();
    return { announced: made.length, partitions: parts.length, revealed: revealed.map(({ day }) => day - today) };
  };
  await feed.wrote(1);
  await until(async () => (await days()).announced === 2);
  expect(await days()).toEqual({ announced: 2, partitions: 2, revealed: [] });

  // At midnight one chore lacks its right and another waits for a lock until it is told to give up.
  await sql`revoke execute on function make_tape_day(integer) from glasshouse_feed`.execute(world.owner);
  const other = new pg.Client(urlFor(world.database, ownerRole));
  await other.connect();
  onTestFinished(() => other.end());
  await other.query('begin; lock table tape_revealed in share mode');
  await until(() => feed.slots.at(-1)! > midnight + 1);
  const held = sql<{
    pid: number;
  }>`select pid from pg_locks where relation = 'tape_revealed'::regclass and not granted`;
  await until(async () => (await held.execute(world.db)).rows.length > 0);
  await asAdmin(`select pg_cancel_backend(${(await held.execute(world.db)).rows[0]!.pid})`);
  await other.query('rollback');
  expect(await days()).toEqual({ announced: 2, partitions: 2, revealed: [] });
  const before = feed.slots.length;
  await feed.wrote(before + 2); // today goes on

  await sql`grant execute on function make_tape_day(integer) to glasshouse_feed`.execute(world.owner);
  await until(async () => (await days()).announced === 3 && (await days()).revealed.length === 1);
  expect(await days()).toEqual({ announced: 3, partitions: 3, revealed: [0] });
  const { announced_slot } = await world.db
    .selectFrom('tape_day')
    .select('announced_slot')
    .orderBy('day', 'desc')
    .executeTakeFirstOrThrow();
  expect(Number(announced_slot)).toBeLessThan(firstSlotOf(today + 2) - 100_000);
});

test('a clock that jumps ahead of the database writes no future: it is said aloud, and another feed takes over', async () => {
  const world = await newWorld();
  const office = openPool(world.config.OFFICE_DATABASE_URL!, 1, () => {});
  onTestFinished(() => office.end());
  const health = () => step(openDb(office), (tx) => tapeHealth(tx, systemClock()));
  const said: object[] = [];
  const log = pino({ level: 'error' }, { write: (line) => said.push(JSON.parse(line)) });
  let ahead = 3_600_000;
  const feed = await startFeed(world, { clock: () => new Date(Date.now() + ahead), log });
  await until(async () => ((await health()).clockAheadMs ?? 0) > 3_500_000);
  expect(await health()).toMatchObject({ slot: null, checkpointAgeMs: null }); // not even history was written
  ahead = 0;
  await feed.wrote(3);
  ahead = 90_000;
  await until(async () => ((await health()).clockAheadMs ?? 0) > 80_000);
  const stopped = feed.slots.length;
  const second = await startFeed(world);
  await second.wrote(3);
  await until(() => feed.slots.length === stopped);
  await second.stop();
  ahead = 0;
  await feed.wrote(stopped + 2);
  await feed.stop();
  const { rows } = await sql<{ future: bigint }>`
    select count(*) as future from tick where slot > extract(epoch from clock_timestamp()) * 2`.execute(world.db);
  expect(rows[0]!.future).toBe(0n);
  expect(await auditTape(world.db)).toMatchObject({ faults: [] });
  expect(said.filter((line) => /clock is ahead/.test((line as { msg: string }).msg))).toHaveLength(2);
});
