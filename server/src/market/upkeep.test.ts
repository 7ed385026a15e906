import { coins } from '@glasshouse/protocol/coins';
import { openDay } from '@glasshouse/protocol/synthetic';
import { dayOf, firstSlotOf, slotsPerDay } from '@glasshouse/protocol/tape';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inDatabase, urlFor } from '../../database/prepare.ts';
import { openTape } from '../../test/tape.ts';
import { newWorld } from '../../test/world.ts';
import { auditTape } from './audit.ts';
import { closeMinutes } from './candles.ts';
import { planDay, revealBefore } from './days.ts';
import { compareDay, dropDaysBefore } from './upkeep.ts';
import { writeSlot } from './writer.ts';

test('a revealed day is made again and compared; a tick the seed does not give is named', async () => {
  const world = await newWorld();
  const { db, tape, now } = await openTape(world);
  const today = dayOf(now());
  const plan = await planDay(db, today, now(), tape.key, tape.signer);
  const made = openDay(plan, coins);
  for (let i = 0; i < 30; i++) await writeSlot(db, tape, made.at(now() + i * 400), now() + i * 400, 'late');
  await expect(compareDay(world.db, today)).rejects.toThrow('not revealed');
  await expect(compareDay(world.db, today + 9)).rejects.toThrow('never announced');
  await revealBefore(db, today + 1);
  expect(await compareDay(world.db, today)).toEqual({ ticks: 30 * 24, wrong: [] });
  await inDatabase(
    urlFor(world.database, 'postgres'),
    'set session_replication_role = replica',
    `update tick set price = price + 1 where symbol = 5 and slot = ${now() + 800}`,
  );
  const { wrong } = await compareDay(world.db, today);
  expect(wrong).toMatchObject([{ symbol: 5, slot: now() + 800 }]);
});

test('days leave the tape by the owner alone; what stays can still be checked, and candles stay for ever', async () => {
  const world = await newWorld();
  const { db, write, now } = await openTape(world);
  const first = firstSlotOf(dayOf(now()) - 1) + 100;
  for (let i = 0; i < 6; i++) await write(first + i, 6_400_000 + i, 314_000);
  for (let i = 0; i < 6; i++) await write(first + slotsPerDay + i, 6_500_000 + i, 315_000);
  await closeMinutes(db, [1, 2], Math.floor((first + slotsPerDay + 240) / 120));
  expect(await dropDaysBefore(world.owner, dayOf(now()))).toHaveLength(1);
  expect(await auditTape(world.db)).toMatchObject({ ticks: 12, faults: [] });
  const { rows } = await sql<{ n: bigint }>`select count(*) as n from candle_minute`.execute(world.db);
  expect(rows[0]!.n).toBe(4n);
});
