import { setTimeout as wait } from 'node:timers/promises';
import { decideApproval, listApprovals } from '@glasshouse/protocol/backoffice/approvals';
import { listAudit } from '@glasshouse/protocol/backoffice/audit';
import { showTape } from '@glasshouse/protocol/market/calls';
import { giveUpDay } from '@glasshouse/protocol/market/office';
import { dayOf, firstSlotOf, slotAt } from '@glasshouse/protocol/market/tape';
import { entryBytes } from '@glasshouse/protocol/publiclog/entries';
import { dayMs, utcDay } from '@glasshouse/protocol/utc-day';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '#platform/database/ids.ts';
import { appRole, feedRole, logRole, officeRole, settleRole, urlFor } from '../../../database/prepare.ts';
import { openLog } from '../../../test/log.ts';
import { reason, worldToLose } from '../../../test/lost-day.ts';
import { plannerOf } from '../../../test/own-prices.ts';
import { flat } from '../../../test/trade.ts';
import type { World } from '../../../test/world.ts';
import { compareTables } from '../publiclog/audit-tables.ts';
import { auditTape } from './audit.ts';
import { planDay } from './days.ts';
import { readSealed } from './sealed.ts';
import { ticksBetween } from './sql.ts';
import { makeDay } from './tape-sql.ts';
import { dropDaysBefore } from './upkeep.ts';
import { writeGrid, writeSlot } from './writer.ts';

// Giving up a day that can't be generated, and every attempt to misuse that for choosing prices.

async function connect(world: World, role: string) {
  const client = new pg.Client(urlFor(world.database, role));
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}
const waiting = async (world: World) => {
  const { rows } = await sql<{ n: bigint }>`
    select count(*) as n from pg_locks where relation = 'tape_given_up'::regclass and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(world.owner);
  return Number(rows[0]!.n);
};
async function untilWaiting(world: World, count: number) {
  for (let i = 0; i < 200; i++) {
    if ((await waiting(world)) >= count) return;
    await wait(25);
  }
  throw new Error('no connection waits for a lock');
}

test('two people give up the rest of a day from the first unwritten slot, once; both logs record it', async () => {
  const { world, day, staff, tick, slot, ask, agree, sayStuck, rows, resume } = await worldToLose();
  const log = await openLog(world);
  await tick(...flat(4));
  expect((await ask()).data.reason).toBe('day_not_stuck');
  await sayStuck();
  const asked = { day: utcDay(day * dayMs), reason };
  for (const role of ['reviewer', 'product_manager', 'support', 'auditor'] as const)
    expect((await staff[role].call(giveUpDay, asked)).data.reason).toBe('not_permitted');
  const { waiting } = (await ask()).data;
  expect((await staff.reviewer.call(listApprovals, {})).data.list[0]).toMatchObject({
    ...{ action: giveUpDay.path, subject: `day:${asked.day}`, after: { givenUp: asked.day } },
    ...{ deciders: ['reviewer', 'owner'], reason },
  });
  const own = await staff.owner.call(decideApproval, { id: waiting!, decision: 'approve', reason });
  expect(own.data.reason).toBe('own_request');
  expect(await rows()).toEqual([]);
  expect((await agree(waiting)).code).toBe(200);
  const first = slot() + 1;
  const last = firstSlotOf(day + 1) - 1;
  expect(await rows()).toMatchObject([{ day, first_slot: BigInt(first), last_slot: BigInt(last), approval: waiting }]);
  const entry = (await staff.auditor.call(listAudit, { limit: 2 })).data.list[1];
  expect(entry).toMatchObject({ action: giveUpDay.path, subject: `day:${asked.day}`, reason });
  expect(entry!.second?.name).toBeDefined();
  expect((await ask()).data.reason).toBe('day_not_stuck');
  expect((await agree(waiting)).data.reason).toBe('approval_ended');

  await log.write();
  const { rows: leaves } = await sql<{ bytes: Buffer }>`
    select bytes from log_leaf where get_byte(bytes, 0) = 15`.execute(world.owner);
  expect(leaves.map(({ bytes }) => bytes.toString('hex'))).toEqual([
    Buffer.from(entryBytes({ kind: 'givenUp', day, first, last })).toString('hex'),
  ]);
  // The tape continues with the next day, chained across the gap, and records what is missing.
  await resume(6_500_000, 6_500_001);
  expect(await auditTape(world.db)).toMatchObject({ gaps: 1, faults: [] });
  expect((await world.visitor().call(showTape, {})).data.gaps).toEqual([
    { firstSlot: first, lastSlot: last, symbol: null, reason: 'given_up' },
  ]);
  const { rows: seals } = await sql<{ slot: bigint }>`
    select slot from tape_checkpoint where slot >= ${first} order by slot`.execute(world.owner);
  expect(Number(seals[0]!.slot)).toBe(first);
  await log.write();
  const faults: string[] = [];
  await compareTables(world.owner, (what, where) => faults.push(`${what} ${where}`));
  expect(faults).toEqual([]);
});

test('the database refuses every day except the earliest unwritten one, stuck for ten minutes and reported just now', async () => {
  const { world, day, tick, tape, sayStuck, ask, giveUp } = await worldToLose();
  const why = async (which = day) => {
    const { rows } = await sql<{ why: string | null }>`select why_not_given_up(${which}) as why`.execute(world.owner);
    return rows[0]!.why;
  };
  await sayStuck();
  expect(await why()).toBe('it is not its turn'); // nothing was ever written
  await tick(...flat(4));
  expect(await why()).toBeNull();
  const notSaid = 'the feed does not say that it cannot be made';
  await sayStuck({ day, since: '9 minutes 50 seconds' });
  expect(await why()).toBe(notSaid);
  await sayStuck({ day, seen: '11 seconds' });
  expect(await why()).toBe(notSaid);
  await sayStuck({ day: day + 1 });
  expect(await why()).toBe(notSaid);
  for (const other of [day - 1, day + 1]) {
    await sayStuck({ day: other });
    expect(await why(other)).toBe('it is not its turn');
    expect((await ask(other)).data.reason).toBe('day_not_stuck');
  }
  // Slots written since it was first reported prove that it can be generated.
  const now = slotAt(Date.now());
  await sayStuck();
  await sql`insert into tape_late values (1, 2, ${now - 10 * 120}, 'beacon')`.execute(tape.db);
  expect(await why()).toBe('the feed has written since');
  await sql`insert into tape_late values (3, 4, ${now - 12 * 120}, 'beacon')`.execute(tape.db);
  expect(await why()).toBe(null);
  // Then the next day can be given up, but only when ten minutes of it are missing.
  await giveUp();
  await sayStuck({ day: day + 1 });
  const begun = Date.now() - (day + 1) * dayMs > 10 * 60_000;
  expect(await why(day + 1)).toBe(begun ? null : 'ten minutes have not passed');
  expect(await why()).toBe('it is not its turn');
});

test('a slot less than ten minutes old is not given up', async () => {
  const now = new Date(Date.now() - 9.5 * 60_000);
  const { tick, sayStuck, ask, tape } = await worldToLose({ now });
  await tick(...flat(2));
  await sayStuck({ day: dayOf(tape.now()) });
  expect((await ask(dayOf(tape.now()))).data.reason).toBe('day_not_stuck');
});

test('an approval after the feed has recovered gives up nothing', async () => {
  const { tick, sayStuck, ask, agree, rows, tape, slot } = await worldToLose();
  await tick(...flat(4));
  await sayStuck();
  const { waiting } = (await ask()).data;
  // The feed writes missing slots late, less than ten seconds after it last reported that it could not.
  await tick(...flat(2));
  const now = slotAt(Date.now());
  await sql`insert into tape_late values (${slot() - 1}, ${slot()}, ${now}, 'beacon')`.execute(tape.db);
  expect((await agree(waiting)).data.reason).toBe('day_not_stuck');
  expect(await rows()).toEqual([]);
  await tick(...flat(2));
});

test('a feed that recovers at the same moment either writes a slot or finds it given up, never both', async () => {
  const { world, tick, sayStuck, ask, agree, rows, tape, slot, resume } = await worldToLose();
  await tick(...flat(4));
  await sayStuck();
  // The feed is first: it is writing its slots when the second person approves.
  const first = (await ask()).data.waiting;
  const feed = await connect(world, feedRole);
  await feed.query('begin');
  const insert = (at: number) =>
    feed.query(`insert into tick values (1, ${at}, 1, 1, decode(repeat('11', 32), 'hex'))`);
  await insert(slot() + 1);
  await feed.query(`insert into tape_late values (${slot() + 1}, ${slot() + 1}, ${slotAt(Date.now())}, 'no_feed')`);
  const agreed = agree(first);
  await untilWaiting(world, 1);
  await feed.query('commit');
  expect((await agreed).data.reason).toBe('day_not_stuck');
  expect(await rows()).toEqual([]);

  // The second person is first: both wait for another lock, in this order.
  await sql`insert into tape_late values (${slot() + 2}, ${slot() + 2}, ${slot() + 3}, 'no_feed')`.execute(tape.db);
  await sayStuck();
  const holder = await connect(world, feedRole);
  await holder.query('begin; select from tape_given_up');
  const second = agree((await ask()).data.waiting);
  await untilWaiting(world, 1);
  const writing = insert(slot() + 2).catch((error: Error) => error.message);
  await untilWaiting(world, 2);
  await holder.query('commit');
  expect((await second).code).toBe(200);
  expect(await writing).toBe('a day was given up');
  expect(await rows()).toMatchObject([{ first_slot: BigInt(slot() + 2) }]);
  await expect(
    writeSlot(tape.db, tape.tape, [{ symbol: 1, price: 1n, volume: 1n }], slot() + 3, 'late'),
  ).rejects.toThrow('a day was given up');
  await resume();
});

test('only the feed role can take the lock that stops the tape', async () => {
  const { world, tick } = await worldToLose();
  for (const role of [appRole, settleRole, logRole, officeRole]) {
    const client = await connect(world, role);
    for (const mode of ['access share', 'access exclusive'])
      await expect(client.query(`rollback; begin; lock table tape_given_up in ${mode} mode`), role).rejects.toThrow(
        'denied',
      );
    // The log's writer may take an advisory lock, but this one stops nothing.
    await client.query('rollback');
    const lock = client.query(`select pg_try_advisory_lock(hashtextextended('tape_given_up', 0))`);
    if (role === logRole) await lock;
    else await expect(lock, role).rejects.toThrow('denied');
    await tick(...flat(2));
    await client.query('select pg_advisory_unlock_all()');
  }
});

/** Writes what the console writes when a second person approves. */
const decideBy = async (world: World, id: string, office: pg.Client) => {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from operator where role = 'reviewer'`.execute(world.owner);
  const { id: who, name } = rows[0]!;
  await office.query(
    `update approval set decision = 'approved', answer = 'yes', decided_by = '${who}', decided_by_name = '${name}', decided_at = now() where id = '${id}'`,
  );
};

test('no role can give up a day without two people, twice with one approval, or by an outdated state', async () => {
  const { world, day, tick, sayStuck, ask, giveUp, rows } = await worldToLose();
  await tick(...flat(4));
  await sayStuck();
  const call = `select give_up_day(${day}, '${newId()}')`;
  const written = `insert into tape_given_up values (${day}, ${firstSlotOf(day)}, ${firstSlotOf(day + 1) - 1}, now(), '${newId()}')`;
  for (const role of [appRole, settleRole, feedRole, logRole]) {
    const client = await connect(world, role);
    for (const text of [call, `select why_not_given_up(${day})`, 'select first_missing_slot()', written])
      await expect(client.query(text), `${role} ${text}`).rejects.toThrow('permission denied');
  }
  const office = await connect(world, officeRole);
  await expect(office.query(call)).rejects.toThrow('no two people agreed');
  await expect(office.query(written)).rejects.toThrow('permission denied');
  // Requested but not approved; approved for another day.
  const { waiting } = (await ask()).data;
  await expect(office.query(`select give_up_day(${day}, '${waiting}')`)).rejects.toThrow('no two people agreed');
  await office.query('begin');
  await decideBy(world, waiting!, office);
  await expect(office.query(`select give_up_day(${day - 1}, '${waiting}')`)).rejects.toThrow('no two people agreed');
  await office.query('rollback');
  // Approved by an operator who lacks the permission, or no longer has it.
  for (const change of [`status = 'disabled'`, `role = 'support'`]) {
    await office.query('begin');
    await decideBy(world, waiting!, office);
    await office.query(`update operator set ${change} where role = 'reviewer'`);
    await expect(office.query(`select give_up_day(${day}, '${waiting}')`), change).rejects.toThrow('no two people');
    await office.query('rollback');
  }
  await office.query('begin isolation level repeatable read');
  await decideBy(world, waiting!, office);
  await expect(office.query(`select give_up_day(${day}, '${waiting}')`)).rejects.toThrow('on the tape now');
  await office.query('rollback');
  expect(await rows()).toEqual([]);
  await giveUp();
  const { approval } = (await rows())[0]!;
  const again = await office.query(`select give_up_day(${day}, '${approval}') as done`);
  expect(again.rows).toEqual([{ done: false }]);
  for (const text of [
    'update tape_given_up set first_slot = first_slot + 1',
    'delete from tape_given_up',
    'truncate tape_given_up',
  ])
    await expect(sql.raw(text).execute(world.owner), text).rejects.toThrow();
});

test('the feed leaves out exactly the slots that were given up', async () => {
  const { world, day, tick, giveUp, tape, slot, resume } = await worldToLose();
  await tick(...flat(4));
  const [first, last] = [slot() + 1, firstSlotOf(day + 1) - 1];
  const gap = (from: number, to: number, symbol = 0) =>
    sql`insert into tape_gap (first_slot, last_slot, symbol, reason) values (${from}, ${to}, ${symbol}, 'given_up')`.execute(
      tape.db,
    );
  await expect(gap(first, last)).rejects.toThrow('were not given up');
  await giveUp();
  for (const [from, to, symbol] of [
    [first - 1, last, 0],
    [first + 1, last, 0],
    [first, last - 1, 0],
    [first, last, 1],
  ] as const)
    await expect(gap(from, to, symbol)).rejects.toThrow('were not given up');
  // The gap refuses ticks, and ticks after it need the gap on the tape first.
  const write = (at: number) => writeSlot(tape.db, tape.tape, [{ symbol: 1, price: 1n, volume: 1n }], at, 'late');
  for (const at of [first, last, last + 1]) await expect(write(at)).rejects.toThrow('a day was given up');
  const client = await connect(world, feedRole);
  await client.query('begin isolation level repeatable read');
  await expect(
    client.query(`insert into tick values (1, ${first}, 1, 1, decode(repeat('11', 32), 'hex'))`),
  ).rejects.toThrow('on it now');
  await client.query('rollback');
  await resume();
  for (const at of [first, last]) await expect(write(at)).rejects.toThrow();
  await resume(6_500_000);
});

const longAgo = () => new Date(Date.now() - 5 * dayMs);

test('no proof spans a day that has left the tape next to a given-up day that stays', async () => {
  const { world, day, tick, giveUp, tape, slot, resume } = await worldToLose({ now: longAgo() });
  await tick(...flat(4));
  await giveUp();
  const resumed = await resume(...flat(10));
  await makeDay(tape.db, day + 2);
  const [gone, after] = [firstSlotOf(day + 1), firstSlotOf(day + 2)];
  const made = [{ symbol: 1, price: 6_400_000n, volume: 1n }];
  const slots = Array.from({ length: 10 }, (_, i) => ({ slot: after + i, made }));
  await writeGrid(tape.db, resumed, slots, after + 9, 'no_feed');
  const read = async (first: number, last: number) => {
    let count = 0;
    const sealed = await readSealed(world.db, 1, { first, last }, () => (ticks) => {
      count += ticks.length;
    });
    return typeof sealed === 'string' ? sealed : { count, before: sealed.before };
  };
  expect(await read(gone + 4, gone + 6)).toMatchObject({ count: 5 });
  const { dropped } = await dropDaysBefore(world.owner, day + 2);
  expect(dropped).not.toContain(`tick_${utcDay(day * dayMs).replaceAll('-', '')}`);
  expect(dropped).toContain(`tick_${utcDay((day + 1) * dayMs).replaceAll('-', '')}`);
  expect(await read(gone + 4, gone + 6)).toBe('gone');
  expect(await read(slot(), gone + 6)).toBe('gone');
  expect(await read(slot() - 1, after + 6)).toBe('gone');
  expect(await read(after, after + 6)).toBe('gone');
  // A run can begin at the second tick after the gap, because the first one is the tick it is chained to.
  const [first] = await ticksBetween(world.db, 1, after, after, 1);
  expect(await read(after + 1, after + 5)).toEqual({ count: 5, before: first!.hash.toString('hex') });
  expect(await read(slot() - 1, slot())).toMatchObject({ count: 3 });
  expect((await auditTape(world.db)).faults).toEqual([]);
});

test('auditors see two given-up days in a row as one gap', async () => {
  const { world, day, tick, giveUp, tape, resume } = await worldToLose({ now: longAgo() });
  await tick(...flat(4));
  await planDay(plannerOf(tape), day + 1, firstSlotOf(day) - 1000);
  await giveUp();
  await resume();
  await giveUp(day + 1);
  await makeDay(tape.db, day + 2);
  await resume(...flat(4));
  expect(await auditTape(world.db)).toMatchObject({ gaps: 2, faults: [] });
});
