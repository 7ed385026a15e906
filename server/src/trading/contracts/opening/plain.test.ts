import { dueSlot } from '@glasshouse/protocol/contracts/settle';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { walletOf } from '#money/ledger/ledger.ts';
import { step, type Tx } from '#platform/database/db.ts';
import { plus } from '#platform/runtime/clock.ts';
import { orderIdAt } from '../../../../test/order-id.ts';
import { openTape } from '../../../../test/tape.ts';
import { newWorld } from '../../../../test/world.ts';
import { openFastPath, openJudged } from '../../orders/opening/opener.ts';
import { strategy } from './open.ts';

const owners = [1n, 2n, 3n];
const walletFor = (owner: bigint) => walletOf(owner, 'contract', 'USDT');

/** Everything that opening may change. */
async function written(tx: Tx) {
  const orders = await tx.selectFrom('contract').selectAll().orderBy('account').orderBy('id').execute();
  const balances = await tx.selectFrom('account').selectAll().orderBy('id').execute();
  const legs = await tx
    .selectFrom('leg')
    .select(['account', 'amount', 'contra', 'at', 'ref', 'kind'])
    .orderBy('account')
    .orderBy('ref')
    .execute();
  return { orders, balances, legs };
}

class Undone extends Error {}
const isNight = process.env.NIGHTLY === '1';

test('the fast path opens a batch exactly when each order would be accepted as new, and writes the same rows', {
  // Far more than a busy machine needs. The nightly run has twenty times as many cases.
  timeout: 300_000,
}, async () => {
  const world = await newWorld();
  const tape = await openTape(world);
  const head = tape.now();
  await tape.write(head - 4, 6_400_000, 314_000);
  await tape.write(head, 6_400_000);
  for (const number of owners) await world.give({ number }, 'contract', 'USDT', 1n);
  await sql`insert into contract_terms (seconds, returns, min_stake, max_stake, max_open)
    values ('{30,60}', '{8200,8500}', 10, 100, 250)`.execute(world.owner);
  const moment = world.clock();
  // Newer terms that are announced but not yet in force.
  await sql`insert into contract_terms (seconds, returns, min_stake, max_stake, max_open, effective_at)
    values ('{30,60}', '{8201,8500}', 9, 101, 500, ${plus(moment, 3_600_000)})`.execute(world.owner);
  const ids = [-120_001, -120_000, -5, -4, -3, -2, -1, 0, 0, 1, 120_000].map((ms) => orderIdAt(plus(moment, ms)));
  const mostly = <T>(usual: fc.Arbitrary<T>, ...rare: T[]) =>
    fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: fc.constantFrom(...rare) });
  const asked = fc.record({
    account: fc.constantFrom(...owners).map(walletFor),
    id: fc.constantFrom(...ids, ...Array.from({ length: 30 }, () => orderIdAt(moment))),
    symbol: mostly(fc.constant(1), 2, 3),
    direction: fc.constantFrom('long' as const, 'short' as const),
    seconds: mostly(fc.constant(30), 60, 31),
    stake: mostly(fc.bigInt(10n, 30n), 9n, 100n, 101n),
    returnBp: mostly(fc.constant(8200), 8500, 8201),
  });
  const before = fc.record({
    owner: fc.constantFrom(...owners),
    id: fc.constantFrom(...ids),
    stake: fc.bigInt(1n, 120n),
    result: fc.constantFrom(null, 4),
  });
  const worlds = fc.record({
    batch: fc.array(asked, { minLength: 1, maxLength: 5 }),
    balances: fc.array(fc.oneof(fc.bigInt(0n, 120n), fc.constant(10_000n)), { minLength: 3, maxLength: 3 }),
    earlier: fc.uniqueArray(before, { maxLength: 4, selector: ({ owner, id }) => `${owner} ${id}` }),
    // How far the clock is from the head of the first coin.
    ahead: mostly(fc.constantFrom(0, 1, 1999, 2000, -2000), 2001, -2001),
  });
  const counts = { yes: 0, no: 0 };
  await fc.assert(
    fc.asyncProperty(worlds, async ({ batch, balances, earlier, ahead }) => {
      const at = plus(moment, ahead);
      const trial = step(world.owner, async (tx) => {
        for (const [i, owner] of owners.entries())
          await sql`update account set balance = ${balances[i]!} where id = ${walletFor(owner)}`.execute(tx);
        for (const { owner, id, stake, result } of earlier) {
          const slots = { head_slot: BigInt(head), due_slot: BigInt(dueSlot({ headSlot: head, seconds: 30 })) };
          const ended = result && { result, payout: stake, settled_at: at };
          const agreed = { symbol: 1, seconds: 30, return_bp: 8200, rule: 1, long: true, stake };
          await tx
            .insertInto('contract')
            .values({ account: walletFor(owner), id, at, ...slots, ...agreed, ...ended })
            .execute();
        }
        const untouched = await written(tx);
        await sql`savepoint tried`.execute(tx);
        const plain = await openFastPath(tx, strategy, at, batch);
        const byPlain = await written(tx);
        await sql`rollback to savepoint tried`.execute(tx);
        const judged = await openJudged(tx, strategy, () => at, batch);
        const allNew = judged.accepted.length === batch.length && judged.verdicts.every((verdict) => verdict.ok);
        expect(plain !== undefined).toBe(allNew);
        expect(byPlain).toEqual(allNew ? await written(tx) : untouched);
        const { verdicts, hashes } = judged;
        expect(plain && { verdicts: plain.verdicts, hashes: plain.hashes }).toEqual(
          allNew ? { verdicts, hashes } : undefined,
        );
        counts[plain ? 'yes' : 'no']++;
        throw new Undone();
      });
      await expect(trial).rejects.toThrow(Undone);
    }),
    { numRuns: isNight ? 2000 : 100 },
  );
  // The comparison proves nothing unless both answers occur often.
  expect(Math.min(counts.yes, counts.no)).toBeGreaterThan(15);
});

test('the fast path opens at the newest head only, whatever time its caller claims', async () => {
  const world = await newWorld();
  const tape = await openTape(world);
  const [then, now] = [tape.now() - 100, tape.now()];
  await tape.write(then, 6_400_000);
  await tape.write(now, 6_400_000);
  await world.give({ number: 1n }, 'contract', 'USDT', 1_000_000_000n);
  const at = plus(world.clock(), -50_000);
  const agreed = { account: walletFor(1n), symbol: 1, direction: 'long' as const, seconds: 30, stake: 10_000_000n };
  const order = { ...agreed, id: orderIdAt(at), returnBp: 8200 };
  expect(await openFastPath(world.db, strategy, at, [order])).toBeUndefined();
  expect((await openFastPath(world.db, strategy, world.clock(), [order]))?.accepted).toMatchObject([
    { head_slot: BigInt(now) },
  ]);
});

test("the fast path's statements are prepared once per connection", async () => {
  const world = await newWorld();
  const tape = await openTape(world);
  await tape.write(tape.now(), 6_400_000);
  await world.give({ number: 1n }, 'contract', 'USDT', 1_000_000_000n);
  const order = () => ({
    ...{ account: walletFor(1n), id: orderIdAt(world.clock()), symbol: 1, direction: 'long' as const },
    ...{ seconds: 30, stake: 10_000_000n, returnBp: 8200 },
  });
  await step(world.db, async (tx) => {
    for (let i = 0; i < 3; i++)
      expect((await openFastPath(tx, strategy, world.clock(), [order()]))?.accepted).toHaveLength(1);
    const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(tx);
    expect(rows).toEqual([{ name: 'open_plain' }]);
  });
});
