import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { step } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import { newWorld, type World } from '../../../test/world.ts';
import { watchBooks } from './jobs.ts';
import { type Posting, postBatch, systemAccount, walletOf } from './ledger.ts';
import { checkBooks, countAlarms, proveNewLegs, proveNextAccounts, replaceAlarms } from './proof.ts';

const at = new Date('2026-11-15T12:00:00Z');
const external = systemAccount('external', 'USDT');
const fund = (owner: bigint) => walletOf(owner, 'fund', 'USDT');
const topUp = (owner: bigint, amount = 100n): Posting => ({
  kind: 'top_up',
  ref: newId(),
  moves: [{ from: external, to: fund(owner), amount }],
});
const post = (world: World, ...postings: Posting[]) => step(world.db, (tx) => postBatch(tx, at, postings));
/** Changes a balance without a leg, which the migrating role can do and the application can't. */
const tamper = (world: World, owner: bigint, by: bigint) =>
  sql`update account set balance = balance + ${by} where id = ${fund(owner)}`.execute(world.owner);
/** Open transactions anywhere on the server delay the proof, and other tests have some. */
async function finished(world: World) {
  for (;;) {
    const { rows } = await sql<{ yes: boolean }>`
      select next_xid < pg_snapshot_xmin(pg_current_snapshot()) as yes from proof_mark`.execute(world.db);
    if (rows[0]!.yes) return;
    await pause(5);
  }
}
/** Runs twice, because a run proves up to the end that the previous run recorded. */
async function prove(world: World) {
  await finished(world);
  const first = await proveNewLegs(world.db, at);
  await finished(world);
  return [...first, ...(await proveNewLegs(world.db, at))];
}

test('a full check finds every balance, income and currency that does not add up', async () => {
  const world = await newWorld({ posts: 'anything', books: 'drift' });
  await post(world, topUp(1n), topUp(2n), {
    kind: 'welcome_grant',
    ref: newId(),
    moves: [{ from: systemAccount('house', 'USDT'), to: fund(1n), amount: 7n }],
  });
  await post(world, {
    kind: 'top_up',
    ref: newId(),
    moves: [{ from: systemAccount('external', 'CNY'), to: walletOf(1n, 'cash', 'CNY'), amount: 5n }],
  });
  expect(await checkBooks(world.db)).toEqual({ accounts: 3n, legs: 7n, currencies: 2, drift: [] });
  await tamper(world, 2n, 1n);
  expect((await checkBooks(world.db)).drift).toEqual([{ account: fund(2n), balance: 101n, legs: '100' }]);
  await tamper(world, 2n, -1n);
  await sql`update income set amount = 8`.execute(world.owner);
  expect((await checkBooks(world.db)).drift).toEqual([{ account: 1n << 16n, balance: 8n, legs: '7' }]);
  await sql`update income set amount = 7`.execute(world.owner);
  await sql`alter table leg disable trigger legs_sum_to_zero`.execute(world.owner);
  await sql`insert into leg (account, id, amount, at, kind) values (${external}, 1, -3, now(), 10)`.execute(
    world.owner,
  );
  expect((await checkBooks(world.db)).drift).toEqual([{ account: 1n, balance: 0n, legs: '-3' }]);
  await sql`insert into leg (account, id, amount, contra, at, ref, kind) values (${fund(9n)}, 2, 3, ${external}, now(), ${newId()}, 10)`.execute(
    world.owner,
  );
  expect((await checkBooks(world.db)).drift).toEqual([{ account: fund(9n), balance: 0n, legs: '3' }]); // legs without an account
});

test('the incremental proof keeps sums per account, including system accounts, and reads nothing twice', async () => {
  const world = await newWorld({ posts: 'anything' });
  await post(world, topUp(1n), topUp(2n));
  expect(await prove(world)).toEqual([]);
  await post(world, topUp(1n, 11n));
  expect(await prove(world)).toEqual([]);
  const kept = await world.db.selectFrom('proof').select(['account', 'amount']).orderBy('account').execute();
  expect(kept).toEqual([
    { account: external, amount: -211n },
    { account: fund(1n), amount: 111n },
    { account: fund(2n), amount: 100n },
  ]);
  // The incremental proof reads only accounts with new legs; the scan over all accounts finds this drift.
  await tamper(world, 2n, 5n);
  expect(await prove(world)).toEqual([]);
  await tamper(world, 2n, -5n);
  const { through } = await world.db.selectFrom('proof_mark').select('through').executeTakeFirstOrThrow();
  const { rows } = await sql<{ end: bigint }>`select last_value + 65536 as end from posting_block`.execute(world.db);
  expect(through).toBe(rows[0]!.end);
});

test("the very first posting is proved, although the proof's mark was set before it", async () => {
  const world = await newWorld({ posts: 'anything' });
  await prove(world);
  await post(world, topUp(1n));
  await prove(world);
  expect(await world.db.selectFrom('proof').select('account').where('account', '=', fund(1n)).execute()).toHaveLength(
    1,
  );
});

test('a drift raises the alarm metric and a log line, until a full check finds the books correct', async () => {
  const world = await newWorld({ posts: 'anything' });
  const lines: string[] = [];
  const watch = watchBooks({
    db: world.db,
    log: pino({ level: 'error' }, { write: (line) => lines.push(line) }),
    registry: world.metrics.registry,
  });
  const gauge = async () => (await world.metrics.registry.metrics()).match(/^glasshouse_books_drift (\d+)$/m)?.[1];
  await post(world, topUp(1n));
  await watch(at);
  await tamper(world, 1n, 7n);
  await finished(world);
  await watch(at);
  expect(await gauge()).toBe('1');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { account: String(fund(1n)), balance: '107', legs: '100', msg: 'the books do not add up' },
  ]);
  await watch(at);
  expect(await gauge()).toBe('1'); // the alarm doesn't clear on its own
  await replaceAlarms(world.db, at, (await checkBooks(world.db)).drift);
  expect(await countAlarms(world.db)).toBe(1);
  await tamper(world, 1n, -7n);
  await replaceAlarms(world.db, at, (await checkBooks(world.db)).drift);
  await watch(at);
  expect(await gauge()).toBe('0');
  expect(await world.metrics.registry.metrics()).toMatch(/^glasshouse_books_proved_timestamp_seconds 1794744000$/m);
});

test('an edited balance that is never used is found within one scan over all accounts, a slice per minute', async () => {
  const world = await newWorld({ posts: 'anything', books: 'drift' });
  const owners = [1n, 2n, 3n, 4n, 5n];
  await post(world, ...owners.map((owner) => topUp(owner)));
  expect(await prove(world)).toEqual([]);
  await post(world, topUp(1n, 5n)); // not proved yet, but correct
  const walk = async () => {
    const found = [];
    for (let minute = 0; minute < 3; minute++) found.push(...(await proveNextAccounts(world.db, at, 2)));
    return found;
  };
  expect(await walk()).toEqual([]);
  for (const owner of [2n, 5n]) {
    await tamper(world, owner, 7n);
    expect(await walk()).toEqual([{ account: fund(owner), balance: 107n, legs: '100' }]);
    await tamper(world, owner, -7n);
  }
  expect(await walk()).toEqual([]);
  await sql`delete from account where id = ${fund(3n)}`.execute(world.owner);
  expect(await walk()).toEqual([{ account: fund(3n), balance: 0n, legs: '100' }]);
  expect(await countAlarms(world.db)).toBe(3);
});

test('the minute job continues where it stopped', async () => {
  const world = await newWorld({ posts: 'anything', books: 'drift' });
  await post(world, topUp(1n));
  expect(await prove(world)).toEqual([]);
  await tamper(world, 1n, 7n);
  const watch = watchBooks({ db: world.db, log: pino({ level: 'silent' }), registry: world.metrics.registry });
  for (let minute = 0; minute < 2; minute++) await watch(at);
  expect(await countAlarms(world.db)).toBe(1);
});

test('legs of a transaction that was open during the proof are not skipped', async () => {
  const world = await newWorld({ posts: 'anything', books: 'drift' });
  await post(world, topUp(2n));
  let finish = () => {};
  const gate = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let written = () => {};
  const wrote = new Promise<void>((resolve) => {
    written = resolve;
  });
  const slow = step(world.db, async (tx) => {
    await postBatch(tx, at, [topUp(1n)]);
    written();
    await gate;
  });
  await wrote;
  await post(world, topUp(2n)); // a later id that is committed earlier
  expect(await proveNewLegs(world.db, at)).toEqual([]);
  expect(await proveNewLegs(world.db, at)).toEqual([]);
  finish();
  await slow;
  await tamper(world, 1n, 1n);
  expect(await prove(world)).toEqual([{ account: fund(1n), balance: 101n, legs: '100' }]);
});

test('a long backlog is proved in bounded passes, which find unbalanced legs', async () => {
  const world = await newWorld({ posts: 'anything', books: 'drift' });
  await sql`alter table leg disable trigger legs_sum_to_zero`.execute(world.owner);
  await post(world, topUp(1n));
  await proveNewLegs(world.db, at);
  for (let i = 0; i < 1200; i += 400)
    await sql`select nextval('posting_block') from generate_series(1, 400)`.execute(world.owner);
  await post(world, topUp(1n));
  const { rows } = await sql<{ id: bigint }>`select last_value + 9 as id from posting_block`.execute(world.db);
  await sql`insert into leg (account, id, amount, at, kind) values (${external}, ${rows[0]!.id}, -3, now(), 10)`.execute(
    world.owner,
  );
  await finished(world);
  await proveNewLegs(world.db, at);
  await finished(world);
  const mark = () => world.db.selectFrom('proof_mark').select(['through', 'next']).executeTakeFirstOrThrow();
  const before = await mark();
  await sql`select nextval('posting_block')`.execute(world.owner); // more is written after the mark
  expect(await proveNewLegs(world.db, at, 1)).toEqual([]); // only a part of the backlog
  expect(await mark()).toEqual({ through: before.through + 500n * 65536n, next: before.next });
  expect(await proveNewLegs(world.db, at, 1)).toEqual([]);
  expect(await proveNewLegs(world.db, at)).toEqual([{ account: 1n, balance: 0n, legs: '-3' }]);
  expect((await mark()).through).toBe(before.next);
});
