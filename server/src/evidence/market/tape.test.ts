import { checkRun } from '@glasshouse/protocol/market/proof';
import { slotAt } from '@glasshouse/protocol/market/tape';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDb, openPool, step, type Tx } from '#platform/database/db.ts';
import type { DB } from '#platform/database/schema.ts';
import { asAdmin, inDatabase, ownerRole, urlFor } from '../../../database/prepare.ts';
import { openTape } from '../../../test/tape.ts';
import { newWorld } from '../../../test/world.ts';
import { auditTape } from './audit.ts';
import { downloadTicks, proofFor, proveTicks } from './market.ts';
import { dropDaysBefore } from './upkeep.ts';

test('ticks are chained, every second is signed, and gaps are marked', async () => {
  const world = await newWorld();
  const tape = await openTape(world);
  const start = tape.now() - (tape.now() % 2);
  for (let i = 0; i < 10; i++) await tape.write(start + i, 6_400_000 + i, 314_000 - i);
  await tape.write(start + 20, 6_400_100, 314_100); // ten slots were not written
  await tape.write(start + 21, 6_400_101); // the second coin has no price here
  await tape.write(start + 22, 6_400_102);
  await tape.write(start + 23, 6_400_103, 314_103);

  const gaps = await world.db.selectFrom('tape_gap').selectAll().orderBy('first_slot').execute();
  expect(gaps.map((gap) => [Number(gap.first_slot) - start, Number(gap.last_slot) - start, gap.symbol])).toEqual([
    [10, 19, 0],
    [21, 22, 2],
  ]);
  expect(await auditTape(world.db)).toEqual({ ticks: 26, checkpoints: 9, gaps: 2, faults: [] });
});

test('a proof leads from a tick and its neighbors to a signature, and shows that no tick is left out', async () => {
  const world = await newWorld();
  const tape = await openTape(world);
  const start = tape.now() - (tape.now() % 2);
  for (const i of [0, 1, 2, 3, 9, 10, 11]) await tape.write(start + i, 6_400_000 + i, 314_000, 148_000);
  const runs = await proofFor(world.db, 1, [start + 4]);
  expect(runs).toHaveLength(1);
  expect(runs![0]!.ticks.map((tick) => tick.slot - start)).toEqual([3, 9, 10, 11]);
  expect(await checkRun(runs![0]!, [tape.tape.signer.publicKey.toString('hex')])).toBeUndefined();
  expect(await proofFor(world.db, 1, [start + 12])).toBeUndefined();
  const two = await proofFor(world.db, 2, [start + 1, start + 9]);
  expect(two![0]!.ticks.map((tick) => tick.slot - start)).toEqual([0, 1, 2, 3, 9, 10, 11]);
  expect(await checkRun(two![0]!)).toBeUndefined();
  for (const slot of [start + 5000]) for (const i of [0, 1, 2, 3]) await tape.write(slot + i, 6_500_000 + i);
  const far = await proofFor(world.db, 1, [start + 1, start + 5001]);
  expect(far).toHaveLength(2);
  for (const run of far!) expect(await checkRun(run)).toBeUndefined();
});

test('no role of the application can change, delete or insert a past tick', async () => {
  const world = await newWorld();
  const tape = await openTape(world);
  const start = tape.now() - (tape.now() % 2);
  for (let i = 0; i < 4; i++) await tape.write(start + i, 6_400_000);
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'tick'::regclass`.execute(world.db);
  const tables = ['tick', ...rows.map((row) => row.name), 'tape_checkpoint', 'tape_gap', 'candle_minute'];
  const first: Record<string, string> = { tape_gap: 'symbol', candle_minute: 'symbol' };
  await sql`insert into candle_minute values (1, 1, 1, 1, 1, 1, 1)`.execute(tape.db);
  await sql`insert into tape_gap values (1, 1, 1, 'late')`.execute(tape.db);
  for (const db of [world.db, tape.db, world.owner]) {
    for (const name of tables) {
      const column = first[name] ?? 'slot';
      const filled =
        !/^tick_/.test(name) || (await sql.raw(`select 1 from ${name}`).execute(world.owner)).rows.length > 0;
      for (const change of [`update ${name} set ${column} = ${column}`, `delete from ${name}`, `truncate ${name}`]) {
        if (!filled && db === world.owner && !change.startsWith('truncate')) continue; // the table has no rows that this could change
        await expect(sql.raw(change).execute(db), `${change} as it is`).rejects.toMatchObject({ code: '42501' });
      }
    }
  }
  const add = (slot: number) => `insert into tick values (2, ${slot}, 1, 1, decode(repeat('00', 32), 'hex'))`;
  await expect(sql.raw(add(start + 9)).execute(world.db)).rejects.toThrow('permission denied');
  await expect(sql.raw(add(start + 1)).execute(tape.db)).rejects.toThrow('signed up to slot');
  for (const hidden of ['select seed from tape_plan', 'select make_tape_day(1)'])
    await expect(sql.raw(hidden).execute(world.db)).rejects.toThrow('permission denied');
  for (const db of [world.db, tape.db])
    await expect(dropDaysBefore(db, 99_999)).rejects.toThrow(/must be owner|permission denied/);
  expect((await auditTape(world.db)).faults).toEqual([]);
});

test('one flipped bit in a copy of the database is found, and its tick is named', async () => {
  const world = await newWorld();
  const tape = await openTape(world);
  const start = tape.now() - (tape.now() % 2);
  for (let i = 0; i < 40; i++) await tape.write(start + i, 6_400_000 + i * 7, 314_000 - i, 148_000 + i);
  const copy = `${world.database}_copy`;
  const others = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${world.database}'`;
  await asAdmin(others, `create database ${copy} template ${world.database}`);
  const pool = openPool(urlFor(copy, ownerRole), 2, () => {});
  onTestFinished(async () => {
    await pool.end();
    await asAdmin(`drop database ${copy} with (force)`);
  });
  const db = openDb(pool);
  expect((await auditTape(db)).faults).toEqual([]);
  const admin = urlFor(copy, 'postgres');
  await inDatabase(
    admin,
    `set session_replication_role = replica`,
    `update tick set price = price # 1 where symbol = 2 and slot = ${start + 17}`,
  );
  expect((await auditTape(db)).faults).toEqual([{ symbol: 2, slot: start + 17, what: 'tick' }]);
  const runs = await proofFor(db, 2, [start + 15]);
  expect(await checkRun(runs![0]!)).toEqual({ slot: start + 17, what: 'tick' });
});

test('a sealed run is built once; later requests read only a few rows', async () => {
  const world = await newWorld();
  const tape = await openTape(world);
  const began = '2026-11-15T11';
  const start = slotAt(Date.parse(`${began}:59:50Z`));
  for (let i = 0; i < 40; i++) await tape.write(start + i, 6_400_000 + i, 314_000, 148_000);
  let read: boolean[] = [];
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: world.pool }),
    log: ({ query }) => {
      if (!/^(begin|commit)$/.test(query.sql))
        read.push(/limit \$\d+$/.test(query.sql) && query.parameters.at(-1) === 1);
    },
  });
  const counted = async <T>(work: (tx: Tx) => Promise<T>) => {
    read = [];
    const answer = await step(db, work);
    return { answer, rows: read.filter((single) => single).length, more: read.filter((single) => !single).length };
  };
  const proof = () => counted((tx) => proveTicks(tx, { symbol: 'ETH', slots: [start + 3, start + 9] }));
  const file = () => counted((tx) => downloadTicks(tx, { symbol: 'BTC', hour: began }));
  const open = () => counted((tx) => downloadTicks(tx, { symbol: 'BTC', hour: '2026-11-15T12' }));
  for (const ask of [proof, file]) {
    const first = await ask();
    const second = await ask();
    expect(first.answer).toMatchObject({ ok: true });
    expect(second.answer).toEqual(first.answer);
    expect(first.more).toBeGreaterThan(1);
    expect({ more: second.more, few: second.rows <= 6 }).toEqual({ more: 0, few: true });
  }
  // The file of an hour that isn't over keeps growing.
  const before = await open();
  await tape.write(start + 40, 6_400_040, 314_000, 148_000);
  await tape.write(start + 41, 6_400_041, 314_000, 148_000);
  const after = await open();
  expect(JSON.stringify(after.answer).length).toBeGreaterThan(JSON.stringify(before.answer).length);
});
