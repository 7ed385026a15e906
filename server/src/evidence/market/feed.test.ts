import { setTimeout as wait } from 'node:timers/promises';
import { roundOfSlot } from '@glasshouse/protocol/beacon/chain';
import { readRounds } from '@glasshouse/protocol/beacon/rounds-file';
import { downloadRounds, showTape } from '@glasshouse/protocol/market/calls';
import { coins } from '@glasshouse/protocol/market/coins';
import { dayOf, msOf, slotAt } from '@glasshouse/protocol/market/tape';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openDb, openPool, step } from '#platform/database/db.ts';
import { openBus } from '#platform/runtime/bus.ts';
import { systemClock } from '#platform/runtime/clock.ts';
import { sha } from '#platform/security/signer.ts';
import { asAdmin, inDatabase, urlFor } from '../../../database/prepare.ts';
import { startFeed } from '../../../test/feed.ts';
import { openPrices, plannerOf, testChain } from '../../../test/own-prices.ts';
import { openTape } from '../../../test/tape.ts';
import { until } from '../../../test/until.ts';
import { newWorld } from '../../../test/world.ts';
import { auditTape } from './audit.ts';
import { revealBefore } from './days.ts';
import { tapeHealth } from './health.ts';
import { tickSubject } from './messages.ts';
import { compareDay } from './upkeep.ts';

test('a new tape has history, publishes each slot after committing it, and a second feed continues where the first stopped', async () => {
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
  expect(heard).toBeGreaterThan(1); // slots that are written together are announced once
  const audit = await auditTape(world.db);
  expect(audit.faults).toEqual([]);
  expect(audit.ticks).toBeGreaterThan(24 * 240);
});

test('a feed that hangs while it holds the lock is disconnected and cannot write any more', async () => {
  const world = await newWorld();
  await openTape(world);
  const stuck = new pg.Client(world.config.FEED_DATABASE_URL!);
  await stuck.connect();
  const gone = new Promise((resolve) => stuck.on('error', resolve));
  await stuck.query('select pg_try_advisory_lock(500::bigint)');
  const { source } = await openPrices();
  const began = performance.now();
  const feed = await startFeed(world, { source });
  await gone;
  expect(performance.now() - began).toBeLessThan(6000);
  await feed.wrote(1);
  await expect(stuck.query('select 1')).rejects.toThrow();
});

test('the chain continues without a gap after a killed connection', async () => {
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
  expect(await auditTape(world.db)).toMatchObject({ gaps: 0, faults: [] });
});

test('the feed writes exactly the prices derived from seed and beacon rounds, without gaps', async () => {
  const world = await newWorld();
  const feed = await startFeed(world);
  await feed.wrote(9);
  await feed.stop();
  const tape = await openTape(world);
  const day = dayOf(feed.slots.at(-1)!);
  await revealBefore(tape.db, day + 1, plannerOf(tape).seedKeys);
  const { ticks, wrong, openings } = await compareDay(world.db, day);
  expect(wrong).toEqual([]);
  expect(openings).toEqual([]);
  expect(ticks).toBeGreaterThanOrEqual(24 * 9);
  const shown = (await world.visitor().call(showTape, {})).data;
  expect(shown).toMatchObject({ source: 'synthetic', shows: { madeAgain: true, complete: true } });
  expect(shown.beacon).toMatchObject({ name: 'glasshouse-local', hash: testChain.hash, knownToOperator: true });
  expect(shown.days.find(({ revealed }) => revealed)).toMatchObject({ version: 3, revealed: { beacon: testChain } });
  const hour = new Date(msOf(feed.slots.at(-1)!)).toISOString().slice(0, 13);
  const { data } = await world.visitor().call(downloadRounds, { hour });
  const { chain, rounds } = readRounds(data.text);
  expect(chain).toBe(testChain.hash);
  expect(rounds.at(-1)!.round).toBeGreaterThanOrEqual(roundOfSlot(testChain, feed.slots.at(-1)!));
  expect(await world.visitor().call(downloadRounds, { hour: '2020-01-01T00' })).toMatchObject({ code: 404 });
  const gaps = await world.db.selectFrom('tape_gap').selectAll().where('reason', '<>', 'history').execute();
  expect(gaps).toEqual([]);
  // The database refuses such an opening, so its owner writes it here.
  await inDatabase(
    urlFor(world.database, 'postgres'),
    'set session_replication_role = replica',
    'update tape_opening set opens[1] = opens[1] + 1',
  );
  const { openings: other } = await compareDay(world.db, day);
  expect(other).toMatchObject([{ symbol: 1, opened: other[0]!.stood + 1n }]);
});

test('the tape waits for a missing beacon, then writes every slot it missed, marked late', async () => {
  const world = await newWorld();
  const prices = await openPrices();
  const feed = await startFeed(world, { source: prices.source });
  await feed.wrote(3);
  await prices.away();
  let before = -1;
  await until(async () => {
    const same = before === feed.slots.length;
    before = feed.slots.length;
    await wait(3000);
    return same && before === feed.slots.length;
  }, 60);
  const last = feed.slots.at(-1)!;
  await prices.back();
  await until(() => feed.slots.at(-1)! > slotAt(Date.now()) - 3);
  await feed.stop();
  expect(feed.slots).toEqual(feed.slots.map((_, i) => feed.slots[0]! + i));
  const late = await world.db.selectFrom('tape_late').selectAll().orderBy('first_slot').execute();
  expect(late.some((one) => Number(one.first_slot) === last + 1 && one.reason === 'beacon')).toBe(true);
  expect(await auditTape(world.db)).toMatchObject({ gaps: 0, faults: [] });
});

test('missing slots are written first after an interruption', async () => {
  const world = await newWorld();
  const prices = await openPrices();
  const hours = 3;
  const behind = (ms: number) => () => new Date(Date.now() - ms);
  const first = await startFeed(world, { source: prices.source, historyMinutes: 0, clock: behind(hours * 3_600_000) });
  await first.wrote(2);
  await first.stop();
  // A minute later on the second feed's clock.
  const second = await startFeed(world, { source: prices.source, clock: behind(hours * 3_600_000 - 60_000) });
  await until(() => (second.slots.at(-1) ?? 0) - first.slots.at(-1)! > 115, 60);
  await second.stop();
  const all = [...first.slots, ...second.slots];
  expect(all).toEqual(all.map((_, i) => first.slots[0]! + i));
  const late = await world.db.selectFrom('tape_late').selectAll().orderBy('first_slot').execute();
  expect(late[0]).toMatchObject({ first_slot: BigInt(second.slots[0]!) });
  expect(await auditTape(world.db)).toMatchObject({ gaps: 0, faults: [] });
});

test('a silent source leaves a gap on the tape with its reason', async () => {
  const world = await newWorld();
  let silent = false;
  let unanswered = 0;
  const raw = Buffer.from('64000.00');
  const made = { symbol: 1, price: 6_400_000n, volume: 1n, raw };
  const at = async (slot: number) => {
    if (silent) unanswered++;
    return silent ? [] : [{ ...made, heard: { source: 'exchange/test', at: msOf(slot), message: sha(raw) } }];
  };
  const source = { name: 'exchange' as const, at, close: () => {} };
  const feed = await startFeed(world, { source: () => source });
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
  expect(await world.db.selectFrom('tape_day').selectAll().execute()).toEqual([]); // prices from outside have no plan
});

test('a feed whose clock jumps ahead of the database reports it and stops writing, and another takes over', async () => {
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

test('a stored round that was changed is detected and fetched again from the beacon', async () => {
  const world = await newWorld();
  const { source } = await openPrices();
  let behind = 60_000;
  const feed = await startFeed(world, { source, clock: () => new Date(Date.now() - behind) });
  await feed.wrote(2);
  behind -= 12_000; // twelve seconds pass at once
  await feed.wrote(24);
  await feed.stop();
  const { rows } = await sql<{ round: bigint }>`select min(round) + 1 as round from beacon_round`.execute(world.db);
  await inDatabase(
    urlFor(world.database, 'postgres'),
    'set session_replication_role = replica',
    `update beacon_round set signature = decode(repeat('11', 48), 'hex') where round = ${rows[0]!.round}`,
  );
  const said: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => said.push(JSON.parse(line).msg) });
  const next = await startFeed(world, { source, log });
  await next.wrote(3);
  await next.stop();
  expect(said).toContain('feed: stored rounds do not give what is on the tape; all are verified');
  expect(said).toContain('beacon: a stored round is not signed by the chain’s key');
  expect(await auditTape(world.db)).toMatchObject({ gaps: 0, faults: [] });
});
