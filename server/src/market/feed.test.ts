import { setTimeout as wait } from 'node:timers/promises';
import { decideApproval } from '@glasshouse/protocol/backoffice/approvals';
import { type Chain, roundOfSlot } from '@glasshouse/protocol/beacon/chain';
import { readRounds } from '@glasshouse/protocol/beacon/rounds-file';
import { fromHex, toHex } from '@glasshouse/protocol/bytes';
import { downloadRounds, showTape } from '@glasshouse/protocol/market/calls';
import { coins } from '@glasshouse/protocol/market/coins';
import { giveUpDay } from '@glasshouse/protocol/market/office';
import {
  beaconPlanBytes,
  dayBytes,
  dayOf,
  firstSlotOf,
  msOf,
  signedBy,
  slotAt,
} from '@glasshouse/protocol/market/tape';
import { utcDay } from '@glasshouse/protocol/utc-day';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { asAdmin, inDatabase, ownerRole, urlFor } from '../../database/prepare.ts';
import { openOffice } from '../../test/office.ts';
import { openPrices, plannerOf, planOldDay, testChain } from '../../test/own-prices.ts';
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
import { compareDay } from './upkeep.ts';

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
    source: parts.source ?? (await openPrices()).source,
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
  expect(heard).toBeGreaterThan(1); // slots that are written together are told of once
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
  const { source } = await openPrices();
  const began = performance.now();
  const feed = await startFeed(world, { source });
  await gone;
  expect(performance.now() - began).toBeLessThan(6000);
  await feed.wrote(1);
  await expect(stuck.query('select 1')).rejects.toThrow();
});

test('a killed connection costs nothing but time: the chain goes on without a gap', async () => {
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

test('a day is committed before it begins and revealed after it, whichever version planned it', async () => {
  const world = await newWorld();
  const tape = await openTape(world);
  const planner = plannerOf(tape);
  const today = dayOf(tape.now());
  const plan = await planOldDay(tape, today, tape.now());
  const next = await planDay(planner, today + 1, tape.now());
  expect(await planDay(planner, today, tape.now() + 5)).toEqual({ version: 1, ...plan });
  expect(await planDay(planner, today + 1, tape.now() + 5)).toEqual(next);
  const announced = await world.db
    .selectFrom('tape_day')
    .selectAll()
    .where('day', '=', today + 1)
    .executeTakeFirstOrThrow();
  expect(announced.commitment).toEqual(sha(beaconPlanBytes(today + 1, next.seed, fromHex(testChain.hash))));
  const bytes = dayBytes(today + 1, announced.commitment, tape.now());
  expect(await signedBy(toHex(tape.tape.signer.publicKey), toHex(announced.signature), bytes)).toBe(true);
  const { rows } = await sql<{ seed: Buffer | null }>`select seed from tape_plan where day = ${today + 1}`.execute(
    tape.db,
  );
  expect(rows).toEqual([{ seed: null }]);
  const others = { ...planner, seedKeys: [Buffer.alloc(32, 9)] as const };
  await expect(planDay(others, today + 1, tape.now())).rejects.toThrow('sealed with another key');
  expect(await planDay({ ...others, seedKeys: [...others.seedKeys, ...planner.seedKeys] }, today + 1, 0)).toEqual(next);

  const revealed = () => world.db.selectFrom('tape_revealed').select(['day', 'seed']).orderBy('day').execute();
  await revealBefore(tape.db, today, planner.seedKeys);
  expect(await revealed()).toEqual([]);
  for (const plans of [
    sql`insert into tape_revealed select day, sha256('x'), symbols, opens from tape_plan where day = ${today}`,
    sql`insert into tape_revealed select day, seed, symbols, opens[2:] || opens[1] from tape_plan where day = ${today}`,
    sql`insert into tape_revealed (day, seed, chain) select day, sha256('x'), chain from tape_plan where day = ${today + 1}`,
  ])
    await expect(plans.execute(tape.db)).rejects.toThrow('planned otherwise');
  await revealBefore(tape.db, today + 2, planner.seedKeys);
  expect(await revealed()).toEqual([
    { day: today, seed: plan.seed },
    { day: today + 1, seed: next.seed },
  ]);
});

test('what the feed writes is what seed and rounds give, slot by slot, and every slot is there', async () => {
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
  expect(shown.days.find(({ revealed }) => revealed)).toMatchObject({ version: 2, revealed: { beacon: testChain } });
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

test('while the beacon is away the tape waits, and then writes every slot of that time, marked late', async () => {
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

test('after an interruption every missing slot is written first', async () => {
  const world = await newWorld();
  const prices = await openPrices();
  const hours = 3;
  const behind = (ms: number) => () => new Date(Date.now() - ms);
  const first = await startFeed(world, { source: prices.source, historyMinutes: 0, clock: behind(hours * 3_600_000) });
  await first.wrote(2);
  await first.stop();
  // A minute later, as the second feed sees it.
  const second = await startFeed(world, { source: prices.source, clock: behind(hours * 3_600_000 - 60_000) });
  await until(() => (second.slots.at(-1) ?? 0) - first.slots.at(-1)! > 115, 60);
  await second.stop();
  const all = [...first.slots, ...second.slots];
  expect(all).toEqual(all.map((_, i) => first.slots[0]! + i));
  const late = await world.db.selectFrom('tape_late').selectAll().orderBy('first_slot').execute();
  expect(late[0]).toMatchObject({ first_slot: BigInt(second.slots[0]!) });
  expect(await auditTape(world.db)).toMatchObject({ gaps: 0, faults: [] });
});

test('what nobody had announced is not filled afterwards: it stays a gap, and prices go on from the last', async () => {
  const world = await newWorld({ now: new Date(Date.now() - 3 * 86_400_000) });
  const tape = await openTape(world);
  const left = tape.now();
  await tape.write(left, 6_500_000);
  const feed = await startFeed(world);
  await feed.wrote(3);
  await feed.stop();
  const gaps = await world.db.selectFrom('tape_gap').selectAll().execute();
  expect(gaps).toEqual([
    { first_slot: BigInt(left + 1), last_slot: BigInt(feed.slots[0]! - 1), symbol: 0, reason: 'no_feed' },
  ]);
  const opening = await world.db.selectFrom('tape_opening').selectAll().executeTakeFirstOrThrow();
  expect(Number(opening.slot)).toBe(feed.slots[0]!);
  expect(opening.opens.map(Number).slice(0, 2)).toEqual([6_500_000, Number(coins[1]!.start)]);
  expect((await auditTape(world.db)).faults).toEqual([]);
});

test('a day that was announced after its first slots is not filled from its beginning: its seed could have been chosen', async () => {
  const world = await newWorld({ now: new Date(Date.now() - 60_000) });
  const tape = await openTape(world);
  const left = tape.now();
  await tape.write(left, 6_500_000);
  const feed = await startFeed(world);
  await feed.wrote(3);
  await feed.stop();
  const { announced_slot: announced } = await world.db
    .selectFrom('tape_day')
    .select('announced_slot')
    .orderBy('day')
    .executeTakeFirstOrThrow();
  expect(feed.slots[0]).toBeGreaterThanOrEqual(Number(announced));
  const gaps = await world.db.selectFrom('tape_gap').selectAll().execute();
  expect(gaps).toMatchObject([{ first_slot: BigInt(left + 1), symbol: 0, reason: 'no_feed' }]);
  // Nor can the feed's role choose where a day opens.
  const chosen = sql`insert into tape_opening (day, slot, chain, symbols, opens)
    select day + 1, (day + 1) * 172800::bigint, chain, symbols, array_fill(1::bigint, array[cardinality(opens)]) from tape_opening limit 1`;
  await expect(chosen.execute(tape.db)).rejects.toThrow(/other prices than the tape has|foreign key/);
});

test('while the source is silent the tape has a gap that says so', async () => {
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
  expect(await world.db.selectFrom('tape_day').selectAll().execute()).toEqual([]); // no plan was made for prices of others
});

test('what a day needs is ready a day ahead, and what fails at midnight is tried until it is done', async () => {
  const world = await newWorld();
  const midnight = firstSlotOf(dayOf(slotAt(Date.now()))); // the last one: a feed's clock may be slow, never fast
  const late = Date.now() - msOf(midnight) + 8000;
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

test('a day that was announced follows its beacon to the end; another one begins with the next day that is planned', async () => {
  const world = await newWorld();
  const tape = await openTape(world);
  const today = dayOf(slotAt(Date.now()));
  for (const day of [today - 1, today, today + 1]) await sql`select make_tape_day(${day})`.execute(tape.db);
  await planDay(plannerOf(tape), today, slotAt(Date.now()));
  const before = await openPrices();
  const now = await openPrices(new Uint8Array(32).fill(9));
  const warned: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => warned.push(JSON.parse(line).msg) });
  const source = {
    ...now.source,
    urlOf: (chain: Chain) => (chain.hash === testChain.hash ? before.source : now.source).urlOf(),
  };
  const feed = await startFeed(world, { source, log });
  await feed.wrote(3);
  const plans = async () => {
    const { rows } = await sql<{ day: number; hash: Buffer }>`
      select p.day, c.hash from tape_plan p join beacon_chain c on c.id = p.chain order by p.day`.execute(tape.db);
    return rows.map(({ day, hash }) => [day - today, toHex(hash)]);
  };
  await until(async () => (await plans()).length === 2);
  expect(await plans()).toEqual([
    [0, testChain.hash],
    [1, now.source.chain.hash],
  ]);
  expect(warned).toContain('feed: the day was planned with another beacon, and follows it');
  await feed.stop();
  const { rows } = await sql<{ chain: Buffer }>`
    select distinct c.hash as chain from beacon_round r join beacon_chain c on c.id = r.chain`.execute(world.db);
  expect(rows.map(({ chain }) => toHex(chain))).toEqual([testChain.hash]);
});

test('a stored round that was changed is found by what it gives, and the right one is taken from the beacon', async () => {
  const world = await newWorld();
  const { source } = await openPrices();
  const feed = await startFeed(world, { source });
  await feed.wrote(20);
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

test('a day whose seed cannot be opened keeps no other day from being revealed', async () => {
  const world = await newWorld();
  const tape = await openTape(world);
  const planner = plannerOf(tape);
  const day = dayOf(tape.now());
  await planDay({ ...planner, seedKeys: [Buffer.alloc(32, 1)] }, day - 3, tape.now());
  await planDay(planner, day - 2, tape.now());
  await planDay(planner, day - 1, tape.now());
  await expect(revealBefore(tape.db, day, planner.seedKeys)).rejects.toThrow(`day ${day - 3} cannot be revealed`);
  const { rows } = await sql<{ day: number }>`select day from tape_revealed order by day`.execute(world.db);
  expect(rows.map((row) => row.day - day)).toEqual([-2, -1]);
});

test('a day that cannot be made is named, with what is missing, until it is brought back', async () => {
  const world = await newWorld();
  const tape = await openTape(world);
  const today = dayOf(slotAt(Date.now()));
  for (const day of [today - 1, today, today + 1]) await sql`select make_tape_day(${day})`.execute(tape.db);
  const lost = Buffer.alloc(32, 1);
  await planDay({ ...plannerOf(tape), seedKeys: [lost] }, today, slotAt(Date.now()));
  const prices = await openPrices();
  const said: string[] = [];
  const onStuck = (day: number, reason: string) => said.push(`${day - today} ${reason}`);
  const health = () => step(world.owner, (tx) => tapeHealth(tx, new Date()));
  const date = new Date(today * 86_400_000).toISOString().slice(0, 10);
  const without = await startFeed(world, { source: prices.source, onStuck });
  await until(async () => (await health()).stuckReason !== null);
  expect(await health()).toMatchObject({ stuckDay: date, stuckReason: 'seed' });
  expect(said[0]).toBe('0 seed');
  await without.stop();

  await prices.away();
  said.length = 0;
  const source = { ...prices.source, seedKeys: [prices.source.seedKeys[0], lost] as const };
  const feed = await startFeed(world, { source, onStuck });
  await until(() => said.length > 1, 40);
  expect(await health()).toMatchObject({ stuckDay: date, stuckReason: 'beacon' });
  expect(new Set(said)).toEqual(new Set(['0 beacon']));
  expect(await world.db.selectFrom('tape_run').selectAll().execute()).toEqual([]); // none begins before it can write
  await prices.back();
  await feed.wrote(20);
  const count = said.length;
  await feed.wrote(feed.slots.length + 2);
  expect(said.length).toBe(count);
});

test.each(['seed', 'beacon'] as const)(
  'a day that was given up for want of its %s is left out, and the next one goes on at midnight from the last prices',
  {
    timeout: 120_000,
  },
  async (missing) => {
    const world = await newWorld();
    const staff = await (await openOffice({ ...world, clock: systemClock })).staff();
    // The feed's clock is behind, which it may be: it is shortly before a midnight that is over.
    const day = dayOf(slotAt(Date.now())) - 1;
    const behind = Date.now() - (msOf(firstSlotOf(day + 1)) - 45_000);
    const clock = () => new Date(Date.now() - behind);
    const tape = await openTape({ ...world, clock });
    const lost = Buffer.alloc(32, 1);
    await planDay({ ...plannerOf(tape), seedKeys: [lost] }, day, firstSlotOf(day) - 1000);
    await planDay(plannerOf(tape), day + 1, firstSlotOf(day) - 1000);
    const prices = await openPrices(undefined, clock);
    const both = { ...prices.source, seedKeys: [prices.source.seedKeys[0], lost] as const };
    const before = await startFeed(world, { source: both, clock, historyMinutes: 1 });
    await before.wrote(5);
    await before.stop();
    if (missing === 'beacon') await prices.away();
    const feed = await startFeed(world, { source: missing === 'seed' ? prices.source : both, clock });
    const health = () => step(world.owner, (tx) => tapeHealth(tx, clock()));
    await until(async () => (await health()).stuckReason === missing, 40);
    // Rounds that were fetched before the beacon went away still gave some slots.
    const made = feed.slots.length;
    const first = (feed.slots.at(-1) ?? before.slots.at(-1)!) + 1;
    await sql`update tape_stuck set since = clock_timestamp() - interval '11 minutes'`.execute(tape.db);
    const { waiting } = (await staff.owner.call(giveUpDay, { day: utcDay(msOf(firstSlotOf(day))), reason: 'Lost' }))
      .data;
    const agreed = { id: waiting!, decision: 'approve' as const, reason: 'Agreed' };
    expect((await staff.reviewer.call(decideApproval, agreed)).code).toBe(200);
    await until(async () => (await health()).gapsToday === 1);
    expect(feed.slots).toHaveLength(made);
    if (missing === 'beacon') await prices.back();
    await until(() => feed.slots.length >= made + 10, 60);
    await feed.stop();
    expect(feed.slots.slice(made, made + 3)).toEqual([0, 1, 2].map((i) => firstSlotOf(day + 1) + i));
    const { rows: gaps } = await sql`select * from tape_gap where reason <> 'history'`.execute(world.db);
    const last = BigInt(firstSlotOf(day + 1) - 1);
    expect(gaps).toEqual([{ first_slot: BigInt(first), last_slot: last, symbol: 0, reason: 'given_up' }]);
    expect((await auditTape(world.db)).faults).toEqual([]);
    const { rows: opened } = await sql<{ same: boolean }>`
    select bool_and(opens[nth] = (select price from tick where symbol = symbols[nth] and slot = ${first - 1})) as same
    from tape_opening cross join lateral generate_subscripts(symbols, 1) as nth where day = ${day + 1}`.execute(
      world.db,
    );
    expect(opened).toEqual([{ same: true }]);
    // That its seed cannot be shown holds up nothing and is no fault any more.
    await revealBefore(tape.db, day + 1, prices.source.seedKeys);
  },
);

/** A tape that stopped a minute before a midnight, and a feed that goes on half a minute after it, without the key of these days. */
async function overMidnight(...lostDays: number[]) {
  const world = await newWorld();
  const day = dayOf(slotAt(Date.now())) - 1;
  const midnight = firstSlotOf(day + 1);
  const clockAt = (ms: number) => {
    const behind = Date.now() - ms;
    return () => new Date(Date.now() - behind);
  };
  const clock = clockAt(msOf(midnight) - 60_000);
  const tape = await openTape({ ...world, clock });
  const lost = Buffer.alloc(32, 1);
  for (const which of [0, 1]) {
    const planner = plannerOf(tape);
    const seedKeys = lostDays.includes(which) ? ([lost] as const) : planner.seedKeys;
    await planDay({ ...planner, seedKeys }, day + which, firstSlotOf(day) - 1000);
  }
  const { source } = await openPrices(undefined, clockAt(msOf(midnight) + 60_000));
  const all = { ...source, seedKeys: [source.seedKeys[0], lost] as const };
  const before = await startFeed(world, { source: all, clock, historyMinutes: 1 });
  await before.wrote(3);
  await before.stop();
  const said = new Set<number>();
  const onStuck = (which: number) => said.add(which - day);
  const feed = await startFeed(world, { source, clock: clockAt(msOf(midnight) + 30_000), onStuck });
  return { world, day, midnight, feed, said };
}

test('where neither the rest of yesterday nor today can be made, yesterday is named: it is given up first', async () => {
  const { world, day, feed, said } = await overMidnight(0, 1);
  await until(() => said.size > 0);
  await wait(1500);
  await feed.stop();
  expect([...said]).toEqual([0]);
  const { rows } = await sql<{ day: number }>`select day from tape_stuck`.execute(world.owner);
  expect(rows).toEqual([{ day }]);
});

test('where today cannot be made, the rest of yesterday is written first', async () => {
  const { midnight, feed, said } = await overMidnight(1);
  await until(() => feed.slots.at(-1) === midnight - 1);
  await until(() => said.has(1));
});

test('a day that begins while slots before it are still missing opens at the last of them', async () => {
  const { world, day, midnight, feed } = await overMidnight();
  await until(() => (feed.slots.at(-1) ?? 0) > midnight);
  await feed.stop();
  const { rows } = await sql<{ same: boolean }>`
    select bool_and(opens[nth] = (select price from tick where symbol = symbols[nth] and slot = ${midnight - 1})) as same
    from tape_opening cross join lateral generate_subscripts(symbols, 1) as nth where day = ${day + 1}`.execute(
    world.db,
  );
  expect(rows).toEqual([{ same: true }]);
});
