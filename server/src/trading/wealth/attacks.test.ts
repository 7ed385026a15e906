import { buyProduct } from '@glasshouse/protocol/wealth/calls';
import type { Terms } from '@glasshouse/protocol/wealth/terms';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { type Db, openDb, openPool, step } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import { days, minutes, plus } from '#platform/runtime/clock.ts';
import { appRole, feedRole, officeRole, settleRole, urlFor } from '../../../database/prepare.ts';
import { clockIsTheDatabases } from '../../../test/rights.ts';
import { buy, crowd, exampleOf, offer, tradePassword, withMoney } from '../../../test/wealth.ts';
import { newWorld, type World } from '../../../test/world.ts';
import { payProducts } from './jobs.ts';
import { daysPaid } from './shown.ts';
import * as table from './sql.ts';

const trust: Terms = { kind: 'trust', unit: 1_000_000n, rateBp: 750, days: 30 };
const pledge: Terms = { kind: 'pledge', unit: 10_000n, ratePpb: 139_726, seconds: 3600 };
const money = 1_000_000_000n;

function connect(world: World, role: string): Db {
  const pool = openPool(urlFor(world.database, role), 1, () => {});
  onTestFinished(() => pool.end());
  return openDb(pool);
}

test('no process can buy in the past or pay ahead of time, whatever time it claims', async () => {
  const world = await newWorld({ now: new Date() });
  await sql.raw(clockIsTheDatabases).execute(world.owner);
  const [owner] = await crowd(world, 1, money);
  const named = await offer(world, pledge);
  const wish = { owner: owner!, id: newId(), ...named, units: 100 };
  const now = world.clock();
  const refused = { code: '42501' };
  for (const off of [-days(30), -minutes(61), -minutes(6), minutes(6), days(400)]) {
    const at = plus(now, off);
    await expect(table.buy(world.db as never, at, wish)).rejects.toMatchObject(refused);
    await expect(table.accrue(world.db, at, 10)).rejects.toMatchObject(refused);
    await expect(table.redeem(world.db, at, 10)).rejects.toMatchObject(refused);
    await expect(table.endPledge(world.db as never, at, owner!, wish.id)).rejects.toMatchObject(refused);
  }
  for (const never of ['infinity', '-infinity', null])
    await expect(sql`select accrue_products(${never}::timestamptz, 10)`.execute(world.db)).rejects.toMatchObject(
      refused,
    );
  for (const off of [-minutes(4), minutes(4)]) {
    expect(await step(world.db, (tx) => table.buy(tx, plus(now, off), { ...wish, id: newId() }))).toBe('bought');
    await payProducts(world.db, { publish: () => {} }, () => plus(now, off));
  }
  // The worker has not run for a while: payments that were due are made with their due time.
  await sql`update holding set bought_at = bought_at - interval '2 hours', ends_at = ends_at - interval '2 hours'`.execute(
    world.owner,
  );
  await payProducts(world.db, { publish: () => {} }, world.clock);
  expect(await world.db.selectFrom('holding').where('ended_at', 'is', null).selectAll().execute()).toEqual([]);
});

test('no server role writes holdings, days, quotas or promises, or pays directly', async () => {
  const world = await newWorld();
  const [owner] = await crowd(world, 1, money);
  const { product } = await offer(world, trust);
  const wish = { owner: owner!, id: newId(), product, version: 1, units: 1 };
  expect(await step(world.db, (tx) => table.buy(tx, world.clock(), wish))).toBe('bought');
  const attempts = [
    `update holding set units = 100`,
    `update holding set ends_at = now()`,
    `delete from holding`,
    `insert into holding (owner, id, product, version, kind, units, amount, bought_at, starts_on, ends_at)
       select owner, gen_random_uuid(), product, version, kind, units, amount, bought_at, starts_on, ends_at from holding`,
    `update product_taken set units = 0`,
    `update product_taken set quota = quota + 1`,
    `update product_day set done = false`,
    `delete from product_day`,
    `insert into product_day (day) values ('2020-01-01')`,
    `update product_version set rate_bp = 5000 where product = ${product}`,
    `update product_version set state = 'draft', published_at = null where product = ${product}`,
    `delete from product_version where product = ${product}`,
    `update product_version set state = 'closed', closed_at = now(), quota = quota + 1 where product = ${product}`,
    `insert into product_version (product, version, kind, state, label, unit, rate_bp, days, least, most, quota, opens_at, written_at, published_at)
       values (${product}, 2, 'trust', 'published', '', 1000000, 5000, 30, 1, 10, 10, now(), now(), now())`,
    `truncate holding`,
    `truncate product_version cascade`,
    `select pay_wallets(now(), '{1}', '{1}', '{1}', array[now()], array[gen_random_uuid()], '{120}')`,
    `select end_holdings(array(select h from holding as h), 'matured', now())`,
    `select clocks_differ()`,
    `create or replace function clocks_differ() returns interval language sql immutable as $$ select interval '1 year' $$`,
  ];
  for (const role of [appRole, feedRole, officeRole, settleRole]) {
    const db = connect(world, role);
    for (const attempt of attempts)
      await expect(sql.raw(attempt).execute(db), `${role}: ${attempt}`).rejects.toMatchObject({ code: '42501' });
  }
});

test('a batch of ending products returns its quotas before it changes balances, in the same order as a purchase', async () => {
  const world = await newWorld();
  const [ann, bob] = (await crowd(world, 2, money)) as [bigint, bigint];
  const [due, running] = [await offer(world, pledge), await offer(world, pledge)];
  const now = world.clock();
  const take = (owner: bigint, at: Date, named: typeof due) =>
    step(world.db, (tx) => table.buy(tx, at, { owner, id: newId(), ...named, units: 1 }));
  expect([await take(ann, plus(now, -minutes(61)), due), await take(bob, now, running)]).toEqual(['bought', 'bought']);
  await sql`update person set leaves_at = ${now} where number = ${bob}`.execute(world.owner);
  let redeemed: ReturnType<typeof table.redeem> | undefined;
  // A purchase is in progress: it holds the quota and then needs the balance of a user who is being paid.
  await step(world.owner, async (tx) => {
    await sql`select from product_taken where product = ${running.product} for no key update`.execute(tx);
    redeemed = table.redeem(world.db, now, 10);
    const waiting = sql<{ waits: boolean }>`
      select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waits`;
    while (!(await waiting.execute(world.db)).rows[0]!.waits);
    await sql`update account set balance = balance where id = ${(ann << 16n) + 6145n}`.execute(tx);
  });
  expect(await redeemed).toHaveLength(2);
});

test('redeeming for many users, some of them leaving, never deadlocks with purchases and early ends', async () => {
  const world = await newWorld();
  const people = await crowd(world, 8, money);
  const named = await Promise.all([offer(world, pledge), offer(world, pledge), offer(world, trust)]);
  const now = world.clock();
  const ids: { owner: bigint; id: string }[] = [];
  const take = async (owner: bigint, at: Date, place: number) => {
    const id = newId();
    if ((await step(world.db, (tx) => table.buy(tx, at, { owner, id, ...named[place % 3]!, units: 1 }))) === 'bought')
      ids.push({ owner, id });
  };
  for (let round = 0; round < 6; round++) {
    for (const [place, owner] of people.entries()) {
      await take(owner, plus(now, -minutes(61)), place + round);
      await take(owner, now, place + round + 1);
    }
    const leavers = people.filter((_, place) => place % 2 === round % 2).map(String);
    await sql`update person set leaves_at = case when number::text = any (${leavers}) then ${now}::timestamptz end`.execute(
      world.owner,
    );
    const chosen = ids.splice(0).toSorted(() => Math.random() - 0.5);
    const done = await Promise.allSettled([
      ...Array.from({ length: 40 }, (_, i) => take(people.at(-1 - (i % 8))!, now, i)),
      ...chosen.map(({ owner, id }) => step(world.db, (tx) => table.endPledge(tx, now, owner, id))),
      payProducts(world.db, { publish: () => {} }, () => now),
      payProducts(world.db, { publish: () => {} }, () => now),
    ]);
    expect(done.filter(({ status }) => status === 'rejected')).toEqual([]);
  }
});

test("a clock behind the one that booked a day never changes a leaving user's income from what was displayed", async () => {
  const world = await newWorld();
  const [owner] = await crowd(world, 1, money);
  const named = await offer(world, trust);
  const id = newId();
  const bought = world.clock();
  await step(world.db, (tx) => table.buy(tx, bought, { owner: owner!, id, ...named, units: 100 }));
  const midnight = new Date(Date.UTC(2026, 10, 18));
  await payProducts(world.db, { publish: () => {} }, () => midnight); // has paid the 16th and the 17th
  await sql`update person set leaves_at = ${bought} where number = ${owner!}`.execute(world.owner);
  expect(await table.redeem(world.db, plus(midnight, -1), 10)).toEqual([]);
  expect(await table.redeem(world.db, midnight, 10)).toEqual([{ owner: owner!, id, kind: 'trust' }]);
  const { rows } = await sql<{
    paid: number;
  }>`select count(*)::int as paid from leg where account >= 65536 and kind = 120`.execute(world.db);
  expect(rows).toEqual([{ paid: 2 }]);
  await step(world.db, async (tx) => {
    const row = (await table.holdingById(tx, owner!, id))!;
    expect(daysPaid(row, await table.bookedThrough(tx))).toEqual(['2026-11-16', '2026-11-17']);
  });
});

test('purchases of users who are frozen or deleted at that moment, and strange input, are refused without an error', async () => {
  const world = await newWorld();
  const ann = await withMoney(await world.person(), '1000');
  const product = await exampleOf(world, 'trust', 7);
  const wish = { owner: ann.number, id: newId(), product: product.product, version: 1, units: 100 };
  const ask = () => step(world.db, (tx) => table.buy(tx, world.clock(), wish));
  await sql`update person set status = 'abnormal' where number = ${ann.number}`.execute(world.owner);
  expect(await ask()).toBe('account_abnormal');
  await sql`update person set status = 'normal' where number = ${ann.number}`.execute(world.owner);
  // A user whose seven days are over can't buy either, because the purchase would end at once.
  await sql`update person set leaves_at = ${world.clock()} where number = ${ann.number}`.execute(world.owner);
  expect(await ask()).toBe('account_abnormal');
  await sql`update person set leaves_at = null where number = ${ann.number}`.execute(world.owner);
  expect(await step(world.db, (tx) => table.buy(tx, world.clock(), { ...wish, owner: 999_999_999n }))).toBe('nobody');
  const strange: object[] = [
    { units: 0 },
    { units: -1 },
    { units: 1.5 },
    { units: Number.MAX_SAFE_INTEGER },
    { units: 2 ** 53 },
    { units: '100' },
    { product: 0 },
    { product: 2 ** 31 },
    { product: 2 ** 31 - 1 },
    { version: -1 },
    { id: 'no id' },
    { id: '00000000-0000-0000-0000-000000000000', units: 1 },
    { id: 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF', units: 1 },
    { tradePassword: '' },
    { tradePassword: 'x'.repeat(10_000) },
  ];
  for (const more of strange) {
    const body = { id: newId(), product: product.product, version: 1, units: 100, tradePassword, ...more };
    const { code } = (await ann.raw(buyProduct, body)).json();
    expect(code, JSON.stringify(more)).toBeGreaterThanOrEqual(400);
    expect(code, JSON.stringify(more)).toBeLessThan(500);
  }
  // The smallest possible id, and one that looks like an income reference, are ordinary ids.
  for (const id of ['00000000-0000-0000-0000-000000000000', newId().toUpperCase()])
    expect((await buy(ann, product, { id })).code).toBe(200);
});
