import { setTimeout as pause } from 'node:timers/promises';
import * as protocol from '@glasshouse/protocol/contracts/calls';
import { slipBytes } from '@glasshouse/protocol/contracts/slip';
import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import { parseUnits } from '@glasshouse/protocol/money';
import { checkSlip } from '@glasshouse/protocol/orders/slip';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { walletOf } from '#money/ledger/ledger.ts';
import { openDb, openPool, step } from '#platform/database/db.ts';
import { openSigner } from '#platform/security/signer.ts';
import { appRole, asAdmin } from '../../../../database/prepare.ts';
import { orderIdAt } from '../../../../test/order-id.ts';
import { openTape } from '../../../../test/tape.ts';
import { newWorld, type World } from '../../../../test/world.ts';
import { createOpener } from './open.ts';

type Person = Awaited<ReturnType<World['person']>>;
type Opened = z.output<typeof protocol.openContract.output>;
const usdt = (whole: number) => BigInt(whole) * 1_000_000n;

/** A world with a running tape, and a user with money to stake. */
async function arrange({ money = 1000 } = {}) {
  const world = await newWorld();
  const tape = await openTape(world);
  await tape.write(tape.now(), 6_400_000, 314_000);
  const ann = await world.person();
  if (money > 0) await world.give(ann, 'contract', 'USDT', usdt(money));
  const ask = (change: Partial<z.input<typeof protocol.openContract.input>> = {}) => ({
    id: orderIdAt(world.clock()),
    symbol: 'BTC',
    direction: 'long' as const,
    seconds: 30,
    stake: '100',
    returnBp: 8200,
    ...change,
  });
  return { world, tape, ann, ask };
}

const open = (person: Person, input: z.input<typeof protocol.openContract.input>) =>
  person.call(protocol.openContract, input);
const reasonOf = (answer: { code: number; data: { reason?: string } }) => answer.data.reason ?? answer.code;

const ordersIn = async (world: World) => (await world.db.selectFrom('contract').selectAll().execute()).length;
async function balanceOf(world: World, person: Person): Promise<bigint> {
  const id = walletOf(person.number, 'contract', 'USDT');
  return (
    (await world.db.selectFrom('account').select('balance').where('id', '=', id).executeTakeFirst())?.balance ?? 0n
  );
}

const verifies = ({ order, headHash, slip }: Opened) =>
  checkSlip(
    slipBytes({
      id: order.id,
      rule: order.rule,
      symbol: coinBySymbol(order.symbol)!.id,
      direction: order.direction,
      seconds: order.seconds,
      stake: parseUnits(order.stake, 'USDT')!,
      returnBp: order.returnBp,
      headSlot: order.headSlot,
      headHash,
    }),
    slip,
  );

test('an order takes its stake, records the head, and returns a signed slip', async () => {
  const { world, tape, ann, ask } = await arrange();
  const asked = ask();
  const { code, data } = await open(ann, asked);
  expect(code).toBe(200);
  expect(data.order).toEqual({
    ...asked,
    stake: '100.00',
    at: world.clock().toISOString(),
    rule: 1,
    headSlot: tape.now(),
    dueSlot: tape.now() + 61,
    entry: null,
    exit: null,
    outcome: null,
    payout: null,
    settledAt: null,
  });
  expect(await verifies(data)).toBe(true);
  expect(await verifies({ ...data, order: { ...data.order, stake: '100.01' } })).toBe(false);
  const { data: rules } = await world.visitor().call(protocol.showRules, {});
  expect(rules.slipKeys.map((key) => key.publicKey)).toContain(data.slip.publicKey);
  expect(await balanceOf(world, ann)).toBe(usdt(900));
});

test('ten thousand repeats of one tap open one order and take one stake', async () => {
  const { world, ann, ask } = await arrange();
  const asked = ask();
  const first = await open(ann, asked);
  // Bypasses the call limit, which would let few of them through.
  const opener = createOpener({ db: world.db, clock: world.clock, signer: openSigner(world.config.SLIP_SIGNING_KEY!) });
  const again = { ...asked, stake: parseUnits(asked.stake, 'USDT')! };
  for (let round = 0; round < 200; round++) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => opener.open(ann.number, again)));
    for (const answer of answers) expect(answer.ok && answer.value.order.id).toBe(first.data.order.id);
  }
  const limited = await Promise.all(Array.from({ length: 100 }, () => open(ann, asked)));
  expect(new Set(limited.map(reasonOf))).toEqual(new Set([200, 'too_many_requests']));
  for (const one of limited.filter(({ code }) => code === 200)) expect(one.data.order).toEqual(first.data.order);
  expect(await ordersIn(world)).toBe(1);
  expect(await balanceOf(world, ann)).toBe(usdt(900));
}, 120_000);

test('a retried tap returns the stored order with its original slip, however much later', async () => {
  const { world, tape, ann, ask } = await arrange();
  const asked = ask({ id: ask().id.toUpperCase() });
  const first = await open(ann, asked);
  await tape.write(tape.now() + 1, 6_400_100);
  world.pass(600_000);
  const again = await open(ann, asked);
  expect(again.data.order).toEqual({ ...first.data.order, entry: { slot: tape.now() - 1199, price: '64001.00' } });
  expect(again.data.slip).toEqual(first.data.slip);
  expect([await verifies(first.data), await verifies(again.data)]).toEqual([true, true]);
  for (const change of [
    { stake: '100.000001' },
    { direction: 'short' as const },
    { symbol: 'ETH' },
    { seconds: 60 },
    { returnBp: 8500 },
  ]) {
    expect(reasonOf(await open(ann, { ...asked, ...change }))).toBe('id_used');
  }
  const other = await world.person();
  expect(reasonOf(await open(other, asked))).toBe('order_expired'); // the id is used up for its own user only
  expect(await ordersIn(world)).toBe(1);
});

test('every kind of refusal leaves the wallet and the orders unchanged', async () => {
  const { world, tape, ann, ask } = await arrange();
  const refusals = [
    [ask({ stake: '1000.000001' }), 'insufficient_balance'],
    [ask({ stake: '9.999999' }), 'stake_out_of_range'],
    [ask({ stake: '5000.000001' }), 'stake_out_of_range'],
    [ask({ stake: '99999999999' }), 'stake_out_of_range'],
    [ask({ returnBp: 8201 }), 'terms_changed'],
    [ask({ seconds: 31 }), 'terms_changed'],
    [ask({ symbol: 'SOL' }), 'tape_stale'], // listed, but without any tick
    [ask({ id: orderIdAt(new Date(world.clock().getTime() - 120_001)) }), 'order_expired'],
    [ask({ id: orderIdAt(new Date(world.clock().getTime() + 120_001)) }), 'order_expired'],
  ] as const;
  for (const [asked, reason] of refusals) expect(reasonOf(await open(ann, asked))).toBe(reason);
  world.pass(2000);
  expect(reasonOf(await open(ann, ask()))).toBe(200);
  world.pass(1);
  expect(reasonOf(await open(ann, ask()))).toBe('tape_stale');
  await tape.write(tape.now(), 6_400_000);
  expect(reasonOf(await open(ann, ask({ symbol: 'ETH' })))).toBe('tape_stale'); // each coin depends on its own ticks
  expect(reasonOf(await open(ann, ask()))).toBe(200);
  expect(await balanceOf(world, ann)).toBe(usdt(800));
  expect(await ordersIn(world)).toBe(2);
});

test('changed terms apply to new orders only; existing orders keep theirs', async () => {
  const { world, ann, ask } = await arrange();
  const before = ask();
  expect(reasonOf(await open(ann, before))).toBe(200);
  await sql`insert into contract_terms (seconds, returns, min_stake, max_stake, max_open)
    values ('{30}', '{8000}', 1000000, 5000000, 105000000)`.execute(world.owner);
  expect(reasonOf(await open(ann, ask()))).toBe('terms_changed');
  expect(reasonOf(await open(ann, ask({ returnBp: 8000, stake: '5.01' })))).toBe('stake_out_of_range');
  expect(reasonOf(await open(ann, ask({ returnBp: 8000, stake: '5' })))).toBe(200);
  expect(reasonOf(await open(ann, ask({ returnBp: 8000, stake: '1' })))).toBe('open_limit');
  expect((await open(ann, before)).data.order.returnBp).toBe(8200);
});

test('invalid input is refused before it is used', async () => {
  const { world, ann, ask } = await arrange();
  const bad = [
    { id: 'x' },
    { id: '0f9c3b5e-0000-4000-8000-000000000000' }, // not time-ordered
    { symbol: 'DOGECOIN' },
    { direction: 'up' },
    { seconds: 0 },
    { seconds: 30.5 },
    { seconds: '30' },
    { stake: 100 },
    { stake: '-1' },
    { stake: '0' },
    { stake: '1e3' },
    { stake: '100.0000001' },
    { stake: "100'; drop table contract; --" },
    { returnBp: 0 },
    { returnBp: null },
  ];
  for (const change of bad) expect(reasonOf(await open(ann, ask(change as never)))).toBe('bad_input');
  expect(reasonOf(await open(ann, ask({ entry: '1', outcome: 'win', payout: '999999', headSlot: 1 } as never)))).toBe(
    200,
  );
  const [row] = await world.db.selectFrom('contract').selectAll().execute();
  expect(row).toMatchObject({ result: null, entry_price: null, payout: null });
  expect((await world.visitor().call(protocol.openContract, ask())).code).toBe(401);
});

test('sixty simultaneous orders of one user never exceed the limit by a single unit', async () => {
  const { world, ann, ask } = await arrange({ money: 1_000_000 });
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, i) => open(ann, ask({ stake: String(500 + (i % 7)) }))),
  );
  const opened = answers.filter((answer) => answer.code === 200);
  const refused = answers.filter((answer) => answer.code !== 200);
  expect(new Set(refused.map(reasonOf))).toEqual(new Set(['open_limit']));
  const staked = opened.reduce((sum, answer) => sum + parseUnits(answer.data.order.stake, 'USDT')!, 0n);
  expect(staked).toBeLessThanOrEqual(usdt(20_000));
  expect(staked).toBeGreaterThan(usdt(20_000 - 506));
  expect(await balanceOf(world, ann)).toBe(usdt(1_000_000) - staked);
  for (const { data } of opened) expect(await verifies(data)).toBe(true);
  const { data } = await ann.call(protocol.listPositions, {});
  expect([data.count, parseUnits(data.staked, 'USDT'), data.orders.length]).toEqual([
    opened.length,
    staked,
    opened.length,
  ]);
});

test('of many simultaneous orders, the first ones that the balance covers are opened', async () => {
  const { world, ann, ask } = await arrange({ money: 250 });
  const bob = await world.person();
  const opener = createOpener({ db: world.db, clock: world.clock, signer: openSigner(world.config.SLIP_SIGNING_KEY!) });
  const stake = (whole: number) => ({ ...ask(), stake: usdt(whole) });
  const answers = await Promise.all([
    opener.open(ann.number, stake(100)),
    opener.open(bob.number, stake(10)),
    opener.open(ann.number, stake(200)),
    opener.open(ann.number, stake(150)),
    opener.open(ann.number, stake(10)),
  ]);
  expect(answers.map((answer) => (answer.ok ? 'opened' : answer.error))).toEqual([
    'opened',
    'insufficient_balance',
    'insufficient_balance',
    'opened',
    'insufficient_balance',
  ]);
  expect(await balanceOf(world, ann)).toBe(0n);
});

test('orders beyond the queue limit are refused at once and not opened, and one user cannot fill a lane', async () => {
  const { world, ann, ask } = await arrange({ money: 1_000_000 });
  const opener = createOpener({ db: world.db, clock: world.clock, signer: openSigner(world.config.SLIP_SIGNING_KEY!) });
  const open = (owner: bigint) => opener.open(owner, { ...ask(), stake: usdt(10) });
  const tell = async (asked: Promise<Awaited<ReturnType<typeof open>>>[]) =>
    Map.groupBy(await Promise.all(asked), (answer) => (answer.ok ? 'opened' : answer.error));
  const flood = Array.from({ length: 5000 }, () => open(ann.number));
  // Another user in the same lane still finds a place.
  const other = open(ann.number + 2n);
  expect((await tell([other])).has('busy')).toBe(false);
  const own = await tell(flood);
  expect([own.get('opened')?.length, own.get('busy')?.length]).toEqual([64, 5000 - 64]);
  expect(await ordersIn(world)).toBe(64);
  expect((await tell([open(ann.number)])).get('opened')).toHaveLength(1);

  const everybody = Array.from({ length: 5000 }, (_, i) => open(ann.number + 2n * BigInt(1 + (i % 100))));
  expect((await tell(everybody)).get('busy')).toHaveLength(5000 - 2048);
}, 60_000);

test('a batch that had to wait is checked against the time and head at that later moment', async () => {
  const { world, tape, ann, ask } = await arrange();
  const opener = createOpener({ db: world.db, clock: world.clock, signer: openSigner(world.config.SLIP_SIGNING_KEY!) });
  const waiting = async () => {
    const { rows } = await sql`
      select from pg_locks join pg_database d on d.oid = database where datname = ${world.database} and not granted`.execute(
      world.owner,
    );
    return rows.length > 0;
  };
  let answer: ReturnType<typeof opener.open> | undefined;
  // While this transaction is open, no query can read a user's orders.
  await step(world.owner, async (tx) => {
    await sql`lock table contract in access exclusive mode`.execute(tx);
    answer = opener.open(ann.number, { ...ask(), stake: usdt(10) });
    while (!(await waiting())) await pause(5);
    for (let slots = 0; slots < 6; slots++) {
      world.pass(500);
      await tape.write(tape.now(), 6_400_000);
    }
  });
  expect(await answer).toMatchObject({ ok: true, value: { order: { headSlot: tape.now() } } });
});

test("a user's open orders are read once per batch, however many orders it has", async () => {
  const { world, ann, ask } = await arrange({ money: 10_000 });
  const signer = openSigner(world.config.SLIP_SIGNING_KEY!);
  /**
   * Opens orders together and returns how many table rows that read. A connection reports its counts when it is closed.
   */
  const openTogether = async (count: number) => {
    const read = async () => {
      const { rows } = await sql<{ read: bigint; written: bigint }>`
        select idx_tup_fetch + seq_tup_read as read, n_tup_ins as written from pg_stat_user_tables
        where relname = 'contract'`.execute(world.owner);
      return rows[0]!;
    };
    const before = await read();
    const pool = openPool(world.config.DATABASE_URL, 1, () => {});
    const opener = createOpener({ db: openDb(pool), clock: world.clock, signer });
    await Promise.all(Array.from({ length: count }, () => opener.open(ann.number, { ...ask(), stake: usdt(10) })));
    await pool.end();
    let after = await read();
    for (; after.written < before.written + BigInt(count); after = await read()) await pause(10);
    return after.read - before.read;
  };
  await openTogether(60);
  expect(await openTogether(50)).toBeLessThanOrEqual(100n);
});

test('after a lost connection, resending the id returns the outcome and opens the order once', async () => {
  const { world, ann, ask } = await arrange();
  const asks = Array.from({ length: 30 }, () => ask({ stake: '10' }));
  let unknown = 0;
  for (const asked of asks) {
    const answer = open(ann, asked);
    await asAdmin(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${world.database}' and usename = '${appRole}'`,
    );
    let { code } = await answer;
    for (let tries = 0; code !== 200; tries++) {
      expect([500, 401]).toContain(code);
      if (tries > 20) throw new Error('no answer');
      unknown++;
      ({ code } = await open(ann, asked));
    }
  }
  expect(unknown).toBeGreaterThan(0);
  expect(await ordersIn(world)).toBe(30);
  expect(await balanceOf(world, ann)).toBe(usdt(700));
}, 60_000);

test("a user's own orders are listed newest first, by filter and page, and open ones show their entry", async () => {
  const { world, tape, ann, ask } = await arrange();
  const asks = [
    ask({ stake: '10' }),
    ask({ symbol: 'ETH', direction: 'short', stake: '20' }),
    ask({ seconds: 60, returnBp: 8500, stake: '30' }),
  ];
  for (const asked of asks) {
    expect((await open(ann, asked)).code).toBe(200);
    world.pass(1);
  }
  const stakes = async (filter: z.input<typeof protocol.listOrders.input>) => {
    const { data } = await ann.call(protocol.listOrders, filter);
    return data.orders.map((order) => order.stake);
  };
  const newestFirst = asks.toSorted((a, b) => (a.id < b.id ? 1 : -1)).map((asked) => `${asked.stake}.00`);
  expect(await stakes({})).toEqual(newestFirst);
  expect(await stakes({ symbol: 'ETH' })).toEqual(['20.00']);
  expect(await stakes({ direction: 'short' })).toEqual(['20.00']);
  expect(await stakes({ seconds: 60, outcome: 'open' })).toEqual(['30.00']);
  expect(await stakes({ outcome: 'win' })).toEqual([]);
  const page = await ann.call(protocol.listOrders, { limit: 2 });
  const rest = await ann.call(protocol.listOrders, { limit: 2, before: page.data.next! });
  expect([...page.data.orders, ...rest.data.orders].map((order) => order.stake)).toEqual(newestFirst);
  expect(rest.data.next).toBeNull();

  const shown = async () => (await ann.call(protocol.showOrder, { id: asks[0]!.id })).data.order;
  expect((await shown()).entry).toBeNull();
  await tape.write(tape.now() + 3, 6_400_500);
  expect((await shown()).entry).toEqual({ slot: tape.now() + 3, price: '64005.00' });
  const { data } = await ann.call(protocol.listPositions, {});
  expect(data.orders.map((order) => order.entry?.price ?? null)).toEqual(
    newestFirst.map((stake) => (stake === '20.00' ? null : '64005.00')),
  );
  expect(data).toMatchObject({ count: 3, staked: '60.00', time: world.clock().getTime() });

  const bob = await world.person();
  expect((await bob.call(protocol.listOrders, {})).data.orders).toEqual([]);
  expect((await bob.call(protocol.listPositions, {})).data).toMatchObject({ orders: [], count: 0, staked: '0.00' });
  expect(reasonOf(await bob.call(protocol.showOrder, { id: asks[0]!.id }))).toBe('not_found');
});
