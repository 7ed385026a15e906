import type { Endpoint } from '@glasshouse/protocol/endpoint';
import { giveUpDay } from '@glasshouse/protocol/market/office';
import { doneOrWaiting, type OperatorEndpoint } from '@glasshouse/protocol/operators/call';
import { mayDo, roles } from '@glasshouse/protocol/operators/permissions';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { walletOf } from '#money/ledger/ledger.ts';
import { type Db, openDb, openPool } from '#platform/database/db.ts';
import { plus } from '#platform/runtime/clock.ts';
import { officeRoutesWith as reviewWith } from '#site/review/routes.ts';
import { urlFor } from '../../database/prepare.ts';
import { openOffice } from '../../test/office.ts';
import { officeSense, papers } from '../../test/office-sense.ts';
import { orderIdAt } from '../../test/order-id.ts';
import { flat, trade } from '../../test/trade.ts';
import type { World } from '../../test/world.ts';
import { reviewKinds } from './domain-registry.ts';

// No API call and no database role can change a tick, an entry, an exit or an outcome.

/** A user with orders of every kind: won, lost, void, and one whose outcome is still open. */
async function history(options?: Parameters<typeof trade>[0]) {
  const traded = await trade(options);
  const { tick, open, settle, countThrough } = traded;
  await tick(...flat(4));
  const ended = [await open('long'), await open('short')];
  await tick(6_400_010, ...flat(62));
  ended.push(await open('long'));
  await tick(...flat(12).map(() => undefined), ...flat(60));
  await settle();
  await countThrough(ended[0]!.order.dueSlot);
  const running = await open('long');
  await tick(...flat(3));
  return { ...traded, ended: ended.map(({ order }) => order), running: running.order };
}

/** The newest rows of tables that may grow. */
type Newest = { leg: string; site_config?: string; money_config?: string; contract_terms?: string };
const newestLeg = async (world: World) =>
  (await sql<{ leg: string }>`select max(id)::text as leg from leg`.execute(world.owner)).rows[0]!.leg;

/** Checksums of every table that decides an outcome. Orders and legs may be added, but not changed. */
async function sums(world: World, ids: readonly string[], newest: Newest): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname::text as name from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname = 'public' and relkind in ('r', 'p') and not relispartition
      and (relname like 'tape%' or relname like 'candle%' or relname in ('tick', 'contract_terms', 'slip_key', 'site_config', 'money_config'))
    union all select 'contract' union all select 'leg' order by 1`.execute(world.owner);
  const all: Record<string, string> = {};
  for (const { name } of tables) {
    const which =
      name === 'contract'
        ? sql`where id = any(${ids}::uuid[])`
        : name in newest
          ? sql`where ${sql.ref(name === 'leg' ? 'id' : 'version')} <= ${newest[name as keyof Newest]}`
          : sql``;
    const { rows } = await sql<{ sum: string | null; count: bigint }>`
      select md5(string_agg(line, ',' order by line)) as sum, count(*) from (select t::text as line from ${sql.table(name)} t ${which}) x`.execute(
      world.owner,
    );
    all[name] = `${rows[0]!.count} ${rows[0]!.sum}`;
  }
  return all;
}

const injected = "1'); update contract set result = 1; update tick set price = 1; --";
const strange: unknown[] = [
  null,
  '',
  injected,
  '-1',
  '1e9',
  0,
  -1,
  1e15,
  2 ** 53,
  true,
  [],
  {},
  { $gt: '' },
  ['BTC'],
  '\u0000',
  '9'.repeat(400),
];
/** Fields that an attacker who wants to choose the outcome would add to any call. */
const wishes = {
  ...{
    price: '1',
    entry: { slot: 1, price: '1' },
    exit: { slot: 2, price: '2' },
    outcome: 'win',
    result: 1,
    payout: '1000000',
  },
  ...{
    headSlot: 1,
    head_slot: 1,
    dueSlot: 2,
    settledAt: '2026-01-01T00:00:00.000Z',
    rule: 0,
    account: 1,
    operator: true,
    role: 'owner',
  },
  ...{ entry_price: 1, exit_price: 2, settled_through: 0, ticks: [], seed: '00' },
};

/** A third of the strange values for each field, varying by field and call; all of them in the nightly run. */
function strangeFor(name: string, { path }: Endpoint): unknown[] {
  if (process.env.NIGHTLY === '1') return strange;
  const turn = [...`${path} ${name}`].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 3;
  return strange.filter((_, place) => place % 3 === turn);
}

type Plausible = Record<string, unknown>;
/** Inputs for a call: a valid one, the same with extra fields, and each field in turn with a strange value. */
function inputsFor(endpoint: Endpoint, plausible: Plausible): unknown[] {
  const { properties = {} } = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' });
  const names = Object.keys(properties);
  const sane = Object.fromEntries(names.flatMap((name) => (name in plausible ? [[name, plausible[name]]] : [])));
  const some = [sane, { ...sane, ...wishes }, { ...wishes }, injected, [sane], null];
  return [...some, ...names.flatMap((name) => strangeFor(name, endpoint).map((value) => ({ ...sane, [name]: value })))];
}

test('no API call changes a tick, an entry, an exit, an outcome or its postings', {
  timeout: 120_000,
}, async () => {
  const { world, trader, ended, running, tick, slot } = await history();
  const ids = [...ended.map(({ id }) => id), running.id];
  const newest = { leg: await newestLeg(world) };
  const before = await sums(world, ids, newest);
  const { routes } = world;
  expect(routes.length).toBeGreaterThanOrEqual(30);
  let calls = 0;
  const troubled: string[] = [];
  for (const { endpoint } of routes) {
    // A new user for calls that end sessions or change passwords, so that the trader stays logged in.
    const who = /session|User|Psw|log|register|forget|code/i.test(endpoint.path) ? await world.person() : trader;
    for (const id of [ended[0]!.id, running.id, orderIdAt(world.clock())]) {
      const plausible = {
        ...{ id, symbol: 'BTC', direction: 'long', seconds: 30, stake: '10.00', returnBp: 8200, amount: '1.00' },
        ...{
          from: 'fund',
          to: 'contract',
          currency: 'USDT',
          slots: [slot()],
          hour: '2026-11-15T11',
          period: '1m',
          limit: 20,
        },
        ...{ favourite: true, days: 'all', password: 'correct horse battery', rate: '7.20' },
      };
      const inputs = inputsFor(endpoint, plausible);
      // One id gets all inputs, the others only the valid one and the extra fields.
      for (const input of id === ended[0]!.id ? inputs : inputs.slice(0, 3)) {
        const { code } = (await who.raw(endpoint, input)).json<{ code: number }>();
        if (code >= 500 && code !== 503) troubled.push(`${endpoint.path} ${JSON.stringify(input)?.slice(0, 100)}`);
        calls++;
      }
    }
    const visitor = world.visitor();
    for (const input of inputsFor(endpoint, {}).slice(0, 4)) await visitor.raw(endpoint, input);
  }
  expect(troubled).toEqual([]);
  expect(calls).toBeGreaterThan(500);
  expect(await sums(world, ids, newest)).toEqual(before);
  await tick(...flat(1)); // and the tape still continues
});

test('no console call changes them either, in any role', {
  timeout: 180_000,
}, async () => {
  // The database checks two-person decisions against its own clock, so this world begins now.
  const { world, trader, ended, running, tick, slot } = await history({ now: new Date() });
  const office = await openOffice(world, {
    routes: (usual) => [
      ...usual.filter(({ endpoint }) => !endpoint.path.startsWith('/office/review/')),
      ...reviewWith([...reviewKinds(world.files), papers]),
    ],
  });
  const staff = await office.staff();
  const ids = [...ended.map(({ id }) => id), running.id];
  const sense = await officeSense(world, office, staff);
  const began = world.clock();
  // Settings and terms may be added, for future orders; agreed terms and those in force don't change.
  const newest = { leg: await newestLeg(world), site_config: '1', money_config: '1', contract_terms: '1' };
  const before = await sums(world, ids, newest);
  // Log-ins have a test of their own; a session that ended here would make all later calls meaningless.
  const calls = office.routes.map(({ endpoint }) => endpoint).filter(({ auth }) => auth === 'operator');
  const endsSessions = /logout|disable|self/i;
  const walk = [
    ...calls.filter(({ path }) => !endsSessions.test(path)),
    ...calls.filter(({ path }) => endsSessions.test(path)),
  ] as OperatorEndpoint[];
  const accepted = new Map<string, number>();
  const troubled: string[] = [];
  for (const endpoint of walk) {
    const usual = {
      ...{ id: ended[0]!.id, number: trader.info.number, reason: 'To see what happens' },
      ...{ symbol: 'BTC', slot: slot(), query: trader.info.number },
    };
    const { by, inputs } = (await sense[endpoint.path]?.()) ?? { by: undefined, inputs: [usual] };
    const may = roles.filter((role) => mayDo(role, endpoint.permission)).sort((a) => (a === by ? -1 : 0));
    expect(may.length, endpoint.path).toBeGreaterThan(0);
    for (const [place, role] of may.entries()) {
      const all = inputsFor(endpoint, { ...usual, ...inputs.at(-1) });
      // An attacker would choose the outcome of an order that is still open.
      const open = inputsFor(endpoint, { ...usual, ...inputs.at(-1), id: running.id }).slice(0, 3);
      for (const input of place === 0 ? [...open, ...inputs.slice(0, -1), ...all] : [...open, ...all.slice(0, 3)]) {
        const { code } = (await staff[role].raw(endpoint, input)).json<{ code: number }>();
        if (code === 200) accepted.set(endpoint.path, (accepted.get(endpoint.path) ?? 0) + 1);
        if (code >= 500) troubled.push(`${endpoint.path} ${JSON.stringify(input)?.slice(0, 100)}`);
      }
    }
  }
  expect(troubled).toEqual([]);
  // If every call were refused, this would prove nothing: so every call must have been accepted, and those with
  // two-person approval done. The exception is giving up a day, which is impossible while the tape continues
  // (giving-up.test).
  expect(walk.map(({ path }) => path).filter((path) => !accepted.has(path))).toEqual([giveUpDay.path]);
  const { rows: done } = await sql<{ action: string }>`
    select distinct action from approval where decision = 'approved' and decided_at >= ${began}`.execute(world.owner);
  const takesTwo = walk
    .filter(({ output, path }) => output === doneOrWaiting && path !== giveUpDay.path)
    .map(({ path }) => path);
  expect(done.map(({ action }) => action).toSorted()).toEqual(takesTwo.toSorted());
  expect(await sums(world, ids, newest)).toEqual(before);
  await tick(...flat(1));
});

type History = Awaited<ReturnType<typeof history>>;

const writtenOnce = [
  'tick',
  'tape_checkpoint',
  'tape_day',
  'tape_gap',
  'tape_run',
  'candle_minute',
  'leg',
  'contract_terms',
  'slip_key',
];
// Orders whose entry or outcome is already known.
const openedInThePast = `
  insert into contract (account, id, at, head_slot, due_slot, stake, symbol, seconds, return_bp, rule, long)
  select account, gen_random_uuid(), at, head_slot, due_slot, stake, symbol, seconds, return_bp, rule, long
  from contract where result is not null`;
const calledInThePast = `
  select open_contracts(at, rule, array[account], array[gen_random_uuid()], array[head_slot], array[stake], array[symbol], array[seconds],
    array[return_bp], array[long]) from contract where result is not null limit 1`;
const addTick = (slot: number) => `insert into tick values (1, ${slot}, 1, 1, decode(repeat('00', 32), 'hex'))`;
const openOrder = ({ running }: History) => `id = '${running.id}'`;

/** Refused to every role, the owner included. */
const refusedToAll = (traded: History) => [
  ...writtenOnce.flatMap((name) => [`delete from ${name}`, `truncate ${name} cascade`]),
  'update tick set price = price + 1',
  'update tape_checkpoint set root = root',
  'update leg set amount = -amount',
  'update contract_terms set returns = returns',
  `delete from contract where ${openOrder(traded)}`,
  'truncate contract',
  `update contract set result = 1, payout = 182000000 where id = '${traded.ended[0]!.id}'`,
  `update contract set exit_price = exit_price + 1 where id = '${traded.ended[0]!.id}'`,
  `update contract set settled_at = now() where id = '${traded.ended[0]!.id}'`,
  'set session_replication_role = replica',
];
/** Only the owner of the tables can do this. */
const ownerOnly = (traded: History) => [
  ...['tick', 'contract', 'leg', 'tape_checkpoint'].flatMap((name) => [
    `alter table ${name} disable trigger all`,
    `drop table ${name} cascade`,
    `create trigger mine before insert on ${name} for each row execute function forbid_change()`,
    `create rule mine as on update to ${name} do instead nothing`,
  ]),
  `update contract set stake = 1 where ${openOrder(traded)}`,
  `update contract set long = not long where ${openOrder(traded)}`,
  `update contract set head_slot = 1, due_slot = 62 where ${openOrder(traded)}`,
  `update contract set symbol = 2 where ${openOrder(traded)}`,
  `update contract set return_bp = 10000 where ${openOrder(traded)}`,
  'alter table tick detach partition tick_20261115 concurrently',
  'create table mine (x int)',
  'set role glasshouse_owner',
  'copy tick to program $$true$$',
  'copy tick from program $$true$$',
];
const feedOnly = ({ running }: History) => [
  addTick(running.headSlot + 5),
  addTick(running.dueSlot),
  'select make_tape_day(1)',
  'insert into tape_gap values (1, 1, 1, $$late$$)',
];
const settlerOnly = (traded: History) => [
  `update contract set result = 4, payout = stake, settled_at = now() where ${openOrder(traded)}`,
  'update settlement set settled_through = 1',
  'insert into contract_day select * from contract_day',
  'update contract_day set wins = wins + 1',
];
const applicationOnly = [
  openedInThePast,
  calledInThePast,
  'insert into slip_key values (decode(repeat($$00$$, 32), $$hex$$), now())',
];

/** Each database role with its connection and the statements that it is refused. */
const refusals: Record<string, (traded: History) => [Db, string[]]> = {
  glasshouse_owner: (traded) => [traded.world.owner, refusedToAll(traded)],
  glasshouse_app: (traded) => [
    traded.world.db,
    [
      ...refusedToAll(traded),
      ...ownerOnly(traded),
      ...feedOnly(traded),
      ...settlerOnly(traded),
      'insert into contract select * from contract',
      openedInThePast,
      calledInThePast,
      calledInThePast.replace('array[head_slot]', 'array[head_slot + 1000000]'), // not on the tape
      'select * from tape_plan',
      'set role glasshouse_settle',
      'set role glasshouse_feed',
      'insert into contract_terms (seconds, returns, min_stake, max_stake, max_open) values ($${30}$$, $${9999}$$, 1, 1, 1)',
    ],
  ],
  glasshouse_feed: (traded) => [
    traded.tape.db,
    [
      ...refusedToAll(traded),
      ...ownerOnly(traded),
      ...settlerOnly(traded),
      ...applicationOnly,
      addTick(traded.ended[2]!.headSlot + 3),
      'update account set balance = 0',
    ],
  ],
  glasshouse_settle: (traded) => [
    traded.db,
    [
      ...refusedToAll(traded),
      ...ownerOnly(traded),
      ...feedOnly(traded),
      ...applicationOnly,
      'select * from tape_plan',
      'set role glasshouse_app',
      'update settlement set settled_through = 1',
      `update contract set rule = 2 where ${openOrder(traded)}`,
    ],
  ],
};

test.each(Object.keys(refusals))('%s cannot change history or choose an outcome', async (role) => {
  const traded = await history();
  const { tape } = traded;
  // A row in each table: an update or delete of no rows would prove nothing.
  await sql`insert into candle_minute values (1, 1, 1, 1, 1, 1, 1)`.execute(tape.db);
  await sql`insert into tape_run select floor(extract(epoch from clock_timestamp()) * 2), 'synthetic'`.execute(tape.db);
  await sql`insert into tape_day select 1, 1, root, slot, key, signature from tape_checkpoint limit 1`.execute(tape.db);
  const [db, statements] = refusals[role]!(traded);
  for (const statement of statements)
    await expect(sql.raw(statement).execute(db), `${role}: ${statement}`).rejects.toMatchObject({
      code: expect.stringMatching(/^(42501|23514)$/), // insufficient_privilege or check_violation
    });
});

test('the settler can only write results that follow from the tape', async () => {
  const { world, db, running, tick, settle } = await history();
  const entry = 6_400_000;
  const settled = (
    result: number,
    payout: string,
    entrySlot: string,
    entryPrice: string,
    exitSlot: string,
    exitPrice: string,
  ) =>
    `update contract set result = ${result}, payout = ${payout}, entry_slot = ${entrySlot}, entry_price = ${entryPrice},
       exit_slot = ${exitSlot}, exit_price = ${exitPrice}, settled_at = now() where id = '${running.id}'`;
  const first = String(running.headSlot + 1);
  const early = [
    settled(4, 'stake', 'null', 'null', 'null', 'null'),
    settled(4, 'stake', first, String(entry), 'null', 'null'),
    settled(1, 'stake + stake * return_bp / 10000', first, String(entry), String(running.dueSlot), String(entry + 1)),
  ];
  for (const statement of early)
    await expect(sql.raw(statement).execute(db)).rejects.toThrow('the tape says otherwise');
  await tick(...flat(62).map((_, i) => (i === 57 ? entry - 5 : entry)));
  const due = String(running.dueSlot);
  const forged = [
    ...early,
    settled(1, 'stake + stake * return_bp / 10000', first, String(entry), due, String(entry + 5)),
    settled(1, 'stake + stake * return_bp / 10000', first, String(entry - 9), due, String(entry - 5)),
    settled(3, 'stake', first, String(entry), String(running.dueSlot + 1), String(entry)),
    settled(3, 'stake', String(running.headSlot + 2), String(entry), due, String(entry)),
  ];
  for (const statement of forged)
    await expect(sql.raw(statement).execute(db), statement).rejects.toThrow('the tape says otherwise');
  // The right ticks with another result or payout violate the table's own checks.
  const exit = (await sql<{ price: bigint }>`select price from tick where symbol = 1 and slot = ${due}`.execute(db))
    .rows[0]!.price;
  for (const [result, payout] of [
    [1, '182000000'],
    [3, 'stake'],
    [4, 'stake'],
    [2, '1'],
  ] as const)
    await expect(
      sql.raw(settled(result, payout, first, String(entry), due, String(exit))).execute(db),
    ).rejects.toMatchObject({ code: '23514' });

  // A fake tape in front of the real one.
  const pool = openPool(urlFor(world.database, 'glasshouse_settle'), 1, () => {});
  onTestFinished(() => pool.end());
  const alone = openDb(pool);
  await sql.raw('create temp table tick as select * from public.tick with no data').execute(alone);
  await sql.raw('create temp table tape_checkpoint as select * from public.tape_checkpoint').execute(alone);
  for (const statement of [forged[2]!, forged[0]!]) {
    await sql
      .raw(`insert into pg_temp.tick values (1, ${first}, ${entry}, 1, ''), (1, ${due}, ${entry + 1}, 1, '')`)
      .execute(alone);
    await expect(sql.raw(statement).execute(alone)).rejects.toThrow('the tape says otherwise');
    await sql.raw('delete from pg_temp.tick').execute(alone);
  }
  await settle();
  const ended = await world.db
    .selectFrom('contract')
    .select('result')
    .where('id', '=', running.id)
    .executeTakeFirstOrThrow();
  expect(ended.result).not.toBeNull();
});

test('orders open only on the terms in force at the time of the tape', async () => {
  const { world, trader, tick, slot } = await trade();
  await tick(...flat(8));
  const account = walletOf(trader.number, 'contract', 'USDT');
  const announced = plus(world.clock(), 3_600_000);
  await sql`insert into contract_terms (seconds, returns, min_stake, max_stake, max_open, effective_at)
    values ('{30}', '{9900}', 10000000, 5000000000, 20000000000, ${announced})`.execute(world.owner);
  const agreed = { at: world.clock(), rule: 1, head: slot(), stake: 100_000_000n, seconds: 30, returnBp: 8200 };
  /**
   * Bypasses our own code and calls the database directly, both with orders that were checked before and with valid
   * orders for the fast path.
   */
  const judged = async (change: Partial<typeof agreed>) => {
    const { at, rule, head, stake, seconds, returnBp } = { ...agreed, ...change };
    await sql`select open_contracts(
      ${at}, ${rule}::smallint, array[${account}]::bigint[], array[${orderIdAt(at)}]::uuid[], array[${head}]::bigint[],
      array[${stake}]::bigint[], array[1], array[${seconds}]::integer[], array[${returnBp}]::integer[], array[true])`.execute(
      world.db,
    );
  };
  const plain = async (change: Partial<typeof agreed>) => {
    const { at, rule, stake, seconds, returnBp } = { ...agreed, ...change };
    const { rows } = await sql`select * from open_plain_contracts(
      ${at}, array[${rule}]::smallint[], array[${account}]::bigint[], array[${orderIdAt(at)}]::uuid[],
      array[${stake}]::bigint[], array[1], array[${seconds}]::integer[], array[${returnBp}]::integer[], array[true])`.execute(
      world.db,
    );
    return rows.length;
  };
  const others: Partial<typeof agreed>[] = [
    { returnBp: 1_000_000 },
    { returnBp: 8201 },
    { returnBp: 8500 }, // the return of another period
    { returnBp: 9900 }, // announced, but not in force
    { returnBp: 9900, at: announced },
    { seconds: -5 },
    { seconds: 31 },
    { rule: 2 },
    { stake: 9_999_999n },
    { stake: 5_000_000_001n },
    { at: plus(agreed.at, 3000) },
    { at: plus(agreed.at, -3000) },
  ];
  for (const change of others) {
    await expect(judged(change), JSON.stringify(change, String)).rejects.toMatchObject({ code: '42501' });
    expect(await plain(change), JSON.stringify(change, String)).toBe(0);
  }
  // The total of open orders may not exceed the terms either.
  await world.give(trader, 'contract', 'USDT', 20_000_000_000n);
  for (let i = 0; i < 4; i++) await judged({ stake: 5_000_000_000n });
  await expect(judged({})).rejects.toMatchObject({ code: '42501' });
  expect(await plain({})).toBe(0);
  const orders = await world.db.selectFrom('contract').select(['seconds', 'return_bp', 'rule']).execute();
  expect(orders).toEqual(Array(4).fill({ seconds: 30, return_bp: 8200, rule: 1 }));
  // No role can write invalid terms.
  for (const wrong of ['seconds = 0, due_slot = head_slot + 1', 'return_bp = 10001'])
    await expect(sql.raw(`update contract set ${wrong}`).execute(world.owner)).rejects.toMatchObject({ code: '23514' });
});

test('a batch can still use terms that end while it is being written', async () => {
  const { world, trader, tick, slot } = await trade();
  await tick(...flat(8));
  const account = walletOf(trader.number, 'contract', 'USDT');
  const open = (returnBp: number) =>
    sql`select open_contracts(
      ${world.clock()}, 1::smallint, array[${account}]::bigint[], array[${orderIdAt(world.clock())}]::uuid[],
      array[${slot()}]::bigint[], array[100000000]::bigint[], array[1], array[30], array[${returnBp}]::integer[], array[true])`.execute(
      world.db,
    );
  await sql`insert into contract_terms (seconds, returns, min_stake, max_stake, max_open, effective_at)
    values ('{30}', '{8000}', 10000000, 5000000000, 20000000000, ${plus(world.clock(), -1000)})`.execute(world.owner);
  await open(8200);
  await open(8000);
  await tick(...flat(20));
  await expect(open(8200)).rejects.toMatchObject({ code: '42501' });
  await open(8000);
});
