import { worthOf } from '@glasshouse/protocol/spot/settle';
import { minValue } from '@glasshouse/protocol/spot/terms';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { walletOf } from '#money/ledger/ledger.ts';
import { checkBooks } from '#money/ledger/proof.ts';
import { step, type Tx } from '#platform/database/db.ts';
import { plus } from '#platform/runtime/clock.ts';
import { orderIdAt } from '../../../../test/order-id.ts';
import { openSpot } from '../../../../test/spot.ts';
import { openTape } from '../../../../test/tape.ts';
import { newWorld } from '../../../../test/world.ts';
import { openFastPath, openJudged } from '../../orders/opening/opener.ts';
import type { OrderRequest } from './decide.ts';
import { strategy } from './open.ts';

const owners = [1n, 2n, 3n];
const price = 6_400_000n;
const usdtOf = (owner: bigint) => walletOf(owner, 'spot', 'USDT');
const btcOf = (owner: bigint) => walletOf(owner, 'spot', 'BTC');
const ethOf = (owner: bigint) => walletOf(owner, 'spot', 'ETH');

/** Everything that opening may change. */
async function written(tx: Tx) {
  const orders = await tx.selectFrom('spot_order').selectAll().orderBy('account').orderBy('id').execute();
  const balances = await tx.selectFrom('account').selectAll().orderBy('id').execute();
  const legs = await tx
    .selectFrom('leg')
    .select(['account', 'amount', 'contra', 'at', 'ref', 'kind'])
    .orderBy('account')
    .orderBy('ref')
    .orderBy('amount')
    .execute();
  const logged = await tx.selectFrom('log_orders').select(['accounts', 'ids', 'heads', 'product']).execute();
  return { orders, balances, legs, logged };
}

class Undone extends Error {}
const isNight = process.env.NIGHTLY === '1';

test('the fast path opens a batch exactly when each order would be accepted and none is a remainder, and writes the same rows', {
  // Far more than a busy machine needs. The nightly run has twenty times as many cases.
  timeout: 300_000,
}, async () => {
  const world = await newWorld();
  const tape = await openTape(world);
  const head = tape.now();
  await tape.write(head - 4, Number(price), 314_000);
  await tape.write(head, Number(price));
  for (const number of owners) {
    await world.give({ number }, 'spot', 'USDT', 1n);
    await world.give({ number }, 'spot', 'BTC', 1n);
  }
  const moment = world.clock();
  const ids = [-120_001, -120_000, -3, -2, -1, 0, 0, 120_000].map((ms) => orderIdAt(plus(moment, ms)));
  const mostly = <T>(usual: fc.Arbitrary<T>, ...rare: T[]) =>
    fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: fc.constantFrom(...rare) });
  const common = {
    owner: fc.constantFrom(...owners),
    id: fc.constantFrom(...ids, ...Array.from({ length: 30 }, () => orderIdAt(moment))),
    spreadBp: mostly(fc.constant(10), 9),
  };
  const bought = fc
    .record({
      ...common,
      symbol: mostly(fc.constant(1), 2, 3),
      stake: mostly(fc.bigInt(1_000_000n, 3_000_000n), 999_999n, 50_000_000_000n, 50_000_000_001n),
    })
    .map(({ owner, ...order }): OrderRequest => ({ ...order, side: 'buy', account: usdtOf(owner) }));
  // A coin costs 64,000: 1,563 parts are the minimum sale from a larger balance, and 78,125,000 the maximum.
  const sold = fc
    .record({ ...common, stake: mostly(fc.bigInt(1563n, 4000n), 1562n, 78_125_000n, 78_125_001n) })
    .map(({ owner, ...order }): OrderRequest => ({ ...order, symbol: 1, side: 'sell', account: btcOf(owner) }));
  const before = fc.record({
    account: fc.oneof(fc.constantFrom(...owners).map(usdtOf), fc.constantFrom(...owners).map(btcOf)),
    id: fc.constantFrom(...ids),
    ended: fc.boolean(),
  });
  const worlds = fc.record({
    batch: fc.array(fc.oneof(bought, sold), { minLength: 1, maxLength: 5 }),
    usdt: fc.array(mostly(fc.constant(10n ** 12n), 0n, 2_500_000n), { minLength: 3, maxLength: 3 }),
    btc: fc.array(mostly(fc.constant(10n ** 12n), 0n, 1562n, 5000n), { minLength: 3, maxLength: 3 }),
    earlier: fc.uniqueArray(before, { maxLength: 2, selector: ({ account, id }) => `${account >> 16n} ${id}` }),
    // How far the clock is from the head of the first coin.
    ahead: mostly(fc.constantFrom(0, 1, 1999, 2000, -2000), 2001, -2001),
  });
  const isRest = ({ side, symbol, stake }: OrderRequest) => side === 'sell' && worthOf(symbol, stake, price) < minValue;
  const counts = { yes: 0, no: 0, rest: 0 };
  await fc.assert(
    fc.asyncProperty(worlds, async ({ batch, usdt, btc, earlier, ahead }) => {
      const at = plus(moment, ahead);
      const trial = step(world.owner, async (tx) => {
        for (const [i, owner] of owners.entries()) {
          await sql`update account set balance = ${usdt[i]!} where id = ${usdtOf(owner)}`.execute(tx);
          await sql`update account set balance = ${btc[i]!} where id = ${btcOf(owner)}`.execute(tx);
        }
        for (const { account, id, ended } of earlier)
          await tx
            .insertInto('spot_order')
            .values({
              ...{ account, id, at, head_slot: BigInt(head), due_slot: BigInt(head + 1), stake: 1_000_000n },
              ...{ symbol: 1, spread_bp: 10, rule: 1, ...(ended && { result: 2, payout: 0n, settled_at: at }) },
            })
            .execute();
        const untouched = await written(tx);
        await sql`savepoint tried`.execute(tx);
        const plain = await openFastPath(tx, strategy, at, batch);
        const byPlain = await written(tx);
        await sql`rollback to savepoint tried`.execute(tx);
        const judged = await openJudged(tx, strategy, () => at, batch);
        const allNew = judged.accepted.length === batch.length && judged.verdicts.every((verdict) => verdict.ok);
        const isPlain = allNew && !batch.some(isRest);
        expect(plain !== undefined).toBe(isPlain);
        expect(byPlain).toEqual(isPlain ? await written(tx) : untouched);
        const { verdicts, hashes } = judged;
        expect(plain && { verdicts: plain.verdicts, hashes: plain.hashes }).toEqual(
          isPlain ? { verdicts, hashes } : undefined,
        );
        counts[plain ? 'yes' : allNew ? 'rest' : 'no']++;
        throw new Undone();
      });
      await expect(trial).rejects.toThrow(Undone);
    }),
    { numRuns: isNight ? 2000 : 100 },
  );
  // The comparison proves nothing unless both answers occur often.
  expect(Math.min(counts.yes, counts.no)).toBeGreaterThan(15);
});

test('the fast path opens at the newest head only, whatever time its caller claims, and sells no coin above the limit', async () => {
  const world = await newWorld();
  const tape = await openTape(world);
  const [then, now] = [tape.now() - 100, tape.now()];
  await tape.write(then, Number(price), 314_000);
  await tape.write(now, Number(price), 314_000);
  await world.give({ number: 1n }, 'spot', 'USDT', 1_000_000_000n);
  await world.give({ number: 1n }, 'spot', 'ETH', 10n ** 12n);
  const agreed = { account: usdtOf(1n), symbol: 1, side: 'buy' as const, stake: 10_000_000n, spreadBp: 10 };
  const at = plus(world.clock(), -50_000);
  expect(await openFastPath(world.db, strategy, at, [{ ...agreed, id: orderIdAt(at) }])).toBeUndefined();
  // 50,000 are 15.92356687... of a coin of 3,140.
  const sold = (stake: bigint): OrderRequest => ({
    ...{ account: ethOf(1n), symbol: 2, side: 'sell', stake, spreadBp: 10, id: orderIdAt(world.clock()) },
  });
  expect(await openFastPath(world.db, strategy, world.clock(), [sold(1_592_356_690n)])).toBeUndefined();
  const both = [{ ...agreed, id: orderIdAt(world.clock()) }, sold(1_592_356_687n)];
  expect((await openFastPath(world.db, strategy, world.clock(), both))?.accepted).toMatchObject([
    { head_slot: BigInt(now), symbol: 1 },
    { head_slot: BigInt(now), symbol: 2 },
  ]);
});

test('of simultaneous taps at the limit of a wallet, as many are accepted as it covers, and the books balance', async () => {
  const { world, trade, holdings } = await openSpot({ usdt: 10_000 });
  const answers = await Promise.all(Array.from({ length: 30 }, () => trade({ given: '500' })));
  const reasons = answers.map(({ code, data }) => (code === 200 ? 'yes' : (data as { reason?: string }).reason));
  expect(reasons.filter((reason) => reason === 'yes')).toHaveLength(20);
  expect(reasons.filter((reason) => reason === 'insufficient_balance')).toHaveLength(10);
  expect((await holdings()).usdt).toBe('0.00');
  expect((await checkBooks(world.db)).drift).toEqual([]);
});
