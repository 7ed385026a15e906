import { exportPanel, showDashboard } from '@glasshouse/protocol/backoffice/dashboard';
import { daysAhead } from '@glasshouse/protocol/backoffice/figures';
import { formatUsdt } from '@glasshouse/protocol/money';
import { dayMs, utcDay } from '@glasshouse/protocol/utc-day';
import { scheduleOf } from '@glasshouse/protocol/wealth/schedule';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { countSite } from '#console/backoffice/figures.ts';
import { systemTotals } from '#money/ledger/ledger.ts';
import { step } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import { figures } from '#roles/domain-registry.ts';
import { openOffice } from '../../../test/office.ts';
import { rowsRead } from '../../../test/rows-read.ts';
import { buy, exampleOf, pay, withMoney } from '../../../test/wealth.ts';
import { newWorld, type World } from '../../../test/world.ts';
import { countAhead, promisedAt } from './outlook.ts';
import { termsOf } from './shown.ts';
import * as table from './sql.ts';

type Expected = Awaited<ReturnType<typeof promisedAt>> & { principal: bigint };

/** The reference under which the income of a day is booked. */
const refOf = (serial: bigint, at: number): string => {
  const day = (at - Date.UTC(2000, 0, 1)) / dayMs;
  return serial.toString(16).padStart(16, '0') + day.toString(16).padStart(16, '0');
};

/** The same from the schedule of each running order, less what the books show as paid. */
async function recomputed(world: World): Promise<Expected> {
  const { rows: held } = await sql<table.HeldRow>`
    select holding.*, label, unit, rate_bp, rate_ppb, daily, days, seconds
    from holding join product_version using (product, version) where ended_at is null`.execute(world.owner);
  const { rows: legs } = await sql<{ ref: string }>`
    select replace(ref::text, '-', '') as ref from leg where kind = 120 and ref is not null`.execute(world.owner);
  const paid = new Set(legs.map(({ ref }) => ref));
  const now = world.clock().getTime();
  const today = utcDay(now);
  const days = Array.from({ length: daysAhead + 1 }, (_, n) => ({
    day: utcDay(now + n * dayMs),
    income: 0n,
    principal: 0n,
  }));
  const dueOn = (at: number) => days.find(({ day }) => day === (at > now ? utcDay(at) : today));
  let [accrued, principal] = [0n, 0n];
  for (const row of held) {
    const terms = termsOf(row);
    const plan = scheduleOf(terms, row.units, row.bought_at.getTime());
    principal += plan.returned;
    for (const { at, amount } of plan.income) {
      if (paid.has(refOf(row.serial, at - dayMs))) continue;
      const due = dueOn(at);
      if (due) due.income += amount;
      if (at <= now && terms.kind !== 'pledge') accrued += amount;
    }
    const back = dueOn(plan.endsAt);
    if (back) back.principal += plan.returned;
    if (terms.kind === 'pledge') {
      const elapsed = Math.floor((Math.min(now, plan.endsAt) - plan.startsAt) / 1000);
      accrued += (plan.total * BigInt(elapsed)) / BigInt(terms.seconds);
    }
  }
  return { accrued, days, principal };
}
const promised = (world: World) => step(world.db, (tx) => promisedAt(tx, world.clock()));
const committed = async (world: World) =>
  (await step(world.db, systemTotals)).find(({ name }) => name === 'committed_products')?.amount ?? 0n;

async function check(world: World): Promise<void> {
  const { principal, ...expected } = await recomputed(world);
  expect(await promised(world)).toEqual(expected);
  expect(await committed(world)).toBe(principal);
}

const act = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('buy' as const),
      product: fc.nat(11),
      times: fc.integer({ min: 1, max: 40 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('pass' as const), hours: fc.integer({ min: 1, max: 60 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pay' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('count' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('begin' as const), orders: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave' as const) }) },
);

test('the promised amounts equal the schedules to the unit, whatever was bought, booked, counted or left', {
  timeout: 300_000,
}, async () => {
  const runs = Number(process.env.OUTLOOK_RUNS ?? 3);
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 60, maxLength: 60 }), async (acts) => {
      const world = await newWorld();
      const buyers: Awaited<ReturnType<World['person']>>[] = [];
      for (let n = 0; n < 4; n++) {
        buyers.push(await world.person());
        await world.give(buyers.at(-1)!, 'financial', 'USDT', 10n ** 12n);
      }
      const products = await step(world.db, (tx) => table.offered(tx));
      for (const [place, one] of acts.entries()) {
        const buyer = buyers[place % buyers.length]!;
        switch (one.kind) {
          case 'buy': {
            const { product, version, least } = products[one.product]!;
            const units = Number(least) * one.times + (least > 1n ? one.times : 0);
            const wish = { owner: buyer.number, id: newId(), product, version, units };
            await step(world.db, (tx) => table.buy(tx, world.clock(), wish));
            break;
          }
          case 'pass':
            world.pass(one.hours * 3_600_000 + place);
            break;
          case 'pay':
            await pay(world);
            break;
          case 'count':
            await countAhead(world.db);
            break;
          case 'begin': // books one step of a day and then stops
            await step(world.db, (tx) => table.accrue(tx, world.clock(), one.orders));
            break;
          case 'leave':
            if (buyers.length > 2) {
              const [leaver] = buyers.splice(place % buyers.length, 1);
              await sql`update person set leaves_at = ${world.clock()} where number = ${leaver!.number}`.execute(
                world.owner,
              );
            }
        }
        await check(world);
      }
    }),
    { numRuns: runs, endOnFailure: true },
  );
});

test('the overview and its file show the promised amounts, as of the minute', async () => {
  const world = await newWorld();
  const { auditor } = await (await openOffice(world)).staff();
  const ann = await withMoney(await world.person(), '2000');
  await buy(ann, await exampleOf(world, 'trust', 7), { units: 1000 });
  await buy(ann, await exampleOf(world, 'pledge', 3600), { units: 50_000 });
  await countSite(world.db, world.clock(), figures);
  const shown = (await auditor.call(showDashboard, {})).data.promised!;
  expect(shown).toMatchObject({ principal: '1500.00', accrued: '0.00' });
  expect(shown.days).toHaveLength(31);
  const plan = scheduleOf({ kind: 'trust', unit: 1_000_000n, rateBp: 320, days: 7 }, 1000n, world.clock().getTime());
  for (const { at, amount } of plan.income)
    expect(shown.days.find(({ day }) => day === utcDay(at))!.income).toBe(formatUsdt(amount));
  const { csv } = (await auditor.call(exportPanel, { panel: 'promised' })).data;
  expect(csv).toContain(`${utcDay(plan.endsAt)},${formatUsdt(plan.income.at(-1)!.amount)},1000.00`);
  expect(csv).toContain('Held in all,,1500.00');
});

test('the outlook reads only recent orders once older ones have been counted', async () => {
  const world = await newWorld();
  const ann = await world.person();
  await world.give(ann, 'financial', 'USDT', 10n ** 10n);
  await buy(ann, await exampleOf(world, 'trust', 180), { units: 500 });
  // Orders without a real owner, bought evenly over the last 150 days; only their schedules matter here.
  const [orders, daysOfOrders] = [20_000, 150];
  await sql`insert into holding (owner, id, product, version, kind, units, amount, bought_at, starts_on, ends_at)
    select 1, gen_random_uuid(), product, version, holding.kind, 500 + n, (500 + n) * 1000000::bigint,
      bought_at - age * interval '1 day', starts_on - age, ends_at - age * interval '1 day'
    from holding, generate_series(1, ${orders}::integer) as n, lateral (select n % ${daysOfOrders}::integer as age) as aged`.execute(
    world.owner,
  );
  await sql`analyze holding`.execute(world.owner);
  await sql`insert into product_day (day, done) select max(starts_on), true from holding`.execute(world.owner);
  const uncounted = await promised(world);
  await countAhead(world.db);
  await sql`vacuum analyze holding`.execute(world.owner);
  expect(await promised(world)).toEqual(uncounted);
  const read = await step(world.db, (tx) => rowsRead(tx, () => promisedAt(tx, world.clock())));
  expect(read).toBeLessThan(500);
  await sql`delete from holding where owner = 1`.execute(world.owner);
  await sql`delete from product_outlook`.execute(world.owner);
});

test('of several workers that count ahead at once, one does', async () => {
  const world = await newWorld();
  const ann = await withMoney(await world.person(), '1000');
  await buy(ann, await exampleOf(world, 'trust', 7));
  world.pass(2 * dayMs);
  await pay(world);
  await Promise.all(Array.from({ length: 4 }, () => countAhead(world.db)));
  const { rows } = await sql<{ days: bigint; income: bigint }>`
    select count(*) as days, sum(income)::bigint as income from product_outlook`.execute(world.owner);
  expect(rows[0]!.days).toBe(BigInt(daysAhead + 10));
  expect(rows[0]!.income).toBeGreaterThan(0n);
});
