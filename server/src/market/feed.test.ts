import { setTimeout as wait } from 'node:timers/promises';
import { toHex } from '@glasshouse/protocol/bytes';
import { coins } from '@glasshouse/protocol/coins';
import { openDay } from '@glasshouse/protocol/synthetic';
import { dayBytes, dayOf, firstSlotOf, planBytes, signedBy, slotAt } from '@glasshouse/protocol/tape';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { asAdmin } from '../../database/prepare.ts';
import { newSigningKey } from '../../test/signing-key.ts';
import { openTape } from '../../test/tape.ts';
import { newWorld, type World } from '../../test/world.ts';
import { openBus } from '../platform/bus.ts';
import { systemClock } from '../platform/clock.ts';
import { openDb, openPool } from '../platform/db.ts';
import { openSigner, sha } from '../platform/signer.ts';
import { auditTape } from './audit.ts';
import { planDay, revealBefore } from './days.ts';
import { type FeedParts, runFeed } from './feed.ts';
import { readTickText, tickSubject } from './messages.ts';
import { syntheticSource } from './sources/synthetic.ts';

const signer = openSigner(newSigningKey());

async function startFeed(world: World, parts: Partial<FeedParts> = {}) {
  const pool = openPool(world.config.FEED_DATABASE_URL!, 3, () => {});
  const bus = await openBus(world.config.NATS_URL, world.config.DATABASE_URL, world.log);
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
  const wrote = async (count: number) => {
    for (let i = 0; i < 300 && slots.length < count; i++) await wait(50);
    expect(slots.length).toBeGreaterThanOrEqual(count);
  };
  return { slots, wrote, stop, pool };
}

test('a new tape has history, says each slot after it is committed, and a second feed goes on where the first stopped', async () => {
  const world = await newWorld();
  const bus = await openBus(world.config.NATS_URL, world.config.DATABASE_URL, world.log);
  onTestFinished(() => bus.close());
  const early: number[] = [];
  let heard = 0;
  bus.subscribe(tickSubject, async (text) => {
    const { slot, ticks } = readTickText(text);
    heard++;
    const { rows } = await sql<{ n: bigint }>`select count(*) as n from tick where slot = ${slot}`.execute(world.db);
    if (Number(rows[0]!.n) !== ticks.length) early.push(slot);
  });
  const first = await startFeed(world);
  await first.wrote(4);
  const second = await startFeed(world);
  await wait(700);
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
  await feed.stop();
  const { rows } = await sql<{ seed: Buffer; symbols: number[]; opens: string[]; day: number }>`
    select day, seed, symbols, opens::text[] from tape_plan where day = ${dayOf(slotAt(Date.now()))}`.execute(
    world.owner,
  );
  const { day, seed, symbols, opens } = rows[0]!;
  const plan = { day, seed, opens: symbols.map((symbol, i) => ({ symbol, price: BigInt(opens[i]!) })) };
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
  const made = [{ symbol: 1, price: 6_400_000n, volume: 1n }];
  const source = { name: 'exchange' as const, at: async () => (silent ? [] : made), close: () => {} };
  const feed = await startFeed(world, { openSource: () => source });
  await feed.wrote(2);
  silent = true;
  await wait(2000);
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
