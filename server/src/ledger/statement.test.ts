import type { Kind, Wallet } from '@glasshouse/protocol/ledger/books';
import { wallets } from '@glasshouse/protocol/ledger/books';
import type { Currency } from '@glasshouse/protocol/money';
import { coinSymbols } from '@glasshouse/protocol/money';
import { expect, test } from 'vitest';
import { newWorld, type World } from '../../test/world.ts';
import { step } from '../platform/db.ts';
import { newId } from '../platform/ids.ts';
import {
  accountsIn,
  allAccountsOf,
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

test('the balances of a user, and of nobody beside them', async () => {
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

test('income of a user by source, in all and on the day', async () => {
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

test('lines, newest first, by account, kind, period and page', async () => {
  const world = await newWorld({ posts: 'anything' });
  const refs = [newId(), newId(), newId(), newId()];
  await gain(world, noon(13), 7n, 'fund', 'USDT', 1n, 'top_up', refs[0]);
  await gain(world, noon(14), 7n, 'cash', 'CNY', 2n, 'correction', refs[1]);
  await gain(world, noon(15), 7n, 'fund', 'USDT', 3n, 'welcome_grant', refs[2]);
  await gain(world, noon(15), 8n, 'fund', 'USDT', 4n, 'top_up', refs[3]);
  const accounts = allAccountsOf(7n);
  const amounts = async (choice: object, most = 50) =>
    (await read(world, (tx) => linesOf(tx, { accounts, ...choice }, most))).map((line) => line.amount);
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
  expect(await fact('top_up', refs[3]!)).toEqual([]); // somebody else's
});
