import { dayMs, utcDay } from '@glasshouse/protocol/utc-day';
import { incomeOfDay, scheduleOf } from '@glasshouse/protocol/wealth/schedule';
import { pledgeSeconds, type Terms } from '@glasshouse/protocol/wealth/terms';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { walletOf } from '#money/ledger/ledger.ts';
import { type Db, openDb, openPool, step } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import { appRole, asAdmin } from '../../../database/prepare.ts';
import { crowd, offer } from '../../../test/wealth.ts';
import { type Act, anyHistory, anyOrder } from '../../../test/wealth-history.ts';
import { newWorld, type World } from '../../../test/world.ts';
import { payProducts } from './jobs.ts';
import * as table from './sql.ts';

// Random histories of orders, early ends and a worker that crashes, loses its connection or runs twice, over 400 days.
// Then the books are compared with the schedule, order by order and day by day.
const runs = Number(process.env.ACCRUAL_RUNS ?? 3);
const length = 400;
const money = 1_000_000_000_000_000n;

const usual: Terms[] = [
  { kind: 'trust', unit: 1_000_000n, rateBp: 750, days: 180 },
  { kind: 'trust', unit: 10_000n, rateBp: 1, days: 365 }, // most of its days round to nothing
  { kind: 'trust', unit: 7_777_777n, rateBp: 333, days: 1 },
  { kind: 'machine', unit: 300_000_000n, daily: 1_720_000n, days: 180 },
  { kind: 'machine', unit: 10_000n, daily: 1n, days: 29 },
  ...pledgeSeconds.map((seconds) => ({ kind: 'pledge' as const, unit: 10_000n, ratePpb: 139_726, seconds })),
];
type Order = {
  owner: bigint;
  id: string;
  terms: Terms;
  units: bigint;
  boughtAt: number;
  ended: 'early' | undefined;
  endedAt: number;
};
const quietly = { publish: () => {} };
const cut = (world: World) =>
  asAdmin(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${world.database}' and usename = '${appRole}'`,
  );

/** One run of the worker, with every way it can end. */
async function work(world: World, other: Db, { how, steps, most }: Extract<Act, { what: 'work' }>, now: Date) {
  if (how === 'whole') await payProducts(world.db, quietly, () => now);
  if (how === 'twice')
    await Promise.all([payProducts(world.db, quietly, () => now), payProducts(other, quietly, () => now)]);
  if (how === 'some steps') for (let done = 0; done < steps && (await table.accrue(world.db, now, most)); done++);
  if (how === 'rolled back')
    await expect(
      step(world.db, async (tx) => {
        await table.accrue(tx, now, most);
        await table.redeem(tx, now, most);
        throw new Error('the process died');
      }),
    ).rejects.toThrow('the process died');
  // An interrupted transaction did nothing or everything.
  if (how === 'cut off') await Promise.allSettled([payProducts(world.db, quietly, () => now), cut(world)]);
}

const end = (world: World, now: number, { owner, id }: Order) =>
  step(world.db, (tx) => table.endPledge(tx, new Date(now), owner, id));
const endOf = ({ terms, units, boughtAt }: Order) => scheduleOf(terms, units, boughtAt).endsAt;

/** Plays a history and returns what was ordered and what was ended early. */
async function live(world: World, terms: readonly Terms[], history: readonly Act[]): Promise<Order[]> {
  const people = await crowd(world, 3, money);
  const other = openPool(world.config.DATABASE_URL, 2, () => {});
  const products: { product: number; version: number }[] = [];
  for (const each of terms) products.push(await offer(world, each));
  const orders: Order[] = [];
  const pledges = () => orders.filter((order) => order.terms.kind === 'pledge' && !order.ended);
  for (const act of history) {
    const now = new Date(act.at);
    if (act.what === 'buy') {
      const each = terms[act.order]!;
      const units = Math.min(act.units, Number(1_000_000_000_000n / each.unit));
      const order = { owner: people[act.who]!, id: newId(), ...products[act.order]!, units };
      const answer = await step(world.db, (tx) => table.buy(tx, now, order));
      if (answer === 'too_many_holdings' || answer === 'holding_limit') continue;
      expect(answer).toBe('bought');
      const { owner, id } = order;
      orders.push({ owner, id, terms: each, units: BigInt(units), boughtAt: act.at, ended: undefined, endedAt: 0 });
    } else if (act.what === 'end') {
      const order = pledges()[act.pick % Math.max(1, pledges().length)];
      if (!order) continue;
      const answer = await end(world, act.at, order);
      expect(answer).toBe(act.at < endOf(order) ? 'ended' : 'holding_matured');
      if (answer === 'ended') Object.assign(order, { ended: 'early', endedAt: act.at });
    } else if (act.what === 'race') {
      // One clock is a millisecond behind the other, so both sides believe that they are in time.
      const order = pledges().find((one) => endOf(one) > act.at && endOf(one) < act.at + dayMs);
      if (!order) continue;
      const due = endOf(order);
      const [answer] = await Promise.all([
        end(world, due - 1, order),
        payProducts(openDb(other), quietly, () => new Date(due)),
      ]);
      expect(['ended', 'holding_matured']).toContain(answer);
      if (answer === 'ended') Object.assign(order, { ended: 'early', endedAt: due - 1 });
    } else await work(world, openDb(other), act, now);
  }
  await other.end();
  return orders;
}

type Leg = { ref: string; at: Date; amount: bigint };
/** The postings of a user's products, by kind. */
async function legsOf(world: World, owner: bigint, kind: number): Promise<Leg[]> {
  const { rows } = await sql<Leg>`
    select ref, at, amount from leg where account = ${walletOf(owner, 'financial', 'USDT')} and kind = ${kind} order by at, id`.execute(
    world.db,
  );
  return rows;
}
const [incomeKind, returnKind] = [120, 61];
const serialIn = (ref: string): bigint => BigInt(`0x${ref.replaceAll('-', '').slice(0, 16)}`);

/** Every order and day is booked once, with the amount of the schedule. */
async function compare(world: World, orders: readonly Order[], now: number): Promise<void> {
  const { rows } = await sql<{ id: string; serial: bigint; ending: string | null }>`
    select id, serial, ending from holding`.execute(world.db);
  expect(rows).toHaveLength(orders.length);
  const held = new Map(rows.map((row) => [row.id, row]));
  for (const owner of new Set(orders.map((order) => order.owner))) {
    const booked = Object.groupBy(await legsOf(world, owner, incomeKind), ({ ref }) => String(serialIn(ref)));
    const returned = Object.groupBy(await legsOf(world, owner, returnKind), ({ ref }) => ref);
    let count = 0;
    for (const order of orders.filter((one) => one.owner === owner)) {
      const { income, returned: amount, endsAt } = scheduleOf(order.terms, order.units, order.boughtAt);
      const { serial, ending } = held.get(order.id)!;
      const due = order.ended ? [] : income.filter(({ at }) => at <= now);
      const legs = booked[String(serial)] ?? [];
      expect(
        legs.map(({ at, amount }) => ({ at: at.getTime(), amount })),
        JSON.stringify(order, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
      ).toEqual(due);
      const over = order.ended !== undefined || endsAt <= now;
      expect(ending).toBe(order.ended ?? (over ? 'matured' : null));
      const back = over && amount > 0n ? [{ at: order.ended ? order.endedAt : endsAt, amount }] : [];
      expect((returned[order.id] ?? []).map(({ at, amount }) => ({ at: at.getTime(), amount }))).toEqual(back);
      count += legs.length;
    }
    // Nothing else was paid.
    expect(Object.values(booked).flat()).toHaveLength(count);
  }
}

/** The house owes what is running, quotas equal the units taken, and a person's daily income equals its postings. */
async function add(world: World): Promise<void> {
  const { rows } = await sql<{ what: string }>`
    select 'committed' as what where (select coalesce(sum(amount), 0) from leg where account = 43009)
      <> (select coalesce(sum(amount), 0) from holding where kind <> 'machine' and ended_at is null)
    union all
    select 'taken of ' || product from product_taken as taken where units <>
      (select coalesce(sum(units), 0) from holding where holding.product = taken.product and (kind <> 'pledge' or ended_at is null))
    union all
    select 'income of ' || owner from income where source = 'product' and amount <>
      (select sum(amount) from leg where account = (owner << 16) + 6145 and kind = 120 and (at at time zone 'UTC')::date = day)
    union all
    select 'day ' || day from product_day where not done or product_day.income <>
      (select coalesce(sum(leg.amount), 0) from leg join holding on serial = ('x' || left(replace(ref::text, '-', ''), 16))::bit(64)::bigint
       where leg.kind = 120 and account >= 65536 and holding.kind <> 'pledge' and (at at time zone 'UTC')::date = day + 1)`.execute(
    world.owner,
  );
  expect(rows).toEqual([]);
}

test('every order and day is booked once as the schedule says, however often the worker is interrupted in 400 days', {
  timeout: 600_000,
}, async () => {
  const more = fc.array(
    anyOrder.map(({ terms }) => terms),
    { minLength: 4, maxLength: 4 },
  );
  // The days include February of a leap year and months of every length.
  const from = fc.constantFrom(Date.UTC(2027, 10, 1), Date.UTC(2028, 1, 27), Date.UTC(2026, 11, 31, 23, 59, 59));
  const lives = fc.tuple(more, from).chain(([terms, begin]) =>
    fc.record({
      terms: fc.constant([...usual, ...terms]),
      begin: fc.constant(begin),
      history: anyHistory(begin, length, usual.length + terms.length),
    }),
  );
  await fc.assert(
    fc.asyncProperty(lives, async ({ terms, begin, history }) => {
      const world = await newWorld();
      const orders = await live(world, terms, history);
      const last = begin + length * dayMs + 12 * 3_600_000;
      await payProducts(world.db, quietly, () => new Date(last));
      await compare(world, orders, last);
      await add(world);
      await world.end();
    }),
    { numRuns: runs, endOnFailure: true, ...(process.env.SEED && { seed: Number(process.env.SEED) }) },
  );
});

test('the database computes the income of a day as the schedule does, up to the bounds', async () => {
  const world = await newWorld();
  const most: { terms: Terms; units: bigint }[] = [
    { terms: { kind: 'trust', unit: 100_000_000_000n, rateBp: 5000, days: 730 }, units: 10n },
    { terms: { kind: 'machine', unit: 100_000_000_000n, daily: 100_000_000_000n, days: 730 }, units: 10n },
    { terms: { kind: 'trust', unit: 10_000n, rateBp: 1, days: 730 }, units: 1n },
    { terms: { kind: 'trust', unit: 10_000n, rateBp: 5000, days: 730 }, units: 100_000_000n },
  ];
  for (const { terms, units } of [...most, ...fc.sample(anyOrder, 150)]) {
    if (terms.kind === 'pledge') continue;
    const { rows } = await sql<{ income: bigint[] }>`
      select array_agg(income_of_day(${terms.kind}, ${units * terms.unit}, ${units}, ${terms.kind === 'trust' ? terms.rateBp : null},
        ${terms.kind === 'machine' ? terms.daily : null}, nth) order by nth) as income
      from generate_series(1, ${terms.days}::integer) as nth`.execute(world.owner);
    const wanted = Array.from({ length: terms.days }, (_, place) => incomeOfDay(terms, units, place + 1));
    expect(rows[0]!.income.map(BigInt)).toEqual(wanted);
  }
});

test('orders within a second of midnight begin on the right day, in the database as in the schedule', async () => {
  const world = await newWorld();
  const [owner] = await crowd(world, 1, money);
  const terms: Terms = { kind: 'trust', unit: 1_000_000n, rateBp: 320, days: 2 };
  const named = await offer(world, terms);
  const midnights = ['2028-02-29', '2028-03-01', '2028-01-01', '2027-02-28', '2027-03-01'].map(Date.parse);
  for (const at of midnights.toSorted().flatMap((midnight) => [-1000, -1, 0, 1, 999].map((off) => midnight + off))) {
    const id = newId();
    const wish = { owner: owner!, id, ...named, units: 1 };
    expect(await step(world.db, (tx) => table.buy(tx, new Date(at), wish))).toBe('bought');
    const { startsAt, endsAt } = scheduleOf(terms, 1n, at);
    const { rows } = await sql<{ starts: string; ends: Date }>`
      select starts_on::text as starts, ends_at as ends from holding where id = ${id}`.execute(world.db);
    expect(rows).toEqual([{ starts: utcDay(startsAt), ends: new Date(endsAt) }]);
    await payProducts(world.db, quietly, () => new Date(at));
  }
  await payProducts(world.db, quietly, () => new Date(midnights.at(-2)! + 5 * dayMs));
});
