import { setTimeout as wait } from 'node:timers/promises';
import { decideApproval } from '@glasshouse/protocol/backoffice/approvals';
import type { Chain } from '@glasshouse/protocol/beacon/chain';
import { fromHex, toHex } from '@glasshouse/protocol/bytes';
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
import { step } from '#platform/database/db.ts';
import { systemClock } from '#platform/runtime/clock.ts';
import { sha } from '#platform/security/signer.ts';
import { asAdmin, ownerRole, urlFor } from '../../../database/prepare.ts';
import { startFeed } from '../../../test/feed.ts';
import { openOffice } from '../../../test/office.ts';
import { openPrices, plannerOf, planOldDay, testChain } from '../../../test/own-prices.ts';
import { openTape } from '../../../test/tape.ts';
import { until } from '../../../test/until.ts';
import { newWorld } from '../../../test/world.ts';
import { auditTape } from './audit.ts';
import { beginDay, planDay, revealBefore } from './days.ts';
import { tapeHealth } from './health.ts';
import { insertRun } from './tape-sql.ts';

test('a feed of the previous release neither begins nor continues a day of a generator that it does not know', async () => {
  const world = await newWorld();
  const tape = await openTape(world);
  const planner = plannerOf(tape);
  const now = slotAt(systemClock().getTime()); // a run begins at the database's time
  const today = dayOf(now);
  await planDay(planner, today, now);
  await planDay(planner, today + 1, now);
  await insertRun(tape.db, 'synthetic', 2);
  const begin = (day: number, slot: number) => beginDay(tape.db, day, slot, testChain, coins);
  await expect(begin(today, now)).rejects.toThrow('newer generator than this feed knows');
  // Another run begins in another slot.
  await until(() =>
    insertRun(tape.db, 'synthetic', 3).then(
      () => true,
      () => false,
    ),
  );
  await begin(today, now);
  await expect(insertRun(tape.db, 'synthetic', 2)).rejects.toThrow('newer generator than this feed knows');
});

test('the seed of a day is committed before the day and revealed after it, in every plan version', async () => {
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
  expect(announced.commitment).toEqual(
    sha(beaconPlanBytes({ version: 3, day: today + 1, seed: next.seed }, fromHex(testChain.hash))),
  );
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

/** A tape with one tick at `left`, and a feed that continues it after a pause and has stopped again. */
async function feedAfterPause(ms: number) {
  const world = await newWorld({ now: new Date(Date.now() - ms) });
  const tape = await openTape(world);
  const left = tape.now();
  await tape.write(left, 6_500_000);
  const feed = await startFeed(world);
  await feed.wrote(3);
  await feed.stop();
  return { world, tape, left, feed };
}

test('slots of days without a plan stay a gap, and prices continue from the last tick', async () => {
  const { world, left, feed } = await feedAfterPause(3 * 86_400_000);
  const gaps = await world.db.selectFrom('tape_gap').selectAll().execute();
  expect(gaps).toEqual([
    { first_slot: BigInt(left + 1), last_slot: BigInt(feed.slots[0]! - 1), symbol: 0, reason: 'no_feed' },
  ]);
  const opening = await world.db.selectFrom('tape_opening').selectAll().executeTakeFirstOrThrow();
  expect(Number(opening.slot)).toBe(feed.slots[0]!);
  expect(opening.opens.map(Number).slice(0, 2)).toEqual([6_500_000, Number(coins[1]!.start)]);
  expect((await auditTape(world.db)).faults).toEqual([]);
});

test('a day planned after it began is not filled from its beginning, because its seed could have been chosen', async () => {
  const { world, tape, left, feed } = await feedAfterPause(60_000);
  const { announced_slot: announced } = await world.db
    .selectFrom('tape_day')
    .select('announced_slot')
    .orderBy('day')
    .executeTakeFirstOrThrow();
  expect(feed.slots[0]).toBeGreaterThanOrEqual(Number(announced));
  const gaps = await world.db.selectFrom('tape_gap').selectAll().execute();
  expect(gaps).toMatchObject([{ first_slot: BigInt(left + 1), symbol: 0, reason: 'no_feed' }]);
  // The feed's role can't choose where a day opens either.
  const chosen = sql`insert into tape_opening (day, slot, chain, symbols, opens)
    select day + 1, (day + 1) * 172800::bigint, chain, symbols, array_fill(1::bigint, array[cardinality(opens)]) from tape_opening limit 1`;
  await expect(chosen.execute(tape.db)).rejects.toThrow(/other prices than the tape has|foreign key/);
});

test('days are prepared a day ahead, and chores that fail at midnight are retried', async () => {
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

  // At midnight one chore lacks its privilege, and another waits for a lock until it is cancelled.
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
  await feed.wrote(before + 2); // the current day continues

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

test('an announced day keeps its beacon; a new beacon starts with the next planned day', async () => {
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

test('a seed that cannot be opened does not block the reveal of other days', async () => {
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

test('a day that cannot be produced is reported with what is missing until that is back', async () => {
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
  expect(await world.db.selectFrom('tape_run').selectAll().execute()).toEqual([]); // no run begins before it can write
  await prices.back();
  await feed.wrote(20);
  const count = said.length;
  await feed.wrote(feed.slots.length + 2);
  expect(said.length).toBe(count);
});

test.each(['seed', 'beacon'] as const)(
  'a day given up because its %s is lost stays a gap, and the next day continues from the last prices',
  {
    timeout: 120_000,
  },
  async (missing) => {
    const world = await newWorld();
    const staff = await (await openOffice({ ...world, clock: systemClock })).staff();
    // The feed's clock may be slow: here it is shortly before a midnight that is already over.
    const day = dayOf(slotAt(Date.now())) - 1;
    const midnight = msOf(firstSlotOf(day + 1));
    let behind = Date.now() - (midnight - 45_000);
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
    // Rounds that were fetched before the beacon went down still produced some slots.
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
    behind = Date.now() - (midnight - 2000); // the rest of the day passes at once
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
    // The seed can't be revealed, but this blocks nothing and is no longer reported.
    await revealBefore(tape.db, day + 1, prices.source.seedKeys);
  },
);

/** A tape that stopped a minute before midnight, and a feed that resumes half a minute after it without the keys of the given days. */
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

test('when neither the rest of yesterday nor today can be produced, yesterday is reported first', async () => {
  const { world, day, feed, said } = await overMidnight(0, 1);
  await until(() => said.size > 0);
  await wait(1500);
  await feed.stop();
  expect([...said]).toEqual([0]);
  const { rows } = await sql<{ day: number }>`select day from tape_stuck`.execute(world.owner);
  expect(rows).toEqual([{ day }]);
});

test('when today cannot be produced, the rest of yesterday is written first', async () => {
  const { midnight, feed, said } = await overMidnight(1);
  await until(() => feed.slots.at(-1) === midnight - 1);
  await until(() => said.has(1));
});

test('a day that begins while earlier slots are missing opens at the last of them', async () => {
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
