import { getOverview, getResults, resultDays, type resultSpans } from '@glasshouse/protocol/assets/calls';
import { unitsAt } from '@glasshouse/protocol/decimal';
import { firstSlotOf, msOf } from '@glasshouse/protocol/market/tape';
import { formatUsdt } from '@glasshouse/protocol/money';
import { dayMs, utcDay } from '@glasshouse/protocol/utc-day';
import { expect, test } from 'vitest';
import { step } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import { days } from '#platform/runtime/clock.ts';
import { buy, exampleOf, withMoney } from '../../../test/wealth.ts';
import { newWorld, type World } from '../../../test/world.ts';
import { systemAccount, walletOf } from '../ledger/accounts.ts';
import { post } from '../ledger/ledger.ts';

type Person = Awaited<ReturnType<World['person']>>;
const usdt = 1_000_000n;
const dayIn = (world: World, back: number) => Math.floor(world.clock().getTime() / dayMs) - back;

/** Rows that settling has already counted for a day. Only the owner of the tables can write arbitrary ones. */
const counted = {
  contract: (world: World, person: Person, back: number, profit: bigint, symbol = 1) =>
    world.owner
      .insertInto('contract_day')
      .values({
        ...{ account: walletOf(person.number, 'contract', 'USDT'), day: dayIn(world, back), symbol, seconds: 60 },
        ...{
          wins: 1,
          losses: 0,
          draws: 0,
          voids: 0,
          staked: 100n * usdt,
          paid: 100n * usdt + profit,
          break_even: 5406n,
        },
      })
      .execute(),
  option: (world: World, person: Person, back: number, profit: bigint) =>
    world.owner
      .insertInto('option_day')
      .values({
        ...{ account: walletOf(person.number, 'options', 'USDT'), day: dayIn(world, back), symbol: 2, seconds: 300 },
        ...{ ended: 1, in_profit: 0, staked: 50n * usdt, paid: 50n * usdt + profit, spread: 1n },
      })
      .execute(),
  spot: (world: World, person: Person, back: number, realised: bigint) =>
    world.owner
      .insertInto('spot_day')
      .values({ owner: person.number, day: dayIn(world, back), realised })
      .execute(),
};

/** A contract that was lost at a slot and is not counted by day yet. */
function lost(world: World, person: Person, due: number, stake: bigint) {
  const head = due - 121;
  const hex = Math.floor(msOf(head)).toString(16).padStart(12, '0');
  return world.owner
    .insertInto('contract')
    .values({
      account: walletOf(person.number, 'contract', 'USDT'),
      id: `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${due.toString(16).padStart(12, '0')}`,
      ...{ at: new Date(msOf(head)), head_slot: BigInt(head), due_slot: BigInt(due), stake, symbol: 1, seconds: 60 },
      ...{ return_bp: 8500, rule: 1, long: true, result: 2, entry_price: 101n, exit_price: 100n, payout: 0n },
      settled_at: new Date(msOf(due)),
    })
    .execute();
}

const resultsOf = async (person: Person, days: (typeof resultSpans)[number]) =>
  (await person.call(getResults, { days })).data;
const read = async (person: Person) => (await resultsOf(person, '30')).days;
const besidesNothing = (all: Awaited<ReturnType<typeof read>>) =>
  all.filter(({ result }) => result !== '0.00').map(({ day, result }) => `${day} ${result}`);

test('a new account has thirty days without results, whatever it was granted', async () => {
  const world = await newWorld();
  const ann = await world.person();
  await world.give(ann, 'fund', 'USDT', 500n * usdt);
  const all = await read(ann);
  expect(all).toHaveLength(resultDays);
  expect(all[0]).toEqual({ day: '2026-10-17', result: '0.00' });
  expect(all.at(-1)).toEqual({ day: '2026-11-15', result: '0.00' });
  expect(besidesNothing(all)).toEqual([]);
  expect((await world.visitor().call(getResults, {})).code).toBe(401);
});

test("a day's result is the profit of the user's own contracts, options and sold coins", async () => {
  const world = await newWorld();
  const ann = await world.person();
  const bob = await world.person();
  await counted.contract(world, ann, 30, 999n * usdt); // the day before the first
  await counted.contract(world, ann, 29, 7n * usdt);
  await counted.contract(world, ann, 1, -10n * usdt);
  await counted.contract(world, ann, 1, 2_500_000n, 2);
  await counted.option(world, ann, 1, -4_940_001n);
  await counted.option(world, ann, 0, 3n * usdt);
  await counted.spot(world, ann, 0, -1n * usdt);
  await counted.contract(world, bob, 0, 88n * usdt);
  await counted.option(world, bob, 0, 88n * usdt);
  await counted.spot(world, bob, 1, 88n * usdt);
  expect(besidesNothing(await read(ann))).toEqual(['2026-10-17 7.00', '2026-11-14 -12.440001', '2026-11-15 2.00']);
  expect(besidesNothing(await read(bob))).toEqual(['2026-11-14 88.00', '2026-11-15 176.00']);
  // Today's result equals that of the overview, which also counts the earlier days.
  const { income } = (await ann.call(getOverview, {})).data;
  expect(income).toMatchObject({ today: '2.00', total: '995.559999' });
  world.pass(days(1));
  expect(besidesNothing(await read(ann))).toEqual(['2026-11-14 -12.440001', '2026-11-15 2.00']);
  expect((await read(ann)).at(-1)).toEqual({ day: '2026-11-16', result: '0.00' });
});

test('a contract that has just ended counts at once, on the UTC day it was due', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const midnight = firstSlotOf(dayIn(world, 0));
  await lost(world, ann, midnight - 1, 20n * usdt);
  await lost(world, ann, midnight, 10n * usdt);
  expect(utcDay(msOf(midnight))).toBe('2026-11-15');
  expect(besidesNothing(await read(ann))).toEqual(['2026-11-14 -20.00', '2026-11-15 -10.00']);
});

test('the total of any period is the sum of its parts, and the all-time total equals the one on the home screen', async () => {
  const world = await newWorld();
  const ann = await withMoney(await world.person(), '1000');
  await counted.contract(world, ann, 40, -100n * usdt);
  await counted.contract(world, ann, 8, -20n * usdt);
  await counted.option(world, ann, 3, -1_310_000n);
  await counted.spot(world, ann, 0, 250_000n);
  const machine = await exampleOf(world, 'machine', 180);
  expect((await buy(ann, machine)).code).toBe(200);
  const interest = (amount: bigint) =>
    step(world.owner, (tx) =>
      post(tx, world.clock(), {
        ...{ kind: 'product_income', ref: newId() },
        moves: [{ from: systemAccount('house', 'USDT'), to: walletOf(ann.number, 'financial', 'USDT'), amount }],
      }),
    );
  await interest(1_720_001n);

  const all = await resultsOf(ann, 'all');
  expect(all).toEqual({
    total: '-419.339999',
    parts: [
      { source: 'contracts', result: '-120.00' },
      { source: 'options', result: '-1.31' },
      { source: 'spot', result: '0.25' },
      { source: 'product', result: '1.720001' },
      { source: 'machine', result: '-300.00' },
    ],
    days: [],
  });
  const home = (await ann.call(getOverview, {})).data.income;
  expect(home).toMatchObject({ today: '-298.029999', total: all.total });
  expect(home.sources.slice(0, 5)).toMatchObject(all.parts.map(({ source, result }) => ({ source, total: result })));

  for (const [span, contracts] of [
    ['7', '0.00'],
    ['30', '-20.00'],
  ] as const) {
    const { total, parts, days } = await resultsOf(ann, span);
    expect(parts[0]).toEqual({ source: 'contracts', result: contracts });
    expect(total).toBe(formatUsdt(parts.reduce((sum, { result }) => sum + unitsAt(result, 6), 0n)));
    expect(total).toBe(formatUsdt(days.reduce((sum, { result }) => sum + unitsAt(result, 6), 0n)));
    expect(days.at(-1)).toEqual({ day: '2026-11-15', result: home.today });
  }
  expect((await ann.call(getResults, { days: '8' as never })).code).toBe(400);
});
