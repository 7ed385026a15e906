import { setTimeout as wait } from 'node:timers/promises';
import { type Kind, wallets } from '@glasshouse/protocol/ledger/books';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBatcher } from '#platform/database/batcher.ts';
import { step } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import { appRole, asAdmin } from '../../../database/prepare.ts';
import { newWorld, type World } from '../../../test/world.ts';
import { kindCodes } from './kinds.ts';
import { type Move, type Posting, postBatch, systemAccount, walletOf } from './ledger.ts';
import { checkBooks, proveNewLegs } from './proof.ts';

const at = new Date('2026-11-15T12:00:00Z');
const pairs: [Kind, (user: bigint, other: bigint, amount: bigint) => Move[]][] = [
  [
    'top_up',
    (user, _, amount) => [{ from: systemAccount('external', 'USDT'), to: walletOf(user, 'fund', 'USDT'), amount }],
  ],
  [
    'welcome_grant',
    (user, _, amount) => [{ from: systemAccount('house', 'USDT'), to: walletOf(user, 'fund', 'USDT'), amount }],
  ],
  [
    'product_income',
    (user, _, amount) => [{ from: systemAccount('house', 'USDT'), to: walletOf(user, 'financial', 'USDT'), amount }],
  ],
  [
    'contract_stake',
    (user, _, amount) => [
      { from: walletOf(user, 'fund', 'USDT'), to: systemAccount('committed_contracts', 'USDT'), amount },
    ],
  ],
  [
    'contract_payout',
    (user, _, amount) => [
      { from: systemAccount('committed_contracts', 'USDT'), to: walletOf(user, 'contract', 'USDT'), amount },
    ],
  ],
  [
    'contract_result',
    (_, __, amount) => [
      { from: systemAccount('committed_contracts', 'USDT'), to: systemAccount('house', 'USDT'), amount },
    ],
  ],
  [
    'withdrawal_hold',
    (user, _, amount) => [
      { from: walletOf(user, 'fund', 'USDT'), to: systemAccount('committed_withdrawals', 'USDT'), amount },
    ],
  ],
  [
    'withdrawal_paid',
    (_, __, amount) => [
      { from: systemAccount('committed_withdrawals', 'USDT'), to: systemAccount('external', 'USDT'), amount },
      { from: systemAccount('committed_withdrawals', 'USDT'), to: systemAccount('fees', 'USDT'), amount: 1n },
    ],
  ],
  [
    'wallet_transfer',
    (user, other, amount) => [
      { from: walletOf(user, 'fund', 'USDT'), to: walletOf(user, wallets[2 + Number(other % 4n)]!, 'USDT'), amount },
    ],
  ],
  [
    'member_transfer',
    (user, other, amount) => [
      {
        from: walletOf(user, 'fund', 'USDT'),
        to: walletOf(user === other ? other + 100n : other, 'fund', 'USDT'),
        amount,
      },
    ],
  ],
  [
    'exchange',
    (user, _, amount) => [
      { from: walletOf(user, 'fund', 'USDT'), to: systemAccount('house', 'USDT'), amount },
      { from: systemAccount('house', 'CNY'), to: walletOf(user, 'cash', 'CNY'), amount: amount * 7n },
    ],
  ],
  [
    'spot_buy',
    (user, _, amount) => [
      { from: walletOf(user, 'spot', 'USDT'), to: systemAccount('house', 'USDT'), amount },
      { from: systemAccount('house', 'BTC'), to: walletOf(user, 'spot', 'BTC'), amount: 3n },
    ],
  ],
];
const user = fc.bigInt({ min: 1n, max: 4n });
const posting: fc.Arbitrary<Posting> = fc
  .record({ pair: fc.constantFrom(...pairs), user, other: user, amount: fc.bigInt({ min: 2n, max: 500n }) })
  .map(({ pair: [kind, moves], user, other, amount }) => ({ kind, ref: newId(), moves: moves(user, other, amount) }));
/** Sends some postings as one batch, some of them again; or disconnects all clients in the middle of their work. */
const step_ = fc.oneof(
  { weight: 12, arbitrary: fc.array(posting, { minLength: 1, maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constant('kill' as const) },
);

/** Waits until the connections are closed; otherwise the pool would hand out one that is about to close. */
const killAll = (world: World) =>
  asAdmin(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${world.database}' and usename = '${appRole}'`,
  );

test('despite concurrent postings, refusals, repeats and lost connections, the books add up and have each fact once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step_, { minLength: 10, maxLength: 40 }),
      fc.infiniteStream(fc.nat(9)),
      async (history, dice) => {
        const world = await newWorld({ posts: 'anything' });
        const answered = new Map<Posting, string>();
        const send = async (postings: Posting[]): Promise<void> => {
          // A sender without an answer doesn't know the outcome, and sends the same ids again.
          for (let tries = 0; ; tries++) {
            try {
              const verdicts = await step(world.db, (tx) => postBatch(tx, at, postings));
              postings.forEach((fact, place) => {
                if (!answered.has(fact) || verdicts[place] === 'posted') answered.set(fact, verdicts[place]!);
              });
              return;
            } catch (error) {
              if (tries > 20) throw error;
              await wait(10 * tries); // the server may be out of connections for a moment
            }
          }
        };
        const work: Promise<unknown>[] = [];
        const before: Posting[][] = [];
        for (const what of history) {
          if (what === 'kill') work.push(killAll(world));
          else {
            const again = before.at(dice.next().value);
            before.push(what);
            work.push(send(what));
            if (again && dice.next().value < 3) work.push(send(again));
          }
          if (dice.next().value < 4) await Promise.all(work.splice(0));
        }
        await Promise.all(work);

        const { drift } = await checkBooks(world.db);
        expect(drift).toEqual([]);
        for (const [fact, verdict] of answered) {
          const key =
            fact.moves.flatMap(({ from, to }) => [from, to]).find((account) => account >= 65536n) ??
            fact.moves[0]!.from;
          const found = await world.db
            .selectFrom('leg')
            .select('id')
            .where('account', '=', key)
            .where('ref', '=', fact.ref)
            .where('kind', '=', kindCodes[fact.kind])
            .execute();
          expect([fact.kind, found.length]).toEqual([fact.kind, verdict === 'insufficient_balance' ? 0 : 1]);
        }
        // The incremental proof finds the same, both in its first run and in the one that covers the end of the first.
        for (let i = 0; i < 2; i++) expect(await proveNewLegs(world.db, at)).toEqual([]);
        await world.end();
      },
    ),
    // Each attempt to shrink a failing history needs another database. It would take minutes, and the failure would not
    // be reported.
    { numRuns: Number(process.env.HISTORIES ?? 8), endOnFailure: true },
  );
}, 120_000);

test('concurrent callers of the batcher never overspend one balance', async () => {
  const world = await newWorld({ posts: 'anything' });
  await world.give({ number: 7n }, 'contract', 'USDT', 1000n);
  const batcher = createBatcher((postings: Posting[]) => step(world.db, (tx) => postBatch(tx, at, postings)), {
    lanes: 3,
    maxPerBatch: 40,
    maxWaiting: 1000,
  });
  const from = walletOf(7n, 'contract', 'USDT');
  const stakes = Array.from(
    { length: 300 },
    (_, i): Posting => ({
      kind: 'contract_stake',
      ref: newId(),
      moves: [{ from, to: systemAccount('committed_contracts', 'USDT'), amount: BigInt(1 + (i % 9)) }],
    }),
  );
  const verdicts = await Promise.all(stakes.map((stake) => batcher.add(stake)));
  const spent = stakes
    .filter((_, place) => verdicts[place] === 'posted')
    .reduce((sum, stake) => sum + stake.moves[0]!.amount, 0n);
  const left = await world.db.selectFrom('account').select('balance').where('id', '=', from).executeTakeFirstOrThrow();
  expect(left.balance).toBe(1000n - spent);
  expect(verdicts.filter((verdict) => verdict === 'insufficient_balance').length).toBeGreaterThan(0);
});
