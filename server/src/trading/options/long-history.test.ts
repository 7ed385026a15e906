import { dayOf, slotAt } from '@glasshouse/protocol/market/tape';
import { parseUnits } from '@glasshouse/protocol/money';
import * as protocol from '@glasshouse/protocol/options/calls';
import { optionQuote } from '@glasshouse/protocol/options/slip';
import { maxHeld } from '@glasshouse/protocol/options/terms';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { step, type Tx } from '#platform/database/db.ts';
import { inDatabase, urlFor } from '../../../database/prepare.ts';
import { lively, tradeOptions } from '../../../test/options.ts';
import { orderIdAt } from '../../../test/order-id.ts';
import { openOptions, roomOf } from './opening/open-sql.ts';
import { committedBy, listOrders, listPositions, optionsWallet } from './orders.ts';
import { showResults, tradingByDay, tradingIncome } from './results.ts';
import { settleChunk } from './settling/ending.ts';

type Traded = Awaited<ReturnType<typeof tradeOptions>>;

/** Adds options of the last days to the trader's own, as settling or a sale leaves them: so many of each kind. */
async function withBefore({ world, trader }: Traded, before: { ended?: number; sold?: number; open?: number }) {
  const now = slotAt(world.clock().getTime());
  // All were bought within the last hour, and none is due during the test.
  const rows = (count: number, end: number, rest: string) => `
    insert into option_order (account, id, at, head_slot, due_slot, stake, strike, size, quote_slot, quote_price, symbol, seconds,
      volatility, spread_bp, rule, model, call, terms, result, exit_slot, exit_price, payout, sale_volatility, settled_at)
    select ${optionsWallet(trader.number)}, (lpad(to_hex((${now} - 3600) * 500 + nth), 12, '0') || substr(md5(random()::text), 1, 20))::uuid, now(),
      ${now} - 3600, ${end}, 100000, 6400000, 100000000, ${now} - 3600, 6400000, 1, 604800, 500000, 400, 1, 1, true, 2, ${rest}
    from generate_series(1, ${count}) as nth`;
  await inDatabase(
    urlFor(world.database, 'postgres'),
    'set session_replication_role = replica',
    'alter table option_order drop constraint option_due',
    rows(before.ended ?? 0, now - 3000, `2, ${now} - 3000, 6300000, 0, null, now()`),
    rows(before.sold ?? 0, now + 1_200_000, `5, ${now} - 3000, 6300000, 1, 500000, now()`),
    rows(before.open ?? 0, now + 1_200_000, 'null, null, null, null, null, null'),
    `update settlement set settled_through = ${now - 2000} where product = 'option_order'`,
  );
}

/** The number of table rows and index entries that some work reads. */
async function walked(tx: Tx, work: () => Promise<unknown>): Promise<number> {
  const sofar = async () => {
    const { rows } = await sql<{ rows: bigint }>`
      select sum(pg_stat_get_xact_tuples_fetched(id) + pg_stat_get_xact_tuples_returned(id))::bigint as rows
      from (
        select 'option_order'::regclass::oid as id union all select indexrelid from pg_index where indrelid = 'option_order'::regclass
      ) as read`.execute(tx);
    return Number(rows[0]!.rows);
  };
  const before = await sofar();
  await work();
  return (await sofar()) - before;
}

/** The rows read by each operation that counts a user's options. */
async function costs({ world, trader, quote }: Traded) {
  const now = world.clock();
  const [owner, account] = [trader.number, optionsWallet(trader.number)];
  const { call } = await quote();
  const by = optionQuote(call)!;
  const stake = parseUnits(call.premium, 'USDT')!;
  const asked = { ...by, account, id: orderIdAt(now), stake, seconds: 60, spreadBp: call.spreadBp, quote: by };
  const ways: Record<string, (tx: Tx) => Promise<unknown>> = {
    buying: async (tx) => expect(await openOptions(tx, now, [asked])).toHaveLength(1),
    judging: (tx) => roomOf(tx, [{ account, amount: stake }]),
    positions: (tx) => listPositions(tx, now, owner),
    listing: (tx) => listOrders(tx, owner, { outcome: 'open', limit: 20 }),
    committed: (tx) => committedBy(tx, owner),
    income: (tx) => tradingIncome(tx, owner, now),
    days: (tx) => tradingByDay(tx, owner, dayOf(slotAt(now.getTime())) - 29),
    results: (tx) => showResults(tx, now, owner, { days: 'all' }),
  };
  const walks: Record<string, number> = {};
  for (const [name, work] of Object.entries(ways))
    walks[name] = await step(world.db, (tx) => walked(tx, () => work(tx)));
  return walks;
}

test('ended and sold options add no cost, however many there are', async () => {
  const traded = await tradeOptions();
  await traded.buy((await traded.quote()).call);
  await withBefore(traded, { ended: 20_000, sold: 20_000 });
  for (const known of [false, true]) {
    if (known) await inDatabase(urlFor(traded.world.database, 'postgres'), 'analyze option_order');
    for (const [way, rows] of Object.entries(await costs(traded))) expect(rows, `${way} ${known}`).toBeLessThan(20);
  }
});

test('settling options updates their rows in place', async () => {
  const { db, world, tick, quote, buy } = await tradeOptions();
  const { call, put } = await quote();
  const orders = [await buy(call), await buy(put), await buy(call)].map(({ order }) => order);
  const [{ dueSlot, headSlot, rule }] = orders as [protocol.OptionOrder];
  await tick(...lively(dueSlot - headSlot - 1), 6_500_000, 6_500_000);
  const exits = [{ symbol: 1, rule, exitSlot: dueSlot, exitPrice: 6_500_000n }];
  await step(db, async (tx) => {
    const changed = async () => {
      const { rows } = await sql<{ all: bigint; hot: bigint }>`
        select pg_stat_get_xact_tuples_updated('option_order'::regclass) as all,
          pg_stat_get_xact_tuples_hot_updated('option_order'::regclass) as hot`.execute(tx);
      return rows[0]!;
    };
    const before = await changed();
    const { count } = await settleChunk(tx, world.clock(), { slot: dueSlot, from: 0n, next: undefined }, exits);
    const after = await changed();
    expect(count).toBe(BigInt(orders.length));
    expect([after.all - before.all, after.hot - before.hot]).toEqual([count, count]);
  });
});

test('a user has no more than the maximum of open options, whichever way they are bought', async () => {
  const traded = await tradeOptions();
  const { world, trader, quote, taking, buy } = traded;
  await withBefore(traded, { ended: 100, sold: 100, open: Number(maxHeld) - 2 });
  for (const [way, rows] of Object.entries(await costs(traded))) expect(rows, way).toBeLessThan(2.5 * Number(maxHeld));
  const { call } = await quote();
  // `costs` bought one. Of two that arrive together in a batch, the first gets the last place.
  const reasons = await Promise.all(
    [trader, trader].map(
      async (one) => ((await one.call(protocol.buyOption, taking(call) as never)).data as { reason?: string }).reason,
    ),
  );
  expect(reasons).toEqual([undefined, 'open_limit']);
  const other = await world.person();
  await world.give(other, 'options', 'USDT', 1_000_000_000n);
  expect((await buy(call, other)).order.outcome).toBeNull();
});

test('a sale is in the results at once, and still only once after it is counted', async () => {
  const { world, db, trader, tick, quote, buy, sell, settle, countThrough } = await tradeOptions();
  const results = async () => (await trader.call(protocol.showResults, { days: 'all' })).data;
  const uncounted = () =>
    world.owner.selectFrom('option_sale').select(['seconds', 'ended']).orderBy('seconds').execute();
  const { call, put } = await quote();
  const flash = [await buy(call), await buy(put), await buy(call)].map(({ order }) => order);
  const hour = (await buy((await quote({ seconds: 3600, strike: '64000.00' })).call)).order;
  await tick(...lively(4));
  for (const { id } of [...flash.slice(0, 2), hour]) expect((await sell(id)).code).toBe(200);
  const sold = await results();
  expect(sold.total.count).toBe(3);
  expect(await uncounted()).toMatchObject([
    { seconds: 60, ended: 2 },
    { seconds: 3600, ended: 1 },
  ]);
  await tick(...lively(160));
  await settle();
  const ended = await results();
  expect(ended.total.count).toBe(4);
  expect(ended.byLife.find(({ seconds }) => seconds === 3600)).toEqual(
    sold.byLife.find(({ seconds }) => seconds === 3600),
  );
  await countThrough(flash.at(-1)!.dueSlot);
  expect(await results()).toEqual(ended);
  expect(await uncounted()).toMatchObject([{ seconds: 3600, ended: 1 }]);
  const days = await db.selectFrom('option_day').select(['seconds', 'ended']).execute();
  expect(days).toMatchObject([{ seconds: 60, ended: 3 }]);
});
