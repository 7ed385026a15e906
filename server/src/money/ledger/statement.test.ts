import type { Kind, Wallet } from '@glasshouse/protocol/ledger/books';
import { wallets } from '@glasshouse/protocol/ledger/books';
import type { Currency } from '@glasshouse/protocol/money';
import { coinSymbols } from '@glasshouse/protocol/money';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { step, type Tx } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import { inDatabase, urlFor } from '../../../database/prepare.ts';
import { rowsRead } from '../../../test/rows-read.ts';
import { newWorld, type World } from '../../../test/world.ts';
import {
  accountsIn,
  allAccountsOf,
  balancesAfter,
  balancesOf,
  incomeOf,
  linesOf,
  linesOfFact,
  post,
  systemAccount,
  walletOf,
} from './ledger.ts';

const noon = (day: number) => new Date(Date.UTC(2026, 10, day, 12));
const gain = (
  world: World,
  at: Date,
  owner: bigint,
  wallet: Wallet,
  currency: Currency,
  amount: bigint,
  kind: Kind = 'top_up',
  ref = newId(),
) =>
  step(world.db, (tx) =>
    post(tx, at, {
      kind,
      ref,
      moves: [{ from: systemAccount('house', currency), to: walletOf(owner, wallet, currency), amount }],
    }),
  );
const read = <T>(world: World, work: Parameters<typeof step<T>>[1]) => step(world.db, work);

test('balances include all wallets of the user and no others', async () => {
  const world = await newWorld({ posts: 'anything' });
  for (const owner of [6n, 7n, 8n]) await gain(world, noon(15), owner, 'fund', 'USDT', owner * 10n);
  await gain(world, noon(15), 7n, 'spot', 'ETH', 3n);
  await gain(world, noon(15), 7n, 'cash', 'CNY', 5n);
  expect(await read(world, (tx) => balancesOf(tx, 7n))).toEqual([
    { owner: 7n, name: 'fund', currency: 'USDT', amount: 70n },
    { owner: 7n, name: 'cash', currency: 'CNY', amount: 5n },
    { owner: 7n, name: 'spot', currency: 'ETH', amount: 3n },
  ]);
  expect(await read(world, (tx) => balancesOf(tx, 9n))).toEqual([]);
  expect(allAccountsOf(7n)).toHaveLength(wallets.length + coinSymbols.length);
  expect(accountsIn(7n, 'spot')).toContain(walletOf(7n, 'spot', 'BTC'));
});

test('income of a user by source, in total and on the day', async () => {
  const world = await newWorld({ posts: 'anything' });
  await gain(world, noon(14), 7n, 'fund', 'USDT', 100n, 'welcome_grant');
  await gain(world, noon(15), 7n, 'fund', 'USDT', 5n, 'invitation_reward');
  await gain(world, noon(15), 7n, 'spot', 'ETH', 9n, 'product_income');
  await gain(world, noon(15), 8n, 'fund', 'USDT', 1n, 'lower_level_income');
  await gain(world, noon(15), 7n, 'fund', 'USDT', 1000n, 'top_up'); // not an income
  const earned = await read(world, (tx) => incomeOf(tx, 7n, noon(15)));
  expect(earned.sort((a, b) => a.source.localeCompare(b.source))).toEqual([
    { source: 'new_user', currency: 'USDT', today: 5n, total: 105n },
    { source: 'product', currency: 'ETH', today: 9n, total: 9n },
  ]);
  expect((await read(world, (tx) => incomeOf(tx, 7n, noon(16)))).map(({ today }) => today)).toEqual([0n, 0n]);
});

test('lines are listed newest first, by account, kind, period and page', async () => {
  const world = await newWorld({ posts: 'anything' });
  const refs = [newId(), newId(), newId(), newId()];
  await gain(world, noon(13), 7n, 'fund', 'USDT', 1n, 'top_up', refs[0]);
  await gain(world, noon(14), 7n, 'cash', 'CNY', 2n, 'correction', refs[1]);
  await gain(world, noon(15), 7n, 'fund', 'USDT', 3n, 'welcome_grant', refs[2]);
  await gain(world, noon(15), 8n, 'fund', 'USDT', 4n, 'top_up', refs[3]);
  const accounts = allAccountsOf(7n);
  const amounts = async (choice: object, limit = 50) =>
    (await read(world, (tx) => linesOf(tx, { accounts, ...choice }, limit))).map((line) => line.amount);
  const all = await read(world, (tx) => linesOf(tx, { accounts }, 50));
  expect(all[0]).toEqual({
    id: expect.any(BigInt),
    at: noon(15),
    kind: 'welcome_grant',
    ref: refs[2],
    amount: 3n,
    account: { owner: 7n, name: 'fund', currency: 'USDT' },
    contra: { owner: 0n, name: 'house', currency: 'USDT' },
  });
  expect(await amounts({})).toEqual([3n, 2n, 1n]);
  expect(await amounts({ accounts: accountsIn(7n, 'fund') })).toEqual([3n, 1n]);
  expect(await amounts({ kinds: ['correction', 'top_up'] })).toEqual([2n, 1n]);
  expect(await amounts({ from: noon(14) })).toEqual([3n, 2n]);
  expect(await amounts({ until: noon(14) })).toEqual([1n]);
  expect(await amounts({ before: all[0]!.id })).toEqual([2n, 1n]);
  expect(await amounts({}, 1)).toEqual([3n]);
  const fact = (kind: Kind, ref: string) => read(world, (tx) => linesOfFact(tx, accounts, kind, ref));
  expect(await fact('correction', refs[1]!)).toEqual([
    { account: walletOf(7n, 'cash', 'CNY'), contra: systemAccount('house', 'CNY'), amount: 2n, at: expect.any(Date) },
  ]);
  expect(await fact('top_up', refs[1]!)).toEqual([]);
  expect(await fact('top_up', refs[3]!)).toEqual([]); // another user's
});

/** Creates this many legs of one account, which only the owner of the server can write; 1 to 7 units each. */
async function withLegs(world: World, count: number) {
  const [account, house] = [walletOf(7n, 'fund', 'USDT'), systemAccount('house', 'USDT')];
  const at = noon(15).toISOString();
  await inDatabase(
    urlFor(world.database, 'postgres'),
    'set session_replication_role = replica',
    `insert into leg (account, id, amount, contra, at, ref, kind)
       select ${account}, 3 * nth, 1 + nth % 7, ${house}, '${at}', gen_random_uuid(), 1 from generate_series(1, ${count}) as nth`,
    `insert into account (id, balance) select ${account}, sum(amount) from leg where account = ${account}`,
    `insert into leg (account, id, amount, at, kind) select ${house}, 1, -sum(amount), '${at}', 1 from leg where account = ${account}`,
    'analyze',
  );
  const sums = [0n];
  for (let nth = 1; nth <= count; nth++) sums.push(sums.at(-1)! + BigInt(1 + (nth % 7)));
  const named = { owner: 7n, name: 'fund', currency: 'USDT' } as const;
  return {
    account,
    lineOf: (nth: number) => ({ id: 3n * BigInt(nth), account: named }),
    sumOf: (nth: number) => sums[nth]!,
  };
}

test('the balance after each leg is right, whatever the order and number of concurrent readers', async () => {
  const world = await newWorld({ posts: 'anything' });
  const count = 4500;
  const { lineOf, sumOf } = await withLegs(world, count);
  const looked = fc.uniqueArray(fc.integer({ min: 1, max: count }), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(fc.array(looked, { minLength: 1, maxLength: 4 }), async (looks) => {
      await Promise.all(
        looks.map(async (nths) => {
          const after = await read(world, (tx) => balancesAfter(tx, nths.map(lineOf)));
          for (const nth of nths) expect(after(lineOf(nth)), `leg ${nth}`).toBe(sumOf(nth));
        }),
      );
      // Legs written later change none of them.
      await gain(world, noon(15), 7n, 'fund', 'USDT', 5n);
    }),
    { numRuns: 40 },
  );
  const { rows } = await sql<{ wrong: number; marks: number }>`
    select count(*) filter (where balance <> (select sum(amount) from leg where leg.account = m.account and leg.id <= m.id))::int as wrong,
      count(*)::int as marks from balance_mark as m`.execute(world.owner);
  expect(rows[0]!.wrong).toBe(0);
  expect(rows[0]!.marks).toBeGreaterThan(3);
});

test('an old page of a long statement reads no more legs than up to the next stored balance', async () => {
  const world = await newWorld({ posts: 'anything' });
  const { account, sumOf } = await withLegs(world, 30_000);
  const page = async (tx: Tx, nth: number) => {
    const lines = await linesOf(tx, { accounts: [account], before: 3n * BigInt(nth) }, 20);
    const after = await balancesAfter(tx, lines);
    expect(after(lines[0]!)).toBe(sumOf(nth - 1));
  };
  // Where writing isn't allowed, as when operators look, and in a snapshot.
  for (const mode of ['read only', 'isolation level repeatable read'])
    await step(world.db, async (tx) => {
      await sql.raw(`set transaction ${mode}`).execute(tx);
      await page(tx, 1000);
    });
  expect((await sql`select from balance_mark`.execute(world.owner)).rows).toEqual([]);
  await step(world.db, async (tx) => {
    await page(tx, 1000); // adds up all legs, once
    for (const nth of [25_000, 15_000, 5000, 1000, 100])
      expect(await rowsRead(tx, () => page(tx, nth), 'leg'), `page at ${nth}`).toBeLessThan(1100);
  });
});
