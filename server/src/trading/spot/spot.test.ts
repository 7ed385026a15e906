import { coins, partsPerUnit } from '@glasshouse/protocol/market/coins';
import { formatUnits, formatUsdt, parseUnits } from '@glasshouse/protocol/money';
import { checkReceipt } from '@glasshouse/protocol/orders/receipt';
import { checkSlip } from '@glasshouse/protocol/orders/slip';
import * as protocol from '@glasshouse/protocol/spot/calls';
import { afterBuying, costOfSold } from '@glasshouse/protocol/spot/holdings';
import { receivedFor } from '@glasshouse/protocol/spot/settle';
import { spotSlipBytes, spotTerms } from '@glasshouse/protocol/spot/slip';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { checkBooks } from '#money/ledger/proof.ts';
import { openLog } from '../../../test/log.ts';
import { setMoney } from '../../../test/money-settings.ts';
import { openSpot } from '../../../test/spot.ts';

const reasonOf = (answer: { code: number; data: { reason?: string } }) => answer.data.reason ?? answer.code;

test('a coin is bought and sold at the next tick, and its cost and realized profit are recorded', async () => {
  const { ann, trade, tick, settle, holdings, world } = await openSpot();
  const { data } = await trade();
  expect(data.order).toMatchObject({ side: 'buy', given: '500.00', outcome: null, received: null });
  expect(data.order.dueSlot).toBe(data.order.headSlot + 1);
  expect(await checkSlip(spotSlipBytes(spotTerms(data.order, data.headHash)!), data.slip)).toBe(true);
  expect(await holdings()).toEqual({ usdt: '9500.00', coins: [], realised: '0.00' });
  await settle();
  expect((await ann.call(protocol.showOrder, { id: data.order.id })).data.order.outcome).toBeNull();
  await tick(6_399_030);
  await settle();
  const { order } = (await ann.call(protocol.showOrder, { id: data.order.id })).data;
  expect(order).toMatchObject({ outcome: 'filled', received: '0.00780587', exit: { price: '63990.30' } });
  expect(await holdings()).toEqual({
    usdt: '9500.00',
    coins: [{ symbol: 'BTC', amount: '0.00780587', cost: '500.00' }],
    realised: '0.00',
  });

  // Half of it at a higher price, then the rest: each sale uses its share of the cost.
  await trade({ side: 'sell', given: '0.00390293' });
  await tick(7_000_000);
  await settle();
  const half = await holdings();
  expect(half.coins).toEqual([{ symbol: 'BTC', amount: '0.00390294', cost: '250.000321' }]);
  expect(half.usdt).toBe('9772.931894');
  expect(half.realised).toBe('22.932215');
  await trade({ side: 'sell', given: '0.00390294' });
  await tick(6_000_000);
  await settle();
  expect(await holdings()).toMatchObject({ coins: [], realised: '6.874117' });
  const list = (await ann.call(protocol.listOrders, { side: 'sell' })).data;
  expect(list.orders.map(({ received }) => received)).toEqual(['233.942223', '272.931894']);
  expect((await checkBooks(world.db)).drift).toEqual([]);
});

test('the average cost follows from the orders alone, as a device without an account computes it', async () => {
  const { trade, tick, settle, holdings } = await openSpot({ usdt: 1_000_000 });
  let holding = { amount: 0n, cost: 0n };
  let realised = 0n;
  await tick(6_399_030);
  // Every third order sells a share of the coins, every ninth all of them.
  for (let i = 1; i <= 45; i++) {
    const price = 5_000_000 + ((i * 7_919_531) % 3_000_000);
    const amount = i % 9 === 0 ? holding.amount : (holding.amount * BigInt(i)) / 47n;
    const isSale = i % 3 === 0;
    const given = isSale
      ? formatUnits(amount, 'BTC')
      : formatUsdt(BigInt(100_000_000 + ((i * 104_729_003) % 500_000_000)));
    expect(reasonOf(await trade({ side: isSale ? 'sell' : 'buy', given }))).toBe(200);
    await tick(price);
    await settle();
    const deal = { symbol: 1, spreadBp: 10, side: isSale ? ('sell' as const) : ('buy' as const) };
    const units = parseUnits(given, isSale ? 'BTC' : 'USDT')!;
    const received = receivedFor({ ...deal, given: units }, BigInt(price));
    if (isSale) {
      const left = { amount: holding.amount - units, cost: holding.cost };
      const cost = costOfSold(units, left);
      holding = { ...left, cost: left.cost - cost };
      realised += received - cost;
    } else holding = afterBuying(holding, received, units);
    const { coins: held, realised: counted } = await holdings();
    const shown = { symbol: 'BTC', amount: formatUnits(holding.amount, 'BTC'), cost: formatUsdt(holding.cost) };
    expect({ held, counted }).toEqual({ held: holding.amount > 0n ? [shown] : [], counted: formatUsdt(realised) });
  }
});

test("a repeated tap returns the same order, and its id can't be used for the other side", async () => {
  const { ann, ask, trade, tick, settle, holdings } = await openSpot();
  await trade();
  await tick(6_399_030);
  await settle();
  const wish = ask();
  const [first, again] = await Promise.all([ann.call(protocol.trade, wish), ann.call(protocol.trade, wish)]);
  expect(again.data.order).toEqual(first.data.order);
  const other = await ann.call(protocol.trade, { ...wish, side: 'sell', given: '0.001' });
  expect(reasonOf(other)).toBe('id_used');
  expect(reasonOf(await ann.call(protocol.trade, { ...wish, given: '501' }))).toBe('id_used');
  expect((await holdings()).usdt).toBe('9000.00');
  // Both sides under one new id at once: one of them is opened.
  const both = ask();
  const answers = await Promise.all([
    ann.call(protocol.trade, both),
    ann.call(protocol.trade, { ...both, side: 'sell', given: '0.001' }),
  ]);
  expect(answers.map(reasonOf).toSorted()).toEqual([200, 'id_used']);
});

test('invalid, unaffordable and outdated orders are refused', async () => {
  const { world, ann, trade, ask, tick, settle } = await openSpot();
  expect(reasonOf(await trade({ given: '0.99' }))).toBe('stake_out_of_range');
  expect(reasonOf(await trade({ given: '50000.01' }))).toBe('stake_out_of_range');
  expect(reasonOf(await trade({ given: '10000.01' }))).toBe('insufficient_balance');
  expect(reasonOf(await trade({ side: 'sell', given: '0.001' }))).toBe('insufficient_balance');
  expect(reasonOf(await trade({ spreadBp: 0 }))).toBe('terms_changed');
  expect(reasonOf(await trade({ rule: 2 }))).toBe('terms_changed');
  for (const given of ['0', '-5', '1e3', '5.0000001', 'NaN', '', '٥'])
    expect(reasonOf(await trade({ given })), given).toBe('stake_out_of_range');
  for (const bad of [{ symbol: 'NONE' }, { side: 'both' }, { spreadBp: -1 }, { spreadBp: 501 }, { id: 'x' }])
    expect((await trade(bad as never)).data.reason).toBe('bad_input');
  const old = ask();
  world.pass(3 * 60_000);
  expect(reasonOf(await ann.call(protocol.trade, old))).toBe('order_expired');
  expect(reasonOf(await trade())).toBe('tape_stale');
  await tick(6_399_030);
  await settle();
});

test('a balance below the minimum order can be sold only in full', async () => {
  const { world, ann, trade, tick, settle, holdings } = await openSpot({ usdt: 0 });
  await world.give(ann, 'spot', 'BTC', 1000n); // 0.64 USDT
  expect(reasonOf(await trade({ side: 'sell', given: '0.00000999' }))).toBe('stake_out_of_range');
  expect(reasonOf(await trade({ side: 'sell', given: '0.00001' }))).toBe(200);
  await tick(6_399_030);
  await settle();
  // Coins that were not bought have no cost.
  expect(await holdings()).toEqual({ usdt: '0.639263', coins: [], realised: '0.639263' });
});

test('a changed spread applies to later orders; earlier ones keep theirs', async () => {
  const { world, ann, trade, tick, settle } = await openSpot();
  const { id } = (await trade()).data.order;
  await setMoney(world, { spot_spread_bp: 100, effective_at: world.clock() });
  expect(reasonOf(await trade())).toBe('terms_changed');
  expect((await world.visitor().call(protocol.showRules, {})).data).toMatchObject({ spreadBp: 100, next: null });
  await tick(6_399_030);
  await settle();
  const { order } = (await ann.call(protocol.showOrder, { id })).data;
  expect(order).toMatchObject({ spreadBp: 10, received: '0.00780587' });
});

test('orders are filled once and the books balance, with many at once and settlers that race or are killed', async () => {
  const { world, ann, trade, tick, settle, newSettler, holdings } = await openSpot();
  await trade({ given: '1000' });
  await tick(6_399_030);
  await settle();
  const bob = await world.person();
  await world.give(bob, 'spot', 'USDT', 1_000_000_000n);
  const orders = Array.from({ length: 12 }, (_, i) => [
    trade({ given: '50' }),
    trade({ side: 'sell', given: '0.001' }),
    trade({ given: String(10 + i) }, bob),
  ]).flat();
  const answers = await Promise.all(orders);
  expect(new Set(answers.map(reasonOf))).toEqual(new Set([200]));
  await tick(6_400_000, 6_400_000);
  // A settler that is killed in the middle leaves nothing half done.
  const settlers = [newSettler(), newSettler(), newSettler()];
  await Promise.all(settlers.map(({ look }) => look().catch(() => {})));
  await newSettler().look();
  const open = await world.db.selectFrom('spot_order').select('id').where('result', 'is', null).execute();
  expect(open).toEqual([]);
  expect((await checkBooks(world.db)).drift).toEqual([]);
  expect(Number((await holdings()).coins[0]!.amount)).toBeGreaterThan(0);
  const { rows } = await sql<{
    sum: string;
  }>`select sum(amount)::text as sum from leg where account >> 10 = 45`.execute(world.owner);
  expect(rows[0]!.sum).toBe('0');
  expect((await ann.call(protocol.listOrders, { limit: 50 })).data.orders).toHaveLength(25);
});

test('the database accepts only what the tape says, once, and to the last unit', async () => {
  const { db, world, trade, tick, settle } = await openSpot();
  const { id } = (await trade()).data.order;
  const fill = (change: string) =>
    sql`update spot_order set ${sql.raw(change)}, settled_at = now() where id = ${id}`.execute(db);
  const filled = (price: number, payout: number) =>
    fill(`result = 1, exit_slot = due_slot, exit_price = ${price}, payout = ${payout}`);
  await expect(filled(6_399_030, 780_587)).rejects.toThrow('the tape says otherwise');
  await tick(6_399_030);
  await expect(filled(6_399_029, 780_587)).rejects.toThrow('the tape says otherwise');
  await expect(filled(6_399_030, 780_588)).rejects.toThrow('another amount');
  await settle();
  await expect(filled(6_399_030, 780_587)).rejects.toThrow('filled once');
  await expect(sql`update spot_cost set cost = 1`.execute(db)).rejects.toThrow('permission denied');
  await expect(sql`delete from spot_order`.execute(world.owner)).rejects.toThrow();
  // The server and the database use the same units.
  const units = await world.db.selectFrom('coin_unit').selectAll().orderBy('symbol').execute();
  expect(units.map(({ parts }) => parts)).toEqual(coins.map((coin) => partsPerUnit(coin.id)));
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        symbol: fc.constantFrom(...coins.map((coin) => coin.id)),
        side: fc.constantFrom('buy' as const, 'sell' as const),
        given: fc.bigInt({ min: 1n, max: 50_000_000_000n }),
        spreadBp: fc.integer({ min: 0, max: 500 }),
      }),
      fc.bigInt({ min: 1n, max: 10n ** 9n }),
      async (deal, price) => {
        const { rows } = await sql<{
          got: bigint;
        }>`select spot_received(${partsPerUnit(deal.symbol)}::bigint, ${deal.side === 'buy'},
          ${deal.given}::bigint, ${deal.spreadBp}::integer, ${price}::bigint) as got`.execute(world.owner);
        expect(rows[0]!.got).toBe(receivedFor(deal, price));
      },
    ),
    { numRuns: 1000 },
  );
});

test("a receipt recomputes from the ticks, and other users can't read it", async () => {
  const { world, ann, trade, tick, settle } = await openSpot();
  const { id } = (await trade()).data.order;
  expect((await ann.call(protocol.showReceipt, { id })).data.reason).toBe('not_ended');
  await tick(6_399_030, 6_399_030, 6_399_030);
  await settle();
  const { data } = await ann.call(protocol.showReceipt, { id });
  expect(data).toMatchObject({ product: 'spot', postings: [{ currency: 'USDT' }, { currency: 'BTC' }] });
  const { checks } = await checkReceipt(data);
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  const bob = await world.person();
  expect((await bob.call(protocol.showReceipt, { id })).data.reason).toBe('not_found');
});

test('an order that was committed after its tick was logged has a matching receipt, proved by a later second', async () => {
  const { world, ann, trade, tick, settle } = await openSpot();
  const log = await openLog(world);
  const { id } = (await trade()).data.order;
  await tick(...Array(3).fill(6_399_030));
  await settle();
  await log.write();
  const late = uuidAfter(id);
  // Simulates a server that was delayed: two slots behind the newest tick, which is in the log already.
  await sql`select open_spot(${world.clock()}, rule, array[account], array[${late}::uuid], array[head_slot + 1], array[stake], array[symbol], array[spread_bp])
    from spot_order`.execute(world.db);
  await log.write();
  await tick(...Array(16).fill(6_399_030));
  await settle();
  await log.write();
  for (const one of [id, late]) {
    const { data } = await ann.call(protocol.showReceipt, { id: one, form: 2 } as never);
    expect(data.version).toBe(2);
    expect((await checkReceipt(data)).checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(data.log!.order.place < data.log!.outcome.place).toBe(true);
    expect(data.log!.outcome.second.slot - data.order.exit!.slot > 4).toBe(one === late);
  }
});
const uuidAfter = (id: string) => `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;
