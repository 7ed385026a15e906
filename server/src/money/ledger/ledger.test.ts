import { kinds, systemNames, wallets } from '@glasshouse/protocol/ledger/books';
import fc from 'fast-check';
import { type KyselyPlugin, sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTx, step } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import { newWorld, type World } from '../../../test/world.ts';
import { describeAccount } from './accounts.ts';
import { kindCodes, kindNamed } from './kinds.ts';
import {
  accountsIn,
  balancesOf,
  type Posting,
  post,
  postBatch,
  systemAccount,
  type Verdict,
  walletOf,
} from './ledger.ts';

const at = new Date('2026-11-15T12:00:00Z');
const house = systemAccount('house', 'USDT');
const outside = systemAccount('external', 'USDT');
const pool = systemAccount('committed_contracts', 'USDT');
const fund = (owner: bigint) => walletOf(owner, 'fund', 'USDT');
const contract = (owner: bigint) => walletOf(owner, 'contract', 'USDT');

const topUp = (to: bigint, amount: bigint): Posting => ({
  kind: 'top_up',
  ref: newId(),
  moves: [{ from: outside, to, amount }],
});
const stake = (owner: bigint, amount: bigint, ref = newId()): Posting => ({
  kind: 'contract_stake',
  ref,
  moves: [{ from: contract(owner), to: pool, amount }],
});
const one = (world: World, posting: Posting) => inTx(world.db, (tx) => post(tx, at, posting));
const many = (world: World, postings: Posting[]) => step(world.db, (tx) => postBatch(tx, at, postings));
const balance = async (world: World, account: bigint) =>
  (await world.db.selectFrom('account').select('balance').where('id', '=', account).executeTakeFirst())?.balance;
const legs = async (world: World) =>
  (await world.db.selectFrom('leg').selectAll().orderBy('account').orderBy('id').execute()).map(
    ({ id: _, ...leg }) => leg,
  );

test('a posting moves money and writes one leg per account, each naming the other side', async () => {
  const world = await newWorld({ posts: 'anything' });
  expect(await one(world, topUp(fund(7n), 500n))).toEqual({ ok: true, value: { repeated: false } });
  const ref = newId();
  const moves = [{ from: fund(7n), to: contract(7n), amount: 200n }];
  expect(await one(world, { kind: 'wallet_transfer', ref, moves })).toEqual({ ok: true, value: { repeated: false } });
  expect([await balance(world, fund(7n)), await balance(world, contract(7n))]).toEqual([300n, 200n]);
  expect((await legs(world)).filter((leg) => leg.kind === kindCodes.wallet_transfer)).toEqual([
    { account: fund(7n), amount: -200n, contra: contract(7n), at, ref, kind: kindCodes.wallet_transfer },
    { account: contract(7n), amount: 200n, contra: fund(7n), at, ref, kind: kindCodes.wallet_transfer },
  ]);
  expect((await legs(world))[0]).toEqual({
    account: outside,
    amount: -500n,
    contra: null,
    at,
    ref: null,
    kind: kindCodes.top_up,
  });
});

test('a posting that is not covered is refused and changes nothing', async () => {
  const world = await newWorld({ posts: 'anything' });
  await one(world, topUp(contract(7n), 100n));
  const before = await legs(world);
  expect(await one(world, stake(7n, 101n))).toEqual({ ok: false, error: 'insufficient_balance' });
  expect(await one(world, stake(8n, 1n))).toEqual({ ok: false, error: 'insufficient_balance' }); // the wallet was never used
  expect(await legs(world)).toEqual(before);
  expect(await balance(world, contract(8n))).toBeUndefined();
  expect((await one(world, stake(7n, 100n))).ok).toBe(true); // to the last unit
  expect(await balance(world, contract(7n))).toBe(0n);
});

test('a posting makes all of its moves or none', async () => {
  const world = await newWorld({ posts: 'anything' });
  await one(world, topUp(fund(7n), 100n));
  const cny = systemAccount('house', 'CNY');
  const exchange = (amount: bigint, ref = newId()): Posting => ({
    kind: 'exchange',
    ref,
    moves: [
      { from: cny, to: walletOf(7n, 'cash', 'CNY'), amount: 720n },
      { from: fund(7n), to: house, amount },
    ],
  });
  expect((await one(world, exchange(101n))).ok).toBe(false);
  expect((await balancesOf(world.db as never, 7n)).map((row) => row.amount)).toEqual([100n]);
  expect((await one(world, exchange(100n))).ok).toBe(true);
  expect(await balancesOf(world.db as never, 7n)).toEqual([
    { owner: 7n, name: 'fund', currency: 'USDT', amount: 0n },
    { owner: 7n, name: 'cash', currency: 'CNY', amount: 720n },
  ]);
});

test('a fact is posted once, however often and concurrently it is sent', async () => {
  const world = await newWorld({ posts: 'anything' });
  await one(world, topUp(contract(7n), 100n));
  const fact = stake(7n, 10n);
  const answers = await Promise.all(Array.from({ length: 20 }, () => one(world, fact)));
  expect(answers.every((answer) => answer.ok)).toBe(true);
  expect(answers.filter((answer) => answer.ok && !answer.value.repeated)).toHaveLength(1);
  expect(await many(world, [fact, fact])).toEqual(['already_posted', 'already_posted']);
  expect(await balance(world, contract(7n))).toBe(90n);
  // Another kind with the same id, and another user's fact with the same id, are different facts.
  await one(world, topUp(contract(8n), 100n));
  expect(await many(world, [{ ...fact, kind: 'contract_result' }, stake(8n, 10n, fact.ref)])).toEqual([
    'posted',
    'posted',
  ]);
});

test('fifty concurrent debits never overspend one balance', async () => {
  const world = await newWorld({ posts: 'anything' });
  await one(world, topUp(contract(7n), 100n));
  const answers = await Promise.all(Array.from({ length: 50 }, () => one(world, stake(7n, 7n))));
  expect(answers.filter((answer) => answer.ok)).toHaveLength(14);
  expect(await balance(world, contract(7n))).toBe(2n);
});

test('crossed transfers wait for each other without a deadlock', async () => {
  const world = await newWorld({ posts: 'anything' });
  await many(world, [topUp(fund(7n), 1000n), topUp(fund(8n), 1000n)]);
  const send = (from: bigint, to: bigint): Posting => ({
    kind: 'member_transfer',
    ref: newId(),
    moves: [{ from: fund(from), to: fund(to), amount: 3n }],
  });
  await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      i % 3 ? one(world, i % 2 ? send(7n, 8n) : send(8n, 7n)) : many(world, [send(8n, 7n), send(7n, 9n), send(7n, 8n)]),
    ),
  );
  const sums = await Promise.all([7n, 8n, 9n].map((owner) => balance(world, fund(owner))));
  expect(sums.reduce((a, b) => a! + b!, 0n)).toBe(2000n);
});

test('a batch checks each fact in order of arrival, against the balances that the earlier ones left', async () => {
  const world = await newWorld({ posts: 'anything' });
  await one(world, topUp(contract(7n), 100n));
  const fact = stake(7n, 40n);
  const verdicts = await many(world, [
    stake(7n, 101n),
    fact,
    fact,
    stake(7n, 61n),
    stake(7n, 50n),
    stake(7n, 11n),
    topUp(contract(7n), 5n),
    stake(7n, 15n),
    stake(7n, 1n),
    stake(8n, 1n),
  ]);
  expect(verdicts).toEqual([
    'insufficient_balance',
    'posted',
    'already_posted',
    'insufficient_balance',
    'posted',
    'insufficient_balance',
    'posted',
    'posted',
    'insufficient_balance',
    'insufficient_balance',
  ]);
  expect(await balance(world, contract(7n))).toBe(0n);
});

test("the system's side of a batch is one leg per account and kind, and a batch that changes nothing writes nothing", async () => {
  const world = await newWorld({ posts: 'anything' });
  const payout = (owner: bigint, amount: bigint): Posting => ({
    kind: 'contract_payout',
    ref: newId(),
    moves: [{ from: pool, to: contract(owner), amount }],
  });
  await many(
    world,
    [1n, 2n, 3n, 4n].map((owner) => topUp(contract(owner), 100n)),
  );
  expect(await many(world, [stake(1n, 10n), stake(2n, 20n), payout(3n, 5n), stake(9n, 1n)])).toEqual([
    'posted',
    'posted',
    'posted',
    'insufficient_balance',
  ]);
  const system = (await legs(world))
    .filter((leg) => leg.account < 65536n)
    .map(({ account, amount, kind }) => [account, amount, kindNamed(kind)]);
  expect(system).toEqual([
    [outside, -400n, 'top_up'],
    [pool, 30n, 'contract_stake'],
    [pool, -5n, 'contract_payout'],
  ]);
  expect(await many(world, [])).toEqual([]);
  const count = (await legs(world)).length;
  expect(await many(world, [stake(9n, 1n)])).toEqual(['insufficient_balance']);
  expect(await legs(world)).toHaveLength(count);
});

test('a fact about system accounts only is posted once too, and keeps its id', async () => {
  const world = await newWorld({ posts: 'anything' });
  const held = systemAccount('committed_withdrawals', 'USDT');
  const fees = systemAccount('fees', 'USDT');
  const paid: Posting = {
    kind: 'withdrawal_paid',
    ref: newId(),
    moves: [
      { from: held, to: outside, amount: 99n },
      { from: held, to: fees, amount: 1n },
    ],
  };
  const answers = await Promise.all(Array.from({ length: 8 }, () => one(world, paid)));
  expect(answers.filter((answer) => answer.ok && !answer.value.repeated)).toHaveLength(1);
  expect(await many(world, [paid, { ...paid, ref: newId() }])).toEqual(['already_posted', 'posted']);
  expect((await legs(world)).filter((leg) => leg.ref === paid.ref).map((leg) => [leg.account, leg.amount])).toEqual([
    [outside, 99n],
    [fees, 1n],
    [held, -100n],
  ]);
});

test('a fact about system accounts only waits for a concurrent duplicate', async () => {
  const world = await newWorld({ posts: 'anything' });
  const paid: Posting = { kind: 'contract_result', ref: newId(), moves: [{ from: pool, to: house, amount: 9n }] };
  let finish = () => {};
  const gate = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const first = step(world.db, async (tx) => {
    const verdicts = await postBatch(tx, at, [paid]);
    await gate;
    return verdicts;
  });
  const locks = async (granted: boolean) => {
    const { rows } = await sql`
      select from pg_locks where locktype = 'advisory' and granted = ${granted} and pid <> pg_backend_pid()
        and database = (select oid from pg_database where datname = current_database())`.execute(world.db);
    return rows.length;
  };
  await expect.poll(() => locks(true)).toBe(1);
  const second = many(world, [paid]);
  await expect.poll(() => locks(false)).toBe(1);
  finish();
  expect([await first, await second]).toEqual([['posted'], ['already_posted']]);
});

test('a clean batch takes one statement; only facts that need it are checked one by one', async () => {
  const world = await newWorld({ posts: 'anything' });
  await many(world, [topUp(contract(1n), 100n), topUp(contract(2n), 100n)]);
  let statements: string[] = [];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (node.kind === 'RawNode')
        statements.push(node.sqlFragments.join('?').trim().split(/\s+/).slice(0, 2).join(' '));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const counted = async (...postings: Posting[]) => {
    statements = [];
    const verdicts = await step(world.db.withPlugin(plugin), (tx) => postBatch(tx, at, postings));
    return [verdicts.join(' '), ...statements];
  };
  const write = 'select post_legs(';
  const judge = ['select account,', 'select place'];
  const fact = stake(1n, 1n);
  expect(await counted(stake(1n, 1n), stake(2n, 1n))).toEqual(['posted posted', write]);
  expect(await counted(stake(1n, 1n), topUp(contract(1n), 1n))).toEqual(['posted posted', write]);
  expect(await counted(fact)).toEqual(['posted', ...judge, write]);
  expect(await counted(fact)).toEqual(['already_posted', ...judge]);
  expect(await counted(stake(1n, 1n), fact)).toEqual(['posted already_posted', write, ...judge, write]);
  const twice = stake(2n, 1n);
  expect(await counted(twice, twice)).toEqual(['posted already_posted', ...judge, write]);
  expect(await counted(stake(1n, 1n), stake(2n, 99n))).toEqual(['posted insufficient_balance', write, ...judge, write]);
  const result = (): Posting => ({
    kind: 'contract_result',
    ref: newId(),
    moves: [{ from: pool, to: house, amount: 9n }],
  });
  expect(await counted(result())).toEqual(['posted', 'select pg_current_xact_id(),', ...judge, write]);
  expect(await counted()).toEqual(['', ...judge]);
});

test('a batch that fails for another reason than a repeat throws instead of refusing', async () => {
  const world = await newWorld({ posts: 'anything' });
  await many(world, [topUp(contract(1n), 100n), topUp(contract(2n), 100n)]);
  await sql`alter table leg add constraint no_stakes check (kind <> ${sql.lit(kindCodes.contract_stake)})`.execute(
    world.owner,
  );
  await expect(many(world, [stake(1n, 1n), stake(2n, 1n)])).rejects.toMatchObject({ constraint: 'no_stakes' });
});

test('legs are written in the order of accounts, and system legs that cancel out are left out', async () => {
  const world = await newWorld({ posts: 'anything' });
  await many(world, [topUp(fund(3n), 100n), topUp(fund(1n), 100n), topUp(fund(2n), 100n), topUp(fund(1n), 7n)]);
  const written = await world.db.selectFrom('leg').select(['account', 'amount']).orderBy('id').execute();
  expect(written.map((leg) => [leg.account, leg.amount])).toEqual([
    [outside, -307n],
    [fund(1n), 100n],
    [fund(1n), 7n],
    [fund(2n), 100n],
    [fund(3n), 100n],
  ]);
  const correction = (from: bigint, to: bigint): Posting => ({
    kind: 'correction',
    ref: newId(),
    moves: [{ from, to, amount: 5n }],
  });
  expect(await many(world, [correction(fund(1n), house), correction(house, fund(2n))])).toEqual(['posted', 'posted']);
  expect((await legs(world)).filter((leg) => leg.account === house)).toEqual([]);
});

test('income is tallied by day and source', async () => {
  const world = await newWorld({ posts: 'anything' });
  const grant = (owner: bigint): Posting => ({
    kind: 'welcome_grant',
    ref: newId(),
    moves: [{ from: house, to: fund(owner), amount: 100n }],
  });
  const interest = (owner: bigint): Posting => ({
    kind: 'product_income',
    ref: newId(),
    moves: [{ from: house, to: fund(owner), amount: 7n }],
  });
  await step(world.db, (tx) =>
    postBatch(tx, new Date('2026-11-15T23:59:59Z'), [grant(1n), interest(1n), interest(1n), grant(2n)]),
  );
  await step(world.db, (tx) => postBatch(tx, new Date('2026-11-16T00:00:00Z'), [interest(1n)]));
  const rows =
    await sql`select owner, day::text, source, currency, amount from income order by owner, day, source`.execute(
      world.db,
    );
  expect(rows.rows).toEqual([
    { owner: 1n, day: '2026-11-15', source: 'new_user', currency: 1, amount: 100n },
    { owner: 1n, day: '2026-11-15', source: 'product', currency: 1, amount: 14n },
    { owner: 1n, day: '2026-11-16', source: 'product', currency: 1, amount: 7n },
    { owner: 2n, day: '2026-11-15', source: 'new_user', currency: 1, amount: 100n },
  ]);
});

test('an invalid posting is a bug and throws before it reaches the database', async () => {
  const world = await newWorld({ posts: 'anything' });
  const posting = (...moves: Posting['moves']): Posting => ({ kind: 'correction', ref: newId(), moves });
  const move = { from: house, to: fund(7n), amount: 1n };
  const bad: [Posting, RegExp][] = [
    [posting(), /at least one move/],
    [posting({ ...move, amount: 0n }), /above zero/],
    [posting({ ...move, amount: -1n }), /above zero/],
    [posting({ ...move, to: house }), /two accounts/],
    [posting({ ...move, to: walletOf(7n, 'cash', 'CNY') }), /one currency/],
    [posting(move, move), /each user account only once/],
  ];
  for (const [wrong, message] of bad) await expect(many(world, [wrong])).rejects.toThrow(message);
  await expect(many(world, Array(30_001).fill(posting(move)))).rejects.toThrow(/too large/);
  expect(await legs(world)).toEqual([]);
});

test('the database itself refuses postings that the code must never make', async () => {
  const world = await newWorld({ posts: 'anything' });
  await one(world, topUp(fund(7n), 100n));
  const app = (statement: string) => world.pool.query(statement);
  for (const statement of [
    'update leg set amount = 1',
    'delete from leg',
    'truncate leg',
    'update account set id = 70000',
    'delete from account',
    'insert into account (id, balance) values (70000, 5)',
    'update account set balance = 0',
    'insert into leg values (70000, 1, 5, 32769, now(), gen_random_uuid(), 1)',
    'update income set amount = 0',
    "insert into income values (1, '2026-01-01', 'product', 1, 1)",
  ]) {
    await expect(app(statement), statement).rejects.toMatchObject({ code: '42501' });
  }
  for (const statement of ['update leg set amount = 1', 'delete from leg', 'truncate leg']) {
    await expect(sql.raw(statement).execute(world.owner), statement).rejects.toMatchObject({ code: '42501' });
  }
  // The owner is bound by these rules too.
  const owner = (statement: string) => sql.raw(statement).execute(world.owner);
  await expect(owner(`update account set balance = -1 where id = ${fund(7n)}`)).rejects.toMatchObject({
    constraint: 'account_no_overdraft',
  });
  const write = (...rows: string[]) =>
    owner(`insert into leg (account, id, amount, contra, at, ref, kind) values ${rows.join(',')}`);
  const ref = `'${newId()}'`;
  await expect(write(`(${house}, 999, 5, null, now(), null, 4)`)).rejects.toMatchObject({
    constraint: 'legs_sum_to_zero',
  });
  const yuan = systemAccount('house', 'CNY');
  await expect(
    write(`(${house}, 999, 5, null, now(), null, 4)`, `(${yuan}, 998, -5, null, now(), null, 4)`),
  ).rejects.toMatchObject({ constraint: 'legs_sum_to_zero' });
  const two = [`(${house}, 999, 5, null, now(), null, 4)`, `(${outside}, 99999, -5, null, now(), null, 4)`];
  await expect(write(...two)).rejects.toMatchObject({ constraint: 'legs_sum_to_zero' }); // two postings, neither of which adds up to zero
  await expect(write(`(${fund(7n)}, 999, 5, ${yuan}, now(), ${ref}, 4)`)).rejects.toMatchObject({ code: '23514' });
  await expect(write(`(${fund(7n)}, 999, 5, ${house}, now(), null, 4)`)).rejects.toMatchObject({
    constraint: 'leg_names_its_fact',
  });
  await expect(write(`(${house}, 999, 0, null, now(), null, 4)`)).rejects.toMatchObject({ code: '23514' });
  await expect(owner('insert into account (id) values (65535)')).rejects.toMatchObject({ code: '23514' });
});

test('numbers in the books mean the same in code and table, and no number has two meanings', async () => {
  const world = await newWorld({ posts: 'anything' });
  const rows = await world.db.selectFrom('posting_kind').selectAll().orderBy('code').execute();
  expect(Object.fromEntries(rows.map((row) => [row.name, row.code]))).toEqual(kindCodes);
  expect(rows.filter((row) => row.income).every((row) => row.code >= 100)).toBe(true); // the trigger reads only those
  for (const kind of kinds) expect(kindNamed(kindCodes[kind])).toBe(kind);
  const owners = fc.bigInt({ min: 1n, max: 2n ** 40n });
  fc.assert(
    fc.property(owners, fc.constantFrom(...wallets), (owner, name) => {
      for (const account of accountsIn(owner, name)) {
        const { currency, ...rest } = describeAccount(account);
        expect(rest).toEqual({ owner, name });
        expect(walletOf(owner, name, currency)).toBe(account);
        expect(account).toBeGreaterThanOrEqual(65536n);
      }
    }),
  );
  expect(() => walletOf(7n, 'fund', 'BTC')).toThrow('the fund wallet holds no BTC');
  for (const name of systemNames)
    expect(describeAccount(systemAccount(name, 'CNY'))).toEqual({ owner: 0n, name, currency: 'CNY' });
  expect(() => describeAccount(65536n)).toThrow('no such account');
  expect(() => describeAccount(house | 1023n)).toThrow('no such account');
});

/** The rule, written as plainly as possible, however slow. */
function model(postings: Posting[]): { verdicts: Verdict[]; balances: Map<bigint, bigint> } {
  const balances = new Map<bigint, bigint>();
  const seen = new Set<string>();
  const isUser = (account: bigint) => account >= 65536n;
  const verdicts = postings.map(({ kind, ref, moves }): Verdict => {
    const users = moves.flatMap(({ from, to }) => [from, to]).filter(isUser);
    const name = `${kind} ${ref} ${users[0]}`;
    if (seen.has(name)) return 'already_posted';
    const next = new Map(balances);
    for (const { from, to, amount } of moves) {
      next.set(from, (next.get(from) ?? 0n) - amount);
      next.set(to, (next.get(to) ?? 0n) + amount);
    }
    if (users.some((account) => next.get(account)! < 0n)) return 'insufficient_balance';
    for (const [account, amount] of next) balances.set(account, amount);
    seen.add(name);
    return 'posted';
  });
  return { verdicts, balances };
}

test('a batch has the same result as its postings one by one, and both match the model', async () => {
  const world = await newWorld({ posts: 'anything' });
  const amount = fc.bigInt({ min: 1n, max: 60n });
  const ref = fc.constantFrom(...Array.from({ length: 8 }, newId));
  const user = fc.constantFrom(1n, 2n, 3n);
  const posting: fc.Arbitrary<Posting> = fc.oneof(
    fc.record({
      kind: fc.constant('top_up' as const),
      ref,
      moves: fc.tuple(fc.record({ from: fc.constant(outside), to: user.map(contract), amount })),
    }),
    fc.record({
      kind: fc.constant('contract_stake' as const),
      ref,
      moves: fc.tuple(fc.record({ from: user.map(contract), to: fc.constant(pool), amount })),
    }),
    fc.record({
      kind: fc.constant('member_transfer' as const),
      ref,
      moves: fc.tuple(
        user.chain((from) =>
          fc.record({ from: fc.constant(contract(from)), to: fc.constant(contract((from % 3n) + 1n)), amount }),
        ),
      ),
    }),
  );
  let run = 0n;
  await fc.assert(
    fc.asyncProperty(fc.array(posting, { maxLength: 14 }), async (postings) => {
      // Each run has its own people and facts, twice: once for the batch, once for the postings one by one.
      const own = (shift: bigint): Posting[] =>
        postings.map((p) => ({
          ...p,
          ref: p.kind === 'member_transfer' ? newId() : p.ref,
          moves: p.moves.map((m) => ({
            ...m,
            from: m.from >= 65536n ? m.from + (shift << 16n) : m.from,
            to: m.to >= 65536n ? m.to + (shift << 16n) : m.to,
          })),
        }));
      const [first, second] = [own(run), own(run + 3n)];
      run += 6n;
      const expected = model(first);
      expect(await many(world, first)).toEqual(expected.verdicts);
      const answers: Verdict[] = [];
      for (const single of second) answers.push((await many(world, [single]))[0]!);
      expect(answers).toEqual(expected.verdicts);
      for (const [account, amount] of [...expected.balances].filter(([each]) => each >= 65536n))
        expect([account, (await balance(world, account)) ?? 0n]).toEqual([account, amount]);
    }),
    { numRuns: 40 },
  );
});
