import { getOverview } from '@glasshouse/protocol/assets/calls';
import { formatUsdt } from '@glasshouse/protocol/money';
import { login as logIn } from '@glasshouse/protocol/session/calls';
import { dayMs } from '@glasshouse/protocol/utc-day';
import * as protocol from '@glasshouse/protocol/wealth/calls';
import { checkIncome } from '@glasshouse/protocol/wealth/check-income';
import { readTerms } from '@glasshouse/protocol/wealth/read-terms';
import { scheduleOf } from '@glasshouse/protocol/wealth/schedule';
import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids.ts';
import { buy, exampleOf, pay, withMoney } from '../../../test/wealth.ts';
import { newWorld, password, type World } from '../../../test/world.ts';

type Person = Awaited<ReturnType<World['person']>>;
const financial = async (person: Person) =>
  (await person.call(getOverview, {})).data.wallets.find(({ wallet }) => wallet === 'financial')!.balances[0]!.amount;
/** An order's page, whose file must say the same; everything on it can be recomputed. */
async function show(person: Person, id: string) {
  const { data } = await person.call(protocol.showHolding, { id });
  expect((await checkIncome(data)).filter(({ ok }) => !ok)).toEqual([]);
  return data;
}
/** Moves the world to a time and logs in again, because no session lasts that long. */
async function goTo(world: World, person: Person, at: number): Promise<void> {
  world.pass(at - world.clock().getTime());
  await person.call(logIn, { account: person.phone, password });
}
const bought = (answer: { data: { holding: protocol.Holding } }) => {
  const { terms, units, boughtAt } = answer.data.holding;
  return scheduleOf(readTerms(terms), BigInt(units), Date.parse(boughtAt));
};

test('a trust product pays exactly what its schedule says, and the principal is returned', async () => {
  const world = await newWorld();
  const ann = await withMoney(await world.person(), '1000');
  const trust = await exampleOf(world, 'trust', 7);
  const answer = await buy(ann, trust, { units: 1000 });
  expect(answer.data.holding).toMatchObject({ state: 'not_started', amount: '1000.00', earned: '0.00', ending: null });
  expect(await financial(ann)).toBe('0.00');
  expect((await ann.call(getOverview, {})).data).toMatchObject({
    total: { usdt: '10000.00' },
    committed: [{ account: 'committed_products', usdt: '1000.00' }],
  });
  const { id } = answer.data.holding;
  const plan = bought(answer);
  expect(formatUsdt(plan.total)).toBe('0.613698');
  for (const [day, { at }] of plan.income.entries()) {
    await goTo(world, ann, at - 1);
    await pay(world);
    expect((await show(ann, id)).income).toHaveLength(day);
    await goTo(world, ann, at);
    await pay(world);
    await pay(world);
    const shown = await show(ann, id);
    expect(shown.income).toEqual(
      plan.income
        .slice(0, day + 1)
        .map((paid) => ({ at: new Date(paid.at).toISOString(), amount: formatUsdt(paid.amount) })),
    );
  }
  const shown = await show(ann, id);
  expect(shown.holding).toMatchObject({ state: 'ended', ending: 'matured', earned: formatUsdt(plan.total) });
  expect(shown.returned).toEqual({ at: new Date(plan.endsAt).toISOString(), amount: '1000.00' });
  expect(await financial(ann)).toBe(formatUsdt(1_000_000_000n + plan.total));
  expect((await ann.call(getOverview, {})).data).toMatchObject({
    committed: [],
    income: { total: formatUsdt(plan.total) },
  });
});

test('after weeks without the worker, every day is booked once, with its own date', async () => {
  const world = await newWorld();
  const ann = await withMoney(await world.person(), '6000');
  const machine = await exampleOf(world, 'machine', 180);
  const trust = await exampleOf(world, 'trust', 30);
  const first = await buy(ann, machine);
  world.pass(3 * dayMs);
  const second = await buy(ann, trust, { units: 200 });
  const plans = [bought(first), bought(second)];
  await goTo(world, ann, Date.parse(second.data.holding.endsAt) + 20 * dayMs);
  await pay(world);
  const now = world.clock().getTime();
  for (const [place, { data }] of [first, second].entries()) {
    const due = plans[place]!.income.filter(({ at }) => at <= now);
    expect((await show(ann, data.holding.id)).income).toEqual(
      due.map((paid) => ({ at: new Date(paid.at).toISOString(), amount: formatUsdt(paid.amount) })),
    );
  }
  // The price of a machine is spent, and its income isn't counted as a commitment.
  expect((await show(ann, first.data.holding.id)).holding).toMatchObject({ state: 'in_progress', ending: null });
  expect((await ann.call(getOverview, {})).data.committed).toEqual([]);
  await goTo(world, ann, Date.parse(first.data.holding.endsAt));
  await pay(world);
  expect(await show(ann, first.data.holding.id)).toMatchObject({
    holding: { state: 'ended', earned: '309.60' },
    returned: null,
  });
});

test('a pledge pays at the end of its period, or nothing if it is ended early; never both', async () => {
  const world = await newWorld();
  const ann = await withMoney(await world.person(), '3000');
  const pledge = await exampleOf(world, 'pledge', 3600);
  const kept = (await buy(ann, pledge, { units: 100_000 })).data.holding;
  const left = (await buy(ann, pledge, { units: 100_000 })).data.holding;
  expect((await world.visitor().call(protocol.listProducts, {})).data.pledged).toBe('2000.00');
  expect(kept).toMatchObject({ state: 'in_progress', amount: '1000.00' });
  world.pass(3599_999);
  await pay(world);
  expect((await ann.call(protocol.endPledge, { id: left.id })).data.holding).toMatchObject({
    ending: 'early',
    earned: '0.00',
  });
  expect((await ann.call(protocol.endPledge, { id: left.id })).code).toBe(200); // the tap is retried
  world.pass(1);
  expect((await ann.call(protocol.endPledge, { id: kept.id })).data.reason).toBe('holding_matured');
  expect((await show(ann, kept.id)).holding.state).toBe('settling');
  await Promise.all([pay(world), pay(world)]);
  expect(await show(ann, kept.id)).toMatchObject({
    holding: { state: 'ended', ending: 'matured', earned: '0.003311' },
    income: [{ at: kept.endsAt, amount: '0.003311' }],
    returned: { at: kept.endsAt, amount: '1000.00' },
  });
  expect((await show(ann, left.id)).income).toEqual([]);
  expect(await financial(ann)).toBe('3000.003311');
  expect((await world.visitor().call(protocol.listProducts, {})).data.pledged).toBe('0.00');
  expect((await ann.call(protocol.endPledge, { id: newId() })).code).toBe(404);
});

test('one tap makes one order; window, minimum, maximum, balance and password are enforced', async () => {
  const world = await newWorld();
  const ann = await withMoney(await world.person(), '9000');
  const machine = await exampleOf(world, 'machine', 360);
  const id = newId();
  const taps = await Promise.all(Array.from({ length: 5 }, () => buy(ann, machine, { id })));
  expect(taps.map(({ code }) => code)).toEqual([200, 200, 200, 200, 200]);
  expect((await buy(ann, machine, { id, units: 2 })).data.reason).toBe('id_used');
  expect((await buy(ann, machine, { units: 3 })).data.reason).toBe('holding_limit');
  expect((await buy(ann, machine, { units: 4 })).data.reason).toBe('purchase_out_of_range');
  expect((await buy(ann, machine, { tradePassword: '000000' })).data.reason).toBe('wrong_trade_password');
  expect((await buy(ann, { ...machine, version: 2 })).data.reason).toBe('product_closed');
  const trust = await exampleOf(world, 'trust', 7);
  expect((await buy(ann, trust, { units: 99 })).data.reason).toBe('purchase_out_of_range');
  expect((await buy(ann, trust, { units: 6001 })).data.reason).toBe('insufficient_balance');
  expect(await financial(ann)).toBe('6000.00');
});
