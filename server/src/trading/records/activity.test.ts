import type { Input } from '@glasshouse/protocol/endpoint';
import { coins } from '@glasshouse/protocol/market/coins';
import { type Entry, getRecordsCsv, listRecords } from '@glasshouse/protocol/records/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { walletOf } from '#money/ledger/accounts.ts';
import type { Tx } from '#platform/database/db.ts';
import { days } from '#platform/runtime/clock.ts';
import { productsByName } from '#roles/products.ts';
import { inDatabase, urlFor } from '../../../database/prepare.ts';
import { newWorld, type World } from '../../../test/world.ts';
import { activityOf } from './activity.ts';

type Person = Awaited<ReturnType<World['person']>>;
type RecordsRequest = Partial<Input<typeof listRecords>>;

/** A time-ordered id of the `nth` millisecond of a column. */
const idAt = (ms: string) => `(lpad(to_hex(${ms}), 12, '0') || '70008' || substr(md5(random()::text), 1, 15))::uuid`;

/**
 * Creates this many of each kind, a minute apart, all kinds at the same milliseconds: one open, the others ended. Only
 * the owner of the server can write them as settling leaves them.
 */
async function withActivity(world: World, { number }: Person, count: number) {
  const start = world.clock().getTime() - days(20);
  const [ms, at] = [
    `${start}::bigint + nth * 60000::bigint`,
    `to_timestamp((${start}::bigint + nth * 60000::bigint) / 1000.0)`,
  ];
  const slot = `(${start}::bigint + nth * 60000::bigint) / 500`;
  const from = `from generate_series(1, ${count}) as nth`;
  const contract = walletOf(number, 'contract', 'USDT');
  const option = walletOf(number, 'options', 'USDT');
  const spot = walletOf(number, 'spot', 'USDT');
  await inDatabase(
    urlFor(world.database, 'postgres'),
    'set session_replication_role = replica',
    'alter table option_order drop constraint option_due',
    `insert into contract (account, id, at, head_slot, due_slot, stake, symbol, seconds, return_bp, rule, long, result, entry_price,
       exit_price, payout, settled_at)
     select ${contract}, ${idAt(ms)}, ${at}, ${slot}, ${slot} + 61, 10000000, 1 + nth % 2, 30, 8200, 1, true,
       case when nth < ${count} then 2 end, case when nth < ${count} then 2 end, case when nth < ${count} then 1 end,
       case when nth < ${count} then 0 end, case when nth < ${count} then ${at} end ${from}`,
    `insert into option_order (account, id, at, head_slot, due_slot, stake, strike, size, quote_slot, quote_price, symbol, seconds,
       volatility, spread_bp, rule, model, call, terms, result, exit_slot, exit_price, payout, sale_volatility, settled_at)
     select ${option}, ${idAt(ms)}, ${at}, ${slot}, ${slot} + 120, 2000000, 6400000, 100000000, ${slot}, 6400000, 1 + nth % 2, 60, 500000, 400,
       1, 1, true, 2, 2, ${slot} + 120, 6300000, 0, null, ${at} ${from}`,
    `insert into spot_order (account, id, at, head_slot, due_slot, stake, symbol, spread_bp, rule, result, exit_slot, exit_price, payout,
       settled_at)
     select ${spot}, ${idAt(ms)}, ${at}, ${slot}, ${slot} + 1, 5000000, 1 + nth % 2, 10, 1, 1, ${slot} + 1, 6400000, 7800, ${at} ${from}`,
    `insert into holding (owner, id, product, version, kind, units, amount, bought_at, starts_on, ends_at, ended_at, ending)
     select ${number}, gen_random_uuid(), product, version, kind, 1, 100000000, ${at}, current_date, ${at}, ${at}, 'matured'
     ${from}, (select * from product_version where kind = 'trust' order by product limit 1) as sold`,
    `insert into movement (owner, id, flow, state, currency, amount, fee, label, at, changed_at)
     select ${number}, gen_random_uuid(), 'move', 'done', 1, 3000000, 0, 'fund-contract', ${at}, ${at} ${from}`,
    `update settlement set settled_through = ${Math.floor(start / 500) + count * 120 - 60}`,
  );
  return new Date(start);
}

const page = async (person: Person, asked: RecordsRequest) => (await person.call(listRecords, asked)).data;
async function allPages(person: Person, asked: RecordsRequest, between: () => Promise<unknown> = async () => {}) {
  const found: Entry[] = [];
  let before: string | null = null;
  do {
    const { list, next }: Awaited<ReturnType<typeof page>> = await page(person, {
      ...asked,
      ...(before && { before }),
    });
    found.push(...list);
    before = next;
    await between();
  } while (before);
  return found;
}
const kindsOf = (entries: readonly Entry[]) => [...new Set(entries.map(({ is }) => is))].sort();

test('orders, products and money are one list, each entry once, page by page, while newer ones arrive', async () => {
  const world = await newWorld();
  const [ann, bob] = [await world.person(), await world.person()];
  await withActivity(world, ann, 9);
  const all = (await page(ann, { limit: 50 })).list;
  expect(all).toHaveLength(45);
  expect(kindsOf(all)).toEqual(['contract', 'money', 'option', 'product', 'spot']);
  expect(all.map(({ at }) => at)).toEqual(
    all
      .map(({ at }) => at)
      .toSorted()
      .reverse(),
  );
  for (const limit of [1, 4, 7]) expect(await allPages(ann, { limit })).toEqual(all);
  // Entries that arrive in between are newer than all remaining pages.
  const later = () =>
    sql`insert into movement (owner, id, flow, state, currency, amount, fee, label, at, changed_at)
      values (${ann.number}, gen_random_uuid(), 'move', 'done', 1, 1, 0, 'fund-spot', now(), now())`.execute(
      world.owner,
    );
  expect(await allPages(ann, { limit: 10 }, later)).toEqual(all);
  expect((await page(bob, {})).list).toEqual([]);
  expect((await world.visitor().call(listRecords, {})).code).toBe(401);
});

test('the activity can be filtered by kind, coin, day, state and text', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const start = await withActivity(world, ann, 6);
  const all = (await page(ann, { limit: 50 })).list;
  const of = async (asked: RecordsRequest) => allPages(ann, { limit: 4, ...asked });
  for (const kind of ['contract', 'option', 'spot', 'product'] as const)
    expect(await of({ tab: kind })).toEqual(all.filter(({ is }) => is === kind));
  expect(await of({ tab: 'transfer' })).toEqual(all.filter(({ is }) => is === 'money'));
  const traded = all.filter((entry) => 'symbol' in entry);
  expect(await of({ currency: 'BTC' })).toEqual(traded.filter(({ symbol }) => symbol === 'BTC'));
  expect(await of({ currency: 'USDT' })).toEqual(all);
  expect(await of({ currency: 'CNY' })).toEqual([]);
  const day = start.toISOString().slice(0, 10);
  expect(await of({ from: day, until: day })).toEqual(all.filter(({ at }) => at.startsWith(day)));
  expect(await of({ until: '2020-01-01' })).toEqual([]);
  expect(await of({ state: 'open' })).toMatchObject([{ is: 'contract', outcome: null, payout: null }]);
  expect(await of({ state: 'done' })).toEqual(all.filter(({ is }) => is === 'money'));
  const ended = all.filter((entry) => 'outcome' in entry && entry.outcome !== null);
  for (const state of ['win', 'lose', 'draw', 'void', 'sold', 'filled'] as const)
    expect([state, await of({ state })]).toEqual([
      state,
      ended.filter((entry) => 'outcome' in entry && entry.outcome === state),
    ]);
  expect(await of({ state: 'ended' })).toEqual(all.filter(({ is }) => is === 'product'));
  expect(await of({ state: 'filled', tab: 'contract' })).toEqual([]);
  expect(await of({ text: 'eth' })).toEqual(traded.filter(({ symbol }) => symbol === 'ETH'));
  expect(await of({ text: 'Bitcoin' })).toEqual(traded.filter(({ symbol }) => symbol === 'BTC'));
  expect(await of({ text: 'OPTION' })).toEqual(all.filter(({ is }) => is === 'option'));
  expect(await of({ text: 'nothing like it' })).toEqual([]);
  expect(await of({ text: "%' or true --" })).toEqual([]);
  for (const { id } of all.filter((_, place) => place % 4 === 0)) {
    expect((await of({ text: id })).map((entry) => entry.id)).toEqual([id]);
    expect((await of({ text: id.slice(0, 25).toUpperCase() })).map((entry) => entry.id)).toEqual([id]);
  }
  for (const tab of ['contract', 'option'] as const) {
    const { csv } = (await ann.call(getRecordsCsv, { tab, state: 'lose' })).data;
    for (const row of csv.trim().split('\r\n').slice(1))
      expect(row).toMatch(/,-(10|2)\.00,0\.00,.*,0\.00 USDT,-\1\.00,[0-9a-f-]{36},/);
  }
  const { csv } = (await ann.call(getRecordsCsv, { tab: 'spot', currency: 'BTC' })).data;
  const [header, first] = csv.split('\r\n');
  expect(header).toContain('Time (UTC),Kind,Status');
  expect(header).toContain('Received,Result (USDT)');
  expect(first).toMatch(/Spot trade,Filled,USDT,-5\.00,0\.00,BTC Bought,0\.000078 BTC,,[0-9a-f-]{36},.*Simulated/);
});

test('a product without its own name is named by its kind and term', async () => {
  const world = await newWorld();
  const ann = await world.person();
  await withActivity(world, ann, 1);
  const { label, days } = await world.owner
    .selectFrom('product_version')
    .select(['label', 'days'])
    .where('kind', '=', 'trust')
    .orderBy('product')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(label).toBe('');
  const list = [{ label: '', terms: { kind: 'trust', days }, amount: '100.00', returned: '100.00' }];
  expect((await page(ann, { tab: 'product' })).list).toMatchObject(list);
  for (const text of ['trust', `Trust ${days} days`, `${days}days`, 'product'])
    expect([text, (await page(ann, { text })).list]).toMatchObject([text, list]);
  for (const text of ['pledge', 'trust 1000 days'])
    expect([text, (await page(ann, { text })).list]).toEqual([text, []]);
  const { csv } = (await ann.call(getRecordsCsv, { tab: 'product' })).data;
  expect(csv.split('\r\n')[1]).toContain(`,Product,Ended,USDT,-100.00,0.00,Trust ${days} days,100.00 USDT,0.00,`);
});

/** The number of table rows and index entries that some work reads. */
async function walked(tx: Tx, work: () => Promise<unknown>): Promise<number> {
  const sofar = async () => {
    const { rows } = await sql<{ rows: bigint }>`
      select sum(pg_stat_get_xact_tuples_fetched(id) + pg_stat_get_xact_tuples_returned(id))::bigint as rows
      from (
        select table_id as id from unnest('{contract,option_order,spot_order,holding,movement}'::regclass[]) as table_id
        union all
        select indexrelid from pg_index where indrelid = any('{contract,option_order,spot_order,holding,movement}'::regclass[])
      ) as read`.execute(tx);
    return Number(rows[0]!.rows);
  };
  const before = await sofar();
  await work();
  return (await sofar()) - before;
}

test('a page of a long history reads a few hundred rows, at any depth and with any filter that has an index', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const start = await withActivity(world, ann, 5000);
  await sql`analyze`.execute(world.owner);
  const middle = { ms: start.getTime() + 2500 * 60_000, rank: 1, key: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
  const day = new Date(middle.ms).toISOString().slice(0, 10);
  await world.owner.transaction().execute(async (tx) => {
    // All rows belong to one user here, and there are so few that a short index scan may cost as much as reading the
    // table.
    await sql`set local enable_seqscan = off`.execute(tx);
    for (const [asked, before] of [
      [{}, undefined],
      [{}, middle],
      [{ tab: 'product' }, middle],
      [{ from: day, until: day }, undefined],
      [{ state: 'open' }, undefined],
      [{ text: '00000000-0000' }, undefined],
    ] as const) {
      const work = () => activityOf(tx, productsByName, 'en-US', ann.number, { tab: 'all', ...asked }, before, 21);
      expect(await walked(tx, work), JSON.stringify(asked)).toBeLessThan(1500);
    }
  });
});

test('a withdrawal and a top-up are found by id without reading the other 100,000 movements', {
  timeout: 120_000,
}, async () => {
  const world = await newWorld();
  const ann = await world.person();
  const made = (count: number, flow: string, state: string, label: string) =>
    sql<{ id: string }>`
    insert into movement (owner, id, flow, state, currency, amount, fee, label, at, changed_at)
    select ${ann.number}, gen_random_uuid(), ${flow}, ${state}, 1, 3000000, 0, ${label}, at, at
    from generate_series(1, ${count}) as nth, lateral (select ${world.clock()}::timestamptz - nth * interval '1 minute' as at) as time
    returning id`.execute(world.owner);
  const [withdrawal] = (await made(1, 'withdraw', 'under_review', 'TRC20')).rows;
  const [topUp] = (await made(1, 'recharge', 'passed', 'ERC20')).rows;
  await made(100_000, 'move', 'done', 'fund-contract');
  await sql`vacuum analyze movement`.execute(world.owner);
  for (const { id } of [withdrawal!, topUp!])
    for (const text of [id, id.slice(0, 8)])
      await world.owner.transaction().execute(async (tx) => {
        const found: string[] = [];
        const work = async () => {
          const part = await activityOf(tx, productsByName, 'en-US', ann.number, { tab: 'all', text }, undefined, 21);
          found.push(...part.found.map(({ entry }) => entry.id));
        };
        expect(await walked(tx, work)).toBeLessThan(200);
        expect(found).toContain(id);
      });
});

test('a search without an index reads part of a long history per page, and finds old entries on later pages', {
  timeout: 120_000,
}, async () => {
  const world = await newWorld();
  const ann = await world.person();
  const start = await withActivity(world, ann, 12_000);
  const old = start.getTime() + 30 * 60_000;
  await inDatabase(
    urlFor(world.database, 'postgres'),
    'set session_replication_role = replica',
    `update contract set symbol = 5 where at = to_timestamp(${old} / 1000.0)`,
    `update option_order set symbol = 5 where at = to_timestamp(${old} / 1000.0)`,
    `update spot_order set symbol = 5 where at = to_timestamp(${old} / 1000.0)`,
    `update movement set label = 'bank' where at = to_timestamp(${old} / 1000.0)`,
    'analyze',
  );
  const coin = coins.find(({ id }) => id === 5)!;
  for (const [asked, kinds] of [
    [{ text: coin.name }, ['contract', 'option', 'spot']],
    [{ currency: coin.symbol }, ['contract', 'option', 'spot']],
    [{ text: 'bank' }, ['money']],
    [{ text: 'nothing like it' }, []],
  ] as const) {
    expect(await page(ann, asked), JSON.stringify(asked)).toMatchObject({ list: [], next: expect.any(String) });
    const found = await allPages(ann, asked);
    expect(found.map(({ is, at }) => [is, Date.parse(at)])).toEqual(kinds.map((is) => [is, old]));
  }
  // The next page begins where the first ended, in the middle of a source.
  const from = new Date(start.getTime() + days(1)).toISOString().slice(0, 10);
  const until = new Date(start.getTime() + days(2)).toISOString().slice(0, 10);
  const all = await allPages(ann, { limit: 50, text: 'eth', from, until });
  expect(all).toHaveLength(3 * 1440);
  expect(new Set(all.map(({ is, id }) => `${is} ${id}`)).size).toBe(all.length);
  const { csv, complete } = (await ann.call(getRecordsCsv, { text: 'bank' })).data;
  expect([csv.trim().split('\r\n').length, complete]).toEqual([2, true]);
});
