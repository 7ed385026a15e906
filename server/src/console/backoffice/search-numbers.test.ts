import { randomUUID } from 'node:crypto';
import { searchAll } from '@glasshouse/protocol/backoffice/search';
import { trade } from '@glasshouse/protocol/spot/calls';
import { askVipRefund } from '@glasshouse/protocol/vip/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids.ts';
import { days, plus } from '#platform/runtime/clock.ts';
import { inDatabase, urlFor } from '../../../database/prepare.ts';
import { type Real, type Somebody, users } from '../../../test/money-acts.ts';
import { openOffice } from '../../../test/office.ts';
import { withOptions } from '../../../test/options.ts';
import { orderIdAt } from '../../../test/order-id.ts';
import { trade as newTrader } from '../../../test/trade.ts';
import { offer } from '../../../test/wealth.ts';
import { verified } from '../../../test/withdrawals.ts';
import { newWorld } from '../../../test/world.ts';

const still = { cut: false };

test('movements and purchases are found by their full number, in either form and any notation', async () => {
  const world = await newWorld({ now: new Date() });
  const real = { world } as Real;
  const office = await openOffice(world);
  const { support } = await office.staff();
  const member = async (): Promise<Somebody> => {
    const person = await verified(world, await world.person());
    await world.give(person, 'fund', 'USDT', 10_000_000_000n);
    await world.give(person, 'financial', 'USDT', 1_000_000_000n);
    return { ...person, id: person.info.id };
  };
  const [ann, bob] = [await member(), await member()];
  expect(await users.upgrade(real, bob, newId(), 1, still)).toBeUndefined();
  const trust = await offer(world, { kind: 'trust', unit: 1_000_000n, rateBp: 750, days: 30 });
  const pledge = await offer(world, { kind: 'pledge', unit: 10_000n, ratePpb: 139_726, seconds: 3600 });
  const machine = await offer(world, { kind: 'machine', unit: 1_000_000n, daily: 10_000n, days: 120 });
  const find = async (query: string) => (await support.call(searchAll, { query })).data;

  let level = 0;
  for (const made of [randomUUID, newId]) {
    const acts: Record<string, (id: string) => Promise<string | undefined>> = {
      withdraw: (id) => users.withdraw(real, ann, id, 50_000_000n, still),
      recharge: (id) => users.submit(real, ann, id, 60_000_000n, still),
      transfer: (id) => users.send(real, ann, bob, id, 5_000_000n, still),
      move: (id) => users.move(real, ann, id, 7_000_000n, still),
      upgrade: (id) => users.upgrade(real, ann, id, ++level, still),
      trust: (id) => users.buy(real, ann, id, trust.product, 3, still),
      pledge: (id) => users.buy(real, ann, id, pledge.product, 400, still),
      machine: (id) => users.buy(real, ann, id, machine.product, 2, still),
    };
    for (const [kind, act] of Object.entries(acts)) {
      const id = made();
      expect(await act(id), kind).toBeUndefined();
      for (const text of [id, id.toUpperCase(), id.replaceAll('-', ''), ` ${id} `]) {
        const { orders } = await find(text);
        const owners = kind === 'transfer' ? [ann.number, bob.number] : [ann.number];
        expect(orders.map(({ number }) => number).toSorted(), `${kind} ${text}`).toEqual(owners.map(String).toSorted());
        expect(orders, `${kind} ${text}`).toContainEqual(expect.objectContaining({ id, kind }));
      }
      expect((await find(id.slice(0, -1))).orders, kind).toEqual([]);
      world.pass(60_000);
    }
  }
}, 120_000);

test('a movement found by its number leads to the case in which it is reviewed', async () => {
  const world = await newWorld({ now: new Date() });
  const real = { world } as Real;
  const { support } = await (await openOffice(world)).staff();
  const person = await verified(world, await world.person());
  await world.give(person, 'fund', 'USDT', 10_000_000_000n);
  const ann: Somebody = { ...person, id: person.info.id };
  const [withdrawal, topUp, deposit, refund] = [newId(), newId(), newId(), newId()];
  expect(await users.withdraw(real, ann, withdrawal, 50_000_000n, still)).toBeUndefined();
  expect(await users.submit(real, ann, topUp, 60_000_000n, still)).toBeUndefined();
  expect(await users.upgrade(real, ann, deposit, 2, still)).toBeUndefined();
  await world.owner
    .updateTable('membership')
    .set({ since: plus(world.clock(), -days(63)) })
    .execute();
  expect((await ann.call(askVipRefund, { id: refund })).data).toEqual({ state: 'under_review' });
  const { rows } = await sql<{ id: string; kind: string }>`select id, kind from review_case`.execute(world.owner);
  const caseOf = (kind: string) => rows.find((row) => row.kind === kind);
  const found = async (query: string) => (await support.call(searchAll, { query })).data;
  expect((await found(withdrawal)).orders).toEqual([
    {
      ...{ id: withdrawal, kind: 'withdraw', number: person.info.number, state: 'under_review' },
      ...{ at: expect.any(String), amount: { amount: '50.00', currency: 'USDT' }, case: caseOf('withdrawal') },
    },
  ]);
  expect((await found(topUp)).orders).toMatchObject([{ kind: 'recharge', case: caseOf('top_up') }]);
  expect((await found(refund)).orders).toMatchObject([{ kind: 'refund', case: caseOf('vip_refund') }]);
  expect((await found(deposit)).orders).toMatchObject([{ kind: 'upgrade', state: 'done', case: null }]);
  // The case itself is also found, by a number without hyphens.
  const { id } = caseOf('vip_refund')!;
  expect((await found(id.replaceAll('-', '').toUpperCase())).cases).toMatchObject([{ id, kind: 'vip_refund' }]);
});

test('a number that many users chose shows the oldest ten, and that there are more', async () => {
  const world = await newWorld({ now: new Date() });
  const { support } = await (await openOffice(world)).staff();
  const id = newId();
  await inDatabase(
    urlFor(world.database, 'postgres'),
    'set session_replication_role = replica',
    `insert into movement (owner, id, flow, state, currency, amount, fee, label, at, changed_at)
       select 900000 + nth, '${id}', 'recharge', 'passed', 1, 100000000, 0, 'TRC20', at, at
       from generate_series(11, 1, -1) as nth, lateral (select now() - interval '1 day' + nth * interval '1 second' as at) as moment`,
  );
  const { orders, more } = (await support.call(searchAll, { query: id })).data;
  expect(orders.map(({ number }) => Number(number) - 900_000)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(more).toEqual(['orders']);
});

test('orders of each product are found by their full number, in any notation', async () => {
  const { world, trader, tick, open, quote, buy } = await withOptions(await newTrader({ now: new Date() }));
  const { support } = await (await openOffice(world)).staff();
  await world.give(trader, 'spot', 'USDT', 1_000_000_000n);
  await tick(6_400_000);
  const spot = orderIdAt(world.clock());
  expect((await trader.call(trade, { id: spot, symbol: 'BTC', side: 'buy', given: '10', spreadBp: 10 })).code).toBe(
    200,
  );
  const made = { spot, contract: (await open('long')).order.id, option: (await buy((await quote()).call)).order.id };
  for (const [kind, id] of Object.entries(made))
    for (const text of [id, id.toUpperCase(), id.replaceAll('-', '')])
      expect((await support.call(searchAll, { query: text })).data.orders, `${kind} ${text}`).toMatchObject([
        { id, kind, number: trader.info.number, case: null },
      ]);
});
