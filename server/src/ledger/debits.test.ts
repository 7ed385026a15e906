import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newWorld } from '../../test/world.ts';
import { step } from '../platform/db.ts';
import { newId } from '../platform/ids.ts';
import { bookDebits, type Debit, systemAccount, walletOf } from './ledger.ts';

const at = new Date('2026-11-15T12:00:00Z');
const to = systemAccount('committed_contracts', 'USDT');
const people = [1n, 2n, 3n];
const wallet = (owner: bigint) => walletOf(owner, 'contract', 'USDT');

test('of the debits wanted exactly the booked ones are taken, whether the wallets cover all of them or not', async () => {
  const world = await newWorld();
  for (const number of people) await world.give({ number }, 'contract', 'USDT', 1_000_000n);
  const balances = async () =>
    new Map((await world.db.selectFrom('account').selectAll().execute()).map((row) => [row.id, row.balance]));
  const wish = fc.record({
    owner: fc.constantFrom(...people),
    amount: fc.oneof(
      { weight: 20, arbitrary: fc.bigInt(1n, 9n) },
      { weight: 1, arbitrary: fc.bigInt(999_000n, 10n ** 12n) },
    ),
    wanted: fc.boolean(),
  });
  let [all, none, some, short] = [0, 0, 0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(wish, { minLength: 1, maxLength: 12 }), async (wishes) => {
      const before = await balances();
      const debits = wishes
        .map(({ owner, amount, wanted }) => ({ account: wallet(owner), ref: newId(), amount, wanted }))
        .sort((a, b) => Number(a.account - b.account));
      let booked: Debit[] = [];
      await step(world.db, (tx) =>
        bookDebits(tx, 'contract_stake', to, debits, async (shorts) => {
          // Told exactly who cannot pay for everything.
          const totals = Map.groupBy(debits, ({ account }) => account);
          for (const [account, own] of totals) {
            const covers = before.get(account)! >= own.reduce((sum, { amount }) => sum + amount, 0n);
            expect(shorts.get(account)).toBe(covers ? undefined : before.get(account));
          }
          if (shorts.size > 0) short++;
          const left = new Map(before);
          booked = debits.filter(({ account, amount, wanted }) => {
            if (!wanted || left.get(account)! < amount) return false;
            left.set(account, left.get(account)! - amount);
            return true;
          });
          return { at, booked };
        }),
      );
      if (booked.length === debits.length) all++;
      else if (booked.length === 0) none++;
      else some++;
      const after = await balances();
      for (const owner of people) {
        const taken = booked
          .filter(({ account }) => account === wallet(owner))
          .reduce((sum, { amount }) => sum + amount, 0n);
        expect(after.get(wallet(owner))).toBe(before.get(wallet(owner))! - taken);
      }
      const legs = await world.db.selectFrom('leg').select('ref').where('account', '>=', 65536n).execute();
      const refs = new Set(legs.map(({ ref }) => ref));
      for (const debit of debits) expect(refs.has(debit.ref)).toBe(booked.includes(debit));
    }),
    { numRuns: 80 },
  );
  expect(Math.min(all, none, some, short)).toBeGreaterThan(0);
});

test('debits out of order, and a judge that books more than there is, are bugs and change nothing', async () => {
  const world = await newWorld();
  for (const number of people) await world.give({ number }, 'contract', 'USDT', 10n);
  const debit = (owner: bigint, amount: bigint) => ({ account: wallet(owner), ref: newId(), amount });
  const book = (...debits: Debit[]) =>
    step(world.db, (tx) => bookDebits(tx, 'contract_stake', to, debits, async () => ({ at, booked: debits })));
  await expect(book(debit(2n, 1n), debit(1n, 1n))).rejects.toThrow('in account order');
  await expect(book(debit(1n, 11n))).rejects.toThrow('covers what is taken');
  await expect(book(debit(1n, 1n), debit(2n, 11n))).rejects.toThrow('covers what is taken');
  const rows = await world.db.selectFrom('account').select('balance').execute();
  expect(rows.map((row) => row.balance)).toEqual([10n, 10n, 10n]);
});
