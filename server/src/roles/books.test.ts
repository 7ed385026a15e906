import * as approvals from '@glasshouse/protocol/backoffice/approvals';
import * as users from '@glasshouse/protocol/backoffice/users';
import { type Kind, kinds } from '@glasshouse/protocol/ledger/books';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { type Move, type Posting, postBatch, systemAccount, walletOf } from '#money/ledger/ledger.ts';
import { type Db, openDb, openPool, step } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import { appRole, feedRole, officeRole, settleRole, urlFor } from '../../database/prepare.ts';
import { setMoney } from '../../test/money-settings.ts';
import { openOffice } from '../../test/office.ts';
import { newWorld, type World } from '../../test/world.ts';

// The books protect themselves: whatever a compromised process sends, balances equal the sum of their legs, and each
// role can post only its own kinds.

const serverRoles = [appRole, feedRole, officeRole, settleRole];
const house = systemAccount('house', 'USDT');
const outside = systemAccount('external', 'USDT');
const welcome = 10_000_000_000n;
const fund = (owner: bigint) => walletOf(owner, 'fund', 'USDT');

function connect(world: World, role: string): Db {
  const pool = openPool(urlFor(world.database, role), 1, () => {});
  onTestFinished(() => pool.end());
  return openDb(pool);
}

test('no server role can write a balance, an account, a leg or an order directly', async () => {
  const world = await newWorld();
  await world.give({ number: 7n }, 'fund', 'USDT', 1000n);
  const mine = fund(7n);
  const leg = (account: bigint, id: number, amount: number, contra: bigint | null, ref: string | null) =>
    `(${account}, ${id}, ${amount}, ${contra}, now(), ${ref ? `'${ref}'` : null}, 10)`;
  const attempts = [
    `update account set balance = balance + 1 where id = ${mine}`,
    `insert into account (id) values (${fund(8n)})`,
    `insert into account (id, balance) values (${fund(8n)}, 5)`,
    `delete from account where id = ${mine}`,
    `insert into leg (account, id, amount, contra, at, ref, kind)
       values ${leg(mine, 1, 5, outside, newId())}, ${leg(outside, 2, -5, null, null)}`,
    `select move_balances('{${mine}}', '{0}', '{5}')`,
    `select * from account where id = ${mine} for update`,
    `insert into contract (account, id, at, head_slot, due_slot, stake, symbol, seconds, return_bp, rule, long)
       values (${mine}, '${newId()}', now(), 1, 62, 5, 1, 30, 8200, 1, true)`,
    `insert into posting_right (role, kind) select current_user, 10`,
    `update posting_right set held_to = null`,
    `select nextval('posting_block')`,
  ];
  for (const role of serverRoles) {
    const db = connect(world, role);
    for (const attempt of attempts)
      await expect(sql.raw(attempt).execute(db), `${role}: ${attempt}`).rejects.toThrow(
        /permission denied|not allowed/,
      );
  }
});

type Somebody = { id: string; number: bigint };
/** Two registered people with money in both currencies. */
async function twoPeople(world: World): Promise<[Somebody, Somebody]> {
  const make = async () => {
    const { number } = await world.person();
    for (const [wallet, currency] of [
      ['fund', 'USDT'],
      ['cash', 'CNY'],
    ] as const)
      await world.give({ number }, wallet, currency, 1_000_000n);
    const { id } = await world.db
      .selectFrom('person')
      .select('id')
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    return { id, number };
  };
  return [await make(), await make()];
}

/** A posting of each kind that would be valid for a role that may make it. */
function factOf(kind: Kind, { id, number }: Somebody): Posting {
  const cash = walletOf(number, 'cash', 'CNY');
  if (kind === 'contract_result') return { kind, ref: newId(), moves: [{ from: house, to: outside, amount: 5n }] };
  if (kind === 'wallet_transfer')
    return {
      kind,
      ref: newId(),
      moves: [{ from: fund(number), to: walletOf(number, 'contract', 'USDT'), amount: 5n }],
    };
  if (kind === 'exchange') {
    const pay = { from: fund(number), to: house, amount: 10_001n };
    return { kind, ref: newId(), moves: [pay, { from: systemAccount('house', 'CNY'), to: cash, amount: 7n }] };
  }
  if (kind === 'welcome_grant') return { kind, ref: id, moves: [{ from: house, to: fund(number), amount: welcome }] };
  return { kind, ref: newId(), moves: [{ from: outside, to: fund(number), amount: 5n }] };
}

test('each role can post only its own kinds', async () => {
  const world = await newWorld();
  const people = await twoPeople(world);
  const posted: Record<string, Kind[]> = {};
  for (const role of serverRoles) {
    const db = connect(world, role);
    const own: Kind[] = [];
    for (const kind of kinds) {
      // A single posting and a batch use different code paths.
      for (const count of [1, 2]) {
        const facts = people.slice(0, count).map((person) => factOf(kind, person));
        const done = await step(db, (tx) => postBatch(tx, world.clock(), facts)).then(
          () => true,
          (error: { code: string }) => {
            expect(error, `${role} ${kind}`).toMatchObject({ code: '42501' });
            return false;
          },
        );
        if (done && count === 2) own.push(kind);
      }
    }
    posted[role] = own;
  }
  expect(posted).toEqual({
    glasshouse_app: ['wallet_transfer', 'exchange', 'welcome_grant'],
    glasshouse_feed: [],
    glasshouse_office: [],
    glasshouse_settle: [],
  });
});

test("the users' process can post only what a kind means: own wallets, the current rate, one welcome grant", async () => {
  const world = await newWorld();
  const setWelcome = (amount: bigint) => setMoney(world, { welcome_grant: amount });
  await setWelcome(0n);
  const [ann, bob] = await twoPeople(world);
  await setWelcome(welcome);
  const db = connect(world, appRole);
  const houseCny = systemAccount('house', 'CNY');
  const cash = (owner: bigint) => walletOf(owner, 'cash', 'CNY');
  const contract = (owner: bigint) => walletOf(owner, 'contract', 'USDT');
  const nowhere = -1023n;
  const exchanged = (usdt: bigint, cny: bigint, to = ann, from = ann): Move[] => [
    { from: fund(from.number), to: house, amount: usdt },
    { from: houseCny, to: cash(to.number), amount: cny },
  ];
  const wrong: Posting[] = [
    { kind: 'welcome_grant', ref: ann.id, moves: [{ from: house, to: fund(ann.number), amount: welcome + 1n }] },
    { kind: 'welcome_grant', ref: newId(), moves: [{ from: house, to: fund(ann.number), amount: welcome }] },
    { kind: 'welcome_grant', ref: bob.id, moves: [{ from: house, to: fund(ann.number), amount: welcome }] },
    { kind: 'welcome_grant', ref: ann.id, moves: [{ from: house, to: contract(ann.number), amount: welcome }] },
    { kind: 'welcome_grant', ref: ann.id, moves: [{ from: outside, to: fund(ann.number), amount: welcome }] },
    { kind: 'wallet_transfer', ref: newId(), moves: [{ from: fund(bob.number), to: fund(ann.number), amount: 5n }] },
    { kind: 'wallet_transfer', ref: newId(), moves: [{ from: house, to: fund(ann.number), amount: 5n }] },
    { kind: 'wallet_transfer', ref: newId(), moves: [{ from: nowhere, to: fund(ann.number), amount: 5n }] },
    { kind: 'exchange', ref: newId(), moves: exchanged(10_000n, 8n) },
    { kind: 'exchange', ref: newId(), moves: exchanged(10_000n, 7n, bob) },
    { kind: 'exchange', ref: newId(), moves: exchanged(10_000n, 7n).slice(1) },
    { kind: 'exchange', ref: newId(), moves: [{ from: outside, to: fund(ann.number), amount: 5n }] },
  ];
  for (const fact of wrong) {
    const [move] = fact.moves;
    const named = `${fact.kind} ${move!.from} ${move!.to} ${move!.amount}`;
    for (const facts of [[fact], [fact, factOf('wallet_transfer', bob)]])
      await expect(
        step(db, (tx) => postBatch(tx, world.clock(), facts)),
        named,
      ).rejects.toMatchObject({ code: '42501' });
  }
  const granted = factOf('welcome_grant', ann);
  for (const verdict of ['posted', 'already_posted'])
    expect(await step(db, (tx) => postBatch(tx, world.clock(), [granted]))).toEqual([verdict]);
  const legs = await world.db.selectFrom('leg').select('amount').where('account', '=', fund(ann.number)).execute();
  expect(legs.map(({ amount }) => amount).toSorted()).toEqual([1_000_000n, welcome].toSorted());
  // No role can write a leg for an account without an owner.
  const none = { kind: 'top_up' as const, ref: newId(), moves: [{ from: nowhere, to: fund(ann.number), amount: 5n }] };
  await expect(step(world.owner, (tx) => postBatch(tx, world.clock(), [none]))).rejects.toThrow('leg_of_an_account');
});

test("the operators' process can post only the approved correction: this wallet, amount and direction, once", async () => {
  const world = await newWorld({ now: new Date() });
  const office = await openOffice(world);
  const staff = await office.staff();
  const ann = await world.person();
  const other = await world.person();
  await world.give(ann, 'fund', 'USDT', 1_000_000_000n);
  const asked = {
    id: newId(),
    number: String(ann.number),
    wallet: 'fund' as const,
    currency: 'USDT' as const,
    direction: 'debit' as const,
    amount: '10.5',
    reason: 'Booked twice',
  };
  const { waiting } = (await staff.support.call(users.correctBalance, asked)).data;
  const db = connect(world, officeRole);
  // Bypasses our own code and calls the database directly.
  const posting = async (moves: Move[], ref = asked.id) => {
    const legs = moves.flatMap(({ from, to, amount }) => [
      { account: from, contra: to, amount: -amount },
      { account: to, contra: from, amount },
    ]);
    const array = (values: readonly (bigint | string)[]) => `{${values.join(',')}}`;
    const { rows } = await sql<{ posted: boolean }>`
      select post_legs(
        now(), true, ${array(legs.map((leg) => leg.account))}, ${array(legs.map((leg) => leg.amount))},
        ${array(legs.map((leg) => leg.contra))}, ${array(legs.map(() => ref))}, ${array(legs.map(() => '4'))}) as posted`.execute(
      db,
    );
    return rows[0]!.posted;
  };
  const agreed = { from: fund(ann.number), to: house, amount: 10_500_000n };
  const refused = async () => {
    const wrong: [Move[], string?][] = [
      [[{ ...agreed, amount: 10_500_001n }]],
      [[{ ...agreed, from: house, to: agreed.from }]],
      [[{ ...agreed, from: walletOf(ann.number, 'contract', 'USDT') }]],
      [[{ ...agreed, from: fund(other.number) }]],
      [[{ ...agreed, to: outside }]],
      [[agreed, { from: house, to: fund(other.number), amount: 10_500_000n }]],
      [[{ from: outside, to: house, amount: 5n }]],
      [[agreed], newId()],
    ];
    await world.give(ann, 'contract', 'USDT', 1_000_000_000n);
    for (const [moves, ref] of wrong)
      await expect(posting(moves, ref), JSON.stringify(moves.map(String))).rejects.toThrow(
        'no two people agreed on this',
      );
  };
  await refused();
  await expect(posting([agreed])).rejects.toThrow('no two people agreed on this'); // requested, but not approved
  const before = await world.db.selectFrom('leg').selectAll().where('kind', '=', 4).execute();
  expect(before).toEqual([]);
  expect(
    (await staff.reviewer.call(approvals.decideApproval, { id: waiting!, decision: 'approve', reason: 'Seen' })).code,
  ).toBe(200);
  const booked = () =>
    world.db.selectFrom('leg').select(['account', 'amount']).where('kind', '=', 4).orderBy('account').execute();
  const once = [
    { account: house, amount: 10_500_000n },
    { account: fund(ann.number), amount: -10_500_000n },
  ];
  expect(await booked()).toEqual(once);
  await refused();
  expect(await posting([agreed])).toBe(false);
  expect(await booked()).toEqual(once);
});
