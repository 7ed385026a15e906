import { breakEvenOf, type Direction, settle } from '@glasshouse/protocol/contracts/settle';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDb, openPool, step } from '#platform/database/db.ts';
import { openBus } from '#platform/runtime/bus.ts';
import { agree, openContracts, type Wish } from '../../../../test/contracts.ts';
import { openTape } from '../../../../test/tape.ts';
import { until } from '../../../../test/until.ts';
import { newWorld } from '../../../../test/world.ts';
import { startSettling } from '../../orders/jobs.ts';
import { openRollup } from '../../orders/settling/rollup.ts';
import { openSettler, type SettledChunk } from '../../orders/settling/settle.ts';
import { outcomeNamed } from '../product.ts';
import { ending } from './ending.ts';

const stake = 10_000_001n;
const won = stake + 8_200_000n; // 82 %, rounded down
const usdt = 1_000_000n;

async function openMarket() {
  const world = await newWorld();
  const tape = await openTape(world);
  const contracts = openContracts(world);
  await sql`insert into contract_terms (seconds, returns, min_stake, max_stake, max_open)
    values ('{1,2,3,4}', '{8200,8200,8200,8200}', 1000000, 5000000000, 5000000000)`.execute(world.owner);
  // Slots of these tests are counted from here. It is even, so that odd offsets have checkpoints.
  const start = tape.now() - (tape.now() % 120);
  const ann = await world.person();
  await world.give(ann, 'contract', 'USDT', 1_000n * usdt);
  const told: SettledChunk[] = [];
  const newSettler = (perChunk?: number) =>
    openSettler({
      ending,
      db: contracts.db,
      clock: world.clock,
      settled: (what) => void told.push(what),
      ...(perChunk && { perChunk }),
    });
  /** Writes slots with these prices of the first coins. */
  const write = async (slots: Record<number, number[]>) => {
    for (const [slot, prices] of Object.entries(slots)) await tape.write(start + Number(slot), ...prices);
  };
  const open = (wish: Omit<Wish, 'owner' | 'headSlot'> & { head?: number }) =>
    contracts.open({ owner: ann.number, headSlot: start + (wish.head ?? 0), ...wish });
  const balance = async () =>
    (
      await world.db
        .selectFrom('account')
        .select('balance')
        .where('id', '=', (ann.number << 16n) | 4097n)
        .executeTakeFirstOrThrow()
    ).balance;
  /** Each contract: outcome, entry and exit as offsets, payout. */
  const outcomes = async (...ids: string[]) => {
    const rows = await Promise.all(ids.map(contracts.row));
    return rows.map((row) =>
      row.result === null
        ? 'open'
        : [
            outcomeNamed(row.result),
            row.entry_slot && Number(row.entry_slot) - start,
            row.exit_slot && Number(row.exit_slot) - start,
            row.payout,
          ],
    );
  };
  return {
    world,
    tape,
    ...contracts,
    contractOf: contracts.open,
    start,
    ann,
    told,
    newSettler,
    write,
    open,
    balance,
    outcomes,
  };
}

test('entry is the first tick after the head and exit the first at or after the due slot; up and down mirror each other', async () => {
  const { newSettler, write, open, outcomes, balance, told, start } = await openMarket();
  await write({ 0: [100, 100, 100] });
  const ids: string[] = [];
  for (const symbol of [1, 2, 3]) for (const long of [true, false]) ids.push(await open({ long, symbol }));
  const settler = newSettler();
  await write({ 1: [100, 100, 100], 2: [300, 300, 300], 3: [1, 1, 1], 4: [1, 1, 1] });
  await settler.look();
  expect(await outcomes(...ids)).toEqual(Array(6).fill('open'));
  await write({ 5: [101, 99, 100] });
  await settler.look();
  expect(await outcomes(...ids)).toEqual([
    ['win', 1, 5, won],
    ['lose', 1, 5, 0n],
    ['lose', 1, 5, 0n],
    ['win', 1, 5, won],
    ['draw', 1, 5, stake],
    ['draw', 1, 5, stake],
  ]);
  expect(await balance()).toBe(1_000n * usdt - 6n * stake + 2n * won + 2n * stake);
  expect(told).toMatchObject([{ slot: start + 5, exitSlot: start + 5, count: 6n }]);
  await settler.look();
  expect(told).toHaveLength(1);
});

test('a feed that stalls longer than the rule allows voids both sides, and a shorter stall does not', async () => {
  const { newSettler, write, open, outcomes, balance } = await openMarket();
  await write({ 0: [100] });
  const ids = [await open({ long: true }), await open({ long: false })];
  const exits = [await open({ long: true, seconds: 30 }), await open({ long: false, seconds: 30 })];
  const settler = newSettler();
  await write({ 11: [200], 12: [200] });
  await settler.look();
  expect(await outcomes(...ids)).toEqual([
    ['void', null, null, stake],
    ['void', null, null, stake],
  ]);
  const late = [await open({ long: true, head: 12, seconds: 30 }), await open({ long: false, head: 12, seconds: 30 })];
  await write({ 22: [100] });
  await write({ 83: [120] }); // due at 61 for the first two, at 73 for the others
  await settler.look();
  expect(await outcomes(...exits, ...late)).toEqual([
    ['void', null, null, stake],
    ['void', null, null, stake],
    ['win', 22, 83, won],
    ['lose', 22, 83, 0n],
  ]);
  expect(await balance()).toBe(1_000n * usdt - 2n * stake + won);
});

test('a coin without ticks is void once the tape is signed past its time, not before, regardless of other coins', async () => {
  const { newSettler, write, open, outcomes, db } = await openMarket();
  await write({ 0: [100, 100], 1: [100, 100] });
  const ids = [
    await open({ long: true, symbol: 2 }),
    await open({ long: false, symbol: 2 }),
    await open({ long: true }),
  ];
  const settler = newSettler();
  // The first coin continues alone, and the second could still get a tick until slot 15.
  for (let slot = 2; slot <= 14; slot++) await write({ [slot]: [100 + slot] });
  await settler.look();
  expect(await outcomes(...ids)).toEqual(['open', 'open', ['win', 1, 5, won]]);
  // The database enforces the same: it refuses a void that is too early.
  const early = sql`update contract set result = 4, entry_slot = head_slot + 1, entry_price = 100, payout = stake, settled_at = now()
    where symbol = 2`;
  await expect(early.execute(db)).rejects.toThrow('the tape says otherwise');
  await write({ 15: [120] });
  await settler.look();
  expect(await outcomes(...ids.slice(0, 2))).toEqual([
    ['void', 1, null, stake],
    ['void', 1, null, stake],
  ]);
});

test('concurrent settlers settle each contract once, and return to chunks that another settler held', async () => {
  const { world, newSettler, write, open, contractOf, told, db, start } = await openMarket();
  await write({ 0: [100, 100] });
  // Chunks of three contracts; one chunk belongs to a single user.
  for (let owner = 901n; owner <= 909n; owner++) await world.give({ number: owner }, 'contract', 'USDT', 500n * usdt);
  for (let i = 0; i < 40; i++) {
    const owner = i % 5 === 0 ? 904n : 901n + BigInt(i % 9);
    await contractOf({ owner, headSlot: start, long: i % 2 === 0, symbol: 1 + (i % 2), seconds: 2 + (i % 3) });
  }
  for (let slot = 1; slot <= 30; slot++) await write({ [slot]: [100 + slot, 100 + slot] });
  const settlers = Array.from({ length: 4 }, () => newSettler(3));
  for (let i = 0; i < 4; i++) await Promise.all(settlers.map((settler) => settler.look()));
  expect(told.reduce((sum, { count }) => sum + count, 0n)).toBe(40n);
  expect(told.length).toBeGreaterThan(3); // slots
  for (const settler of settlers) expect(settler.backlog()).toBe(0);
  const { paid } = await world.db
    .selectFrom('contract')
    .select((row) => row.fn.sum<string>('payout').as('paid'))
    .executeTakeFirstOrThrow();
  expect(BigInt(paid)).toBe(20n * won);

  const id = await open({ long: true, head: 20 });
  const [ready, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const other = step(db, async (tx) => {
    await sql`select pg_try_advisory_xact_lock(hashtextextended(${`settle ${start + 25} 0`}, 0))`.execute(tx);
    ready.resolve();
    await done.promise;
  });
  await ready.promise;
  const settler = newSettler();
  await settler.look();
  expect(settler.backlog()).toBe(1);
  done.resolve();
  await other;
  await settler.look();
  const row = await world.db.selectFrom('contract').select('result').where('id', '=', id).executeTakeFirstOrThrow();
  expect(row.result).toBe(1);
});

test('a contract that is committed late is found, and the mark waits for it', { timeout: 60_000 }, async () => {
  const { world, ann, newSettler, write, start, db, row } = await openMarket();
  await write({ 0: [100], 1: [100], 2: [100] });
  const [written, finish] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()];
  const opening = step(world.owner, async (tx) => {
    written.resolve(await agree(tx, { owner: ann.number, headSlot: start, long: true }));
    await finish.promise;
  });
  const id = await written.promise;
  const [settler, roll] = [newSettler(), openRollup(db, ending)];
  for (let slot = 3; slot <= 40; slot++) await write({ [slot]: [100 + slot] });
  const { slot } = await settler.look();
  expect(await roll(slot)).toBeUndefined();
  expect(await roll(slot)).toBeUndefined(); // the opening is still in progress
  finish.resolve();
  await opening;
  await settler.look();
  expect((await row(id)).result).toBeNull(); // the settler has passed its slot
  // Other tests share the server, and the mark waits for their transactions too.
  const rolled = await until(() => roll(slot));
  expect(rolled.open).toEqual([start + 5]);
  settler.again(rolled.open);
  await settler.look();
  expect((await row(id)).result).toBe(1);
  expect(await until(() => roll(slot))).toMatchObject({ through: start + 30, open: [], more: false });
});

test('the database refuses every result that contradicts the tape, from any role', async () => {
  const { world, newSettler, write, open, db, start } = await openMarket();
  await write({ 0: [100] });
  const id = await open({ long: true });
  await write({ 1: [100], 2: [90], 5: [90], 6: [110], 7: [110] });
  const book = (set: string) => sql`update contract set ${sql.raw(set)} where id = ${id}`;
  const settled = (exit: number, price: number, result: number, payout: string, entry = 1, entryPrice = 100) =>
    `entry_slot = ${start + entry}, entry_price = ${entryPrice}, exit_slot = ${start + exit}, exit_price = ${price}, result = ${result},
     payout = ${payout}, settled_at = now()`;
  const win = 'stake + stake * return_bp / 10000';
  const refused: [string, RegExp][] = [
    [settled(5, 91, 2, '0'), /the tape says otherwise/], // another price
    [settled(6, 110, 1, win), /the tape says otherwise/], // another slot, where it would have won
    [settled(5, 90, 1, win, 2, 80), /the tape says otherwise/], // another entry
    ['result = 4, payout = stake, settled_at = now()', /the tape says otherwise/],
    [settled(5, 90, 1, win), /contract_result_follows/], // the right prices and the wrong result
    [settled(5, 90, 2, 'stake'), /contract_payout_follows/],
    ['stake = stake * 2', /permission denied/],
    ['long = false', /permission denied/],
    ['due_slot = due_slot + 1', /permission denied/],
  ];
  for (const [set, reason] of refused) {
    await expect(book(set).execute(db), set).rejects.toThrow(reason);
    await expect(book(set).execute(world.db), set).rejects.toThrow(/permission denied/);
  }
  for (const anybody of [db, world.db]) {
    await expect(sql`delete from contract`.execute(anybody)).rejects.toThrow(/permission denied/);
    await expect(sql`truncate contract`.execute(anybody)).rejects.toThrow(/permission denied/);
  }
  await newSettler().look();
  const again = settled(5, 90, 2, '0');
  await expect(book(again).execute(db)).rejects.toThrow(/a contract is settled once/);
  await expect(book(again).execute(world.owner)).rejects.toThrow(/a contract is settled once/);
  await expect(sql`delete from contract`.execute(world.owner)).rejects.toThrow();
  // The settler's role can only settle and book.
  const insert = sql`insert into contract select * from contract`;
  for (const statement of [insert, sql`insert into tick select * from tick`, sql`update tick set price = 1`])
    await expect(statement.execute(db)).rejects.toThrow(/permission denied/);
  await expect(sql`update settlement set settled_through = -1`.execute(db)).rejects.toThrow(/settlement goes forward/);
});

test('no role can move the mark past the tape or past an open contract', async () => {
  const { world, newSettler, write, open, db, start } = await openMarket();
  await write({ 0: [100] });
  await open({ long: true });
  await write({ 1: [100], 5: [90], 6: [110] });
  const move = (through: number | string) =>
    sql`update settlement set settled_through = ${through}::bigint`.execute(db);
  await expect(move('9000000000000000000')).rejects.toThrow(/the tape has not come/);
  await expect(move(start + 7)).rejects.toThrow(/the tape has not come/);
  await expect(move(start + 6)).rejects.toThrow(/is open/);
  await expect(sql`update settlement set settled_through = ${start + 6}`.execute(world.owner)).rejects.toThrow(
    /is open/,
  );
  await move(start + 4);
  await newSettler().look();
  await move(start + 6);
});

test('each ended contract is counted on its day exactly once, and every settlement follows the rule', {
  timeout: 60_000,
}, async () => {
  const { world, ann, newSettler, write, open, start, db } = await openMarket();
  const bob = await world.person();
  await world.give(bob, 'contract', 'USDT', 1_000n * usdt);
  await write({ 0: [100, 100, 100] });
  const settlers = [newSettler(), newSettler()];
  const rolls = [openRollup(db, ending), openRollup(db, ending)];
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
  for (let slot = 1; slot <= 120; slot++) {
    if (random(10) > 0 && !(slot > 60 && slot < 78))
      await write({ [slot]: [100 + random(3), 100 + random(2), ...(slot % 40 < 20 ? [100 + random(2)] : [])] });
    const owner = random(2) === 0 ? ann.number : bob.number;
    if (slot < 100 && slot % 2 === 0)
      await open({
        owner,
        head: slot,
        long: random(2) === 0,
        symbol: 1 + random(3),
        seconds: 1 + random(4),
        returnBp: 8200 + 100 * random(10),
      } as never);
    if (slot % 20 === 0)
      for (const settler of settlers) {
        const { slot: newest } = await settler.look();
        for (const roll of rolls) settler.again((await roll(newest))?.open ?? []);
      }
  }
  await write({ 121: [100, 100, 100], 141: [100, 100, 100], 142: [1, 1, 1] });
  await until(async () => {
    for (const settler of settlers) await settler.look();
    for (const roll of rolls) await roll(start + 142);
    const contracts = db.selectFrom('settlement').select('settled_through').where('product', '=', 'contract');
    return (await contracts.executeTakeFirstOrThrow()).settled_through >= start + 120;
  });
  const rows = await world.db.selectFrom('contract').selectAll().execute();
  const ticks = await world.db.selectFrom('tick').selectAll().orderBy('slot').execute();
  expect(new Set(rows.map((row) => row.result))).toEqual(new Set([1, 2, 3, 4]));
  for (const row of rows) {
    const own = ticks.filter((tick) => tick.symbol === row.symbol && tick.slot > row.head_slot);
    const direction: Direction = row.long ? 'long' : 'short';
    const agreed = { rule: row.rule, direction, seconds: row.seconds, stake: row.stake, returnBp: row.return_bp };
    const wanted = settle(
      { ...agreed, headSlot: Number(row.head_slot) },
      own.map((tick) => ({ slot: Number(tick.slot), price: tick.price })),
      start + 141,
    )!;
    expect([outcomeNamed(row.result!), row.payout, row.entry_price, row.exit_price]).toEqual([
      wanted.outcome,
      wanted.payout,
      wanted.entry?.price ?? null,
      wanted.exit?.price ?? null,
    ]);
  }
  const days = await world.db.selectFrom('contract_day').selectAll().execute();
  const sum = (field: 'wins' | 'losses' | 'draws' | 'voids' | 'staked' | 'paid' | 'break_even') =>
    days.reduce((total, day) => total + BigInt(day[field]), 0n);
  const count = (...results: number[]) => BigInt(rows.filter((row) => results.includes(row.result!)).length);
  expect([sum('wins'), sum('losses'), sum('draws'), sum('voids')]).toEqual([1, 2, 3, 4].map((code) => count(code)));
  expect(sum('staked')).toBe(rows.reduce((total, row) => total + row.stake, 0n));
  expect(sum('paid')).toBe(rows.reduce((total, row) => total + row.payout!, 0n));
  const needed = rows.filter((row) => row.result! <= 2).map((row) => BigInt(breakEvenOf(row.return_bp)));
  expect(sum('break_even')).toBe(needed.reduce((total, one) => total + one, 0n));
});

test('the settler runs with and without the bus, and notifies the owner of each ended contract', async () => {
  const { world, ann, write, open, row, start } = await openMarket();
  const bus = openBus(world.config.NATS_URL, world.config.DATABASE_URL, world.log);
  await bus.opened;
  const pool = openPool(world.config.SETTLE_DATABASE_URL!, 2, () => {});
  const heard: string[] = [];
  bus.subscribe(`user.${ann.number}`, (text) => heard.push(text));
  const settled: number[] = [];
  const settling = startSettling({
    endings: [ending],
    ...world,
    bus,
    db: openDb(pool),
    onSettled: ({ count }) => settled.push(Number(count)),
  });
  onTestFinished(async () => {
    await settling.stop();
    await pool.end();
    await bus.close();
  });
  await write({ 0: [100] });
  const id = await open({ long: true });
  for (let i = 0; i < 24; i++) await open({ long: false });
  for (let slot = 1; slot <= 6; slot++) await write({ [slot]: [100 + slot] }); // the bus announces none of these slots
  await until(async () => ((await row(id)).result === null || heard.length < 2 ? undefined : true));
  expect(settled).toEqual([25]);
  const orders = heard.flatMap((text) => JSON.parse(text).orders);
  expect(orders.filter((order) => order.outcome === 'lose')).toHaveLength(24);
  expect(orders).toContainEqual({ id, outcome: 'win', payout: '18.200001' });
  expect(Number((await row(id)).due_slot)).toBe(start + 5);
});
