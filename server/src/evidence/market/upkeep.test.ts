import { coins } from '@glasshouse/protocol/market/coins';
import { openDay } from '@glasshouse/protocol/market/synthetic';
import { dayOf, firstSlotOf, slotsPerDay } from '@glasshouse/protocol/market/tape';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { days } from '#platform/runtime/clock.ts';
import { asAdmin, feedRole, inDatabase, urlFor } from '../../../database/prepare.ts';
import { isAtAnotherMoment } from '../../../test/child.ts';
import { plannerOf, planOldDay } from '../../../test/own-prices.ts';
import { openTape } from '../../../test/tape.ts';
import { newWorld } from '../../../test/world.ts';
import { auditTape } from './audit.ts';
import { closeMinutes } from './candles.ts';
import { revealBefore } from './days.ts';
import { makeDay } from './tape-sql.ts';
import { compareDay, dropDaysBefore } from './upkeep.ts';
import { writeSlot } from './writer.ts';

test('a revealed day is regenerated and compared, and a tick that contradicts the seed is named', async () => {
  const world = await newWorld();
  const opened = await openTape(world);
  const { db, tape, now } = opened;
  const today = dayOf(now());
  const plan = await planOldDay(opened, today, now());
  const made = openDay(plan, coins);
  for (let i = 0; i < 30; i++) await writeSlot(db, tape, made.at(now() + i * 400), now() + i * 400, 'late');
  await expect(compareDay(world.db, today)).rejects.toThrow('not revealed');
  await expect(compareDay(world.db, today + 9)).rejects.toThrow('never announced');
  await revealBefore(db, today + 1, plannerOf(opened).seedKeys);
  expect(await compareDay(world.db, today)).toEqual({ ticks: 30 * 24, wrong: [], openings: [] });
  await inDatabase(
    urlFor(world.database, 'postgres'),
    'set session_replication_role = replica',
    `update tick set price = price + 1 where symbol = 5 and slot = ${now() + 800}`,
  );
  const { wrong } = await compareDay(world.db, today);
  expect(wrong).toMatchObject([{ symbol: 5, slot: now() + 800 }]);
});

test('only the owner can remove days from the tape; remaining days can still be verified, and candles stay forever', async () => {
  const world = await newWorld();
  const { db, write, now } = await openTape(world);
  const first = firstSlotOf(dayOf(now()) - 1) + 100;
  for (let i = 0; i < 6; i++) await write(first + i, 6_400_000 + i, 314_000);
  for (let i = 0; i < 6; i++) await write(first + slotsPerDay + i, 6_500_000 + i, 315_000);
  await closeMinutes(db, [1, 2], Math.floor((first + slotsPerDay + 240) / 120));
  expect(await dropDaysBefore(world.owner, dayOf(now()))).toMatchObject({ dropped: [expect.stringMatching(/^tick_/)] });
  expect(await auditTape(world.db)).toMatchObject({ ticks: 12, faults: [] });
  const { rows } = await sql<{ n: bigint }>`select count(*) as n from candle_minute`.execute(world.db);
  expect(rows[0]!.n).toBe(4n);
});

// PostgreSQL's lock timeouts do not fire while its clock is shifted.
test.skipIf(isAtAnotherMoment)(
  'a day in use is dropped once it is free, and does not block readers or writers of the tape until then',
  async () => {
    const world = await newWorld();
    // A statement of the feed that waits longer than this for a lock fails the test. A busy machine alone does not.
    await asAdmin(`alter role ${feedRole} in database ${world.database} set lock_timeout = '400ms'`);
    const { db, write, now } = await openTape(world);
    const today = dayOf(now());
    for (let i = 0; i < 6; i++) await write(firstSlotOf(today) - 6 + i, 6_400_000);
    const reader = await world.pool.connect();
    await reader.query('begin');
    await reader.query('select count(*) from tick');
    let slot = now();
    let writing = true;
    const writer = (async () => {
      while (writing) {
        await write(slot++, 6_500_000);
        await sql`select count(*) from tick where symbol = 1`.execute(db);
      }
    })();
    const partitions = async () => {
      const { rows } = await sql`select 1 from pg_class where relname = ${nameOf(today - 1)}`.execute(world.db);
      return rows.length;
    };
    expect(await dropDaysBefore(world.owner, today, { tries: 3, pause: 10 })).toEqual({
      dropped: [],
      kept: [nameOf(today - 1)],
    });
    // The second try continues a first one that stopped halfway, as after a crash.
    expect(await dropDaysBefore(world.owner, today, { tries: 2, pause: 10 })).toMatchObject({ dropped: [] });
    expect(await partitions()).toBe(1);
    await makeDay(db, today + 2); // the feed continues its own work
    await reader.query('commit');
    reader.release();
    expect(await dropDaysBefore(world.owner, today)).toEqual({ dropped: [nameOf(today - 1)], kept: [] });
    writing = false;
    await writer;
    expect(await partitions()).toBe(0);
    expect(slot - now()).toBeGreaterThan(10);
    expect((await auditTape(world.db)).faults).toEqual([]);
  },
);

test('a day that a crash left detached but not dropped is dropped the next time', async () => {
  const world = await newWorld();
  const { now } = await openTape(world);
  const name = nameOf(dayOf(now()) - 1);
  await sql.raw(`alter table tick detach partition ${name} concurrently`).execute(world.owner);
  expect(await dropDaysBefore(world.owner, dayOf(now()))).toEqual({ dropped: [name], kept: [] });
});

const nameOf = (day: number) => `tick_${new Date(days(day)).toISOString().slice(0, 10).replaceAll('-', '')}`;
