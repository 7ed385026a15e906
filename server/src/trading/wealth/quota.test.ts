import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Terms } from '@glasshouse/protocol/wealth/terms';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDb, openPool, step } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import { crowd, offer } from '../../../test/wealth.ts';
import { newWorld, type World } from '../../../test/world.ts';
import * as table from './sql.ts';

const run = promisify(execFile);
const trust: Terms = { kind: 'trust', unit: 1_000_000n, rateBp: 750, days: 180 };
const pledge: Terms = { kind: 'pledge', unit: 10_000n, ratePpb: 139_726, seconds: 3600 };
const money = 1_000_000_000_000n;

/** How many units are taken according to the database, and how many actually are. */
const counted = async (world: World, product: number) => {
  const { rows } = await sql<{ taken: bigint; held: bigint }>`
    select units as taken, (select coalesce(sum(units), 0)::bigint from holding where holding.product = ${product} and ended_at is null) as held
    from product_taken where product = ${product}`.execute(world.db);
  return rows[0]!;
};

test('of 2,000 simultaneous purchases of the last 100 units, by four processes, exactly 100 succeed', {
  timeout: 300_000,
}, async () => {
  const world = await newWorld();
  const people = await crowd(world, 20, money);
  const { product } = await offer(world, trust, { quota: 200n, most: 150n });
  const wish = { owner: people[0]!, id: newId(), product, version: 1, units: 100 };
  expect(await step(world.db, (tx) => table.buy(tx, new Date(), wish))).toBe('bought');
  const file = new URL('../../../test/buying-process.ts', import.meta.url).pathname;
  const args = [file, world.config.DATABASE_URL, String(product), '500', ...people.slice(1).map(String)];
  const done = await Promise.all(Array.from({ length: 4 }, () => run(process.execPath, args)));
  const answers = done.map(({ stdout }) => JSON.parse(stdout) as Record<string, number>);
  const sum = (name: string) => answers.reduce((all, each) => all + (each[name] ?? 0), 0);
  expect({ bought: sum('bought'), sold_out: sum('sold_out') }).toEqual({ bought: 100, sold_out: 1900 });
  expect(await counted(world, product)).toEqual({ taken: 200n, held: 200n });
});

test('a person never holds more than the maximum, however many taps arrive at once', async () => {
  const world = await newWorld();
  const [owner] = await crowd(world, 1, money);
  const named = await offer(world, trust, { most: 10n });
  const pools = Array.from({ length: 3 }, () => openPool(world.config.DATABASE_URL, 6, () => {}));
  const answers = await Promise.all(
    Array.from({ length: 45 }, (_, place) => {
      const wish = { owner: owner!, id: newId(), ...named, units: 1 + (place % 3) };
      return step(openDb(pools[place % 3]!), (tx) => table.buy(tx, new Date(), wish));
    }),
  );
  await Promise.all(pools.map((pool) => pool.end()));
  expect(new Set(answers)).toEqual(new Set(['bought', 'holding_limit']));
  expect((await counted(world, named.product)).held).toBe(10n);
});

test('ending pledges return exactly their quota while others take it', async () => {
  const world = await newWorld();
  const people = await crowd(world, 6, money);
  const named = await offer(world, pledge, { quota: 40n });
  const before = new Date(Date.now() - 3_600_000);
  const ids: { owner: bigint; id: string }[] = [];
  const take = async (owner: bigint, now: Date, units: number) => {
    const id = newId();
    const answer = await step(world.db, (tx) => table.buy(tx, now, { owner, id, ...named, units }));
    if (answer === 'bought') ids.push({ owner, id });
    return answer;
  };
  // Ten units are due, in pledges of two units; thirty units are free.
  for (let i = 0; i < 5; i++) expect(await take(people[i]!, before, 2)).toBe('bought');
  const now = new Date();
  const answers = await Promise.all([
    ...Array.from({ length: 60 }, (_, place) => take(people[place % 6]!, now, 1 + (place % 4))),
    ...Array.from({ length: 3 }, () => table.redeem(world.db, now, 2)),
    ...Array.from({ length: 20 }, async () => {
      const { owner, id } = ids[5 + Math.floor(Math.random() * Math.max(0, ids.length - 5))] ?? ids[0]!;
      return step(world.db, (tx) => table.endPledge(tx, now, owner, id));
    }),
  ]);
  expect(answers.filter((answer) => answer === 'bought').length).toBeGreaterThan(5);
  const { taken, held } = await counted(world, named.product);
  expect(taken).toBe(held);
  while ((await table.redeem(world.db, new Date(now.getTime() + 3_600_000), 100)).length > 0);
  expect(await counted(world, named.product)).toEqual({ taken: 0n, held: 0n });
});
