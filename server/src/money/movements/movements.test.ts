import { arrows, type Flow, flows, type MovementState, movementStates } from '@glasshouse/protocol/movements/arrows';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { step } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import { newWorld, type World } from '../../../test/world.ts';
import { balancesOf } from '../ledger/ledger.ts';
import { chosenOf, movementOf, startMovement, stepsOf, walk } from './movements.ts';

const usdt = 1_000_000n;
const fundOf = async (world: World, owner: bigint) =>
  (await step(world.db, (tx) => balancesOf(tx, owner))).find(({ name }) => name === 'fund')?.amount ?? 0n;

type Begin = {
  flow: Flow;
  state: MovementState;
  amount: bigint;
  id?: string;
  other?: bigint;
  fee?: bigint;
  currency?: number;
};
/** Begins a movement as the functions of the domains do, with the owner's rights. */
const begin = async (world: World, owner: bigint, asked: Begin) => {
  const { flow, state, amount, id = newId(), other = null, fee = 0n, currency = 1 } = asked;
  const { rows } = await sql<{ begun: string }>`
    select begin_movement(${owner}, ${id}, ${flow}, ${state}, ${currency}, ${amount}, ${fee}, ${other}, 'TRC20', ${world.clock()}) as begun`.execute(
    world.owner,
  );
  return { id, begun: rows[0]!.begun };
};
const along = async (world: World, owner: bigint, id: string, state: MovementState) =>
  (
    await sql<{
      moved: boolean;
    }>`select move_along(${owner}, ${id}, ${state}, ${world.clock()}, null) as moved`.execute(world.owner)
  ).rows[0]!.moved;

test('the database has the arrows of the protocol', async () => {
  const world = await newWorld();
  const { rows } = await sql<{ flow: string; from: string; to: string; posts: string | null; walker: string }>`
    select flow, source as from, target as to, name as posts, walker from movement_arrow left join posting_kind on code = posts`.execute(
    world.owner,
  );
  const text = (list: readonly object[]) => list.map((arrow) => JSON.stringify(Object.entries(arrow).sort())).sort();
  expect(text(rows)).toEqual(text(arrows));
});

test('a movement follows only its arrows, and each arrow books once', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const before = await fundOf(world, ann.number);
  for (const flow of flows) {
    for (const state of movementStates) {
      const isArrow = arrows.some((arrow) => arrow.flow === flow && arrow.from === 'start' && arrow.to === state);
      const tried = begin(world, ann.number, { flow, state, amount: 1n, other: ann.number + 1n });
      if (!isArrow) await expect(tried, `${flow} ${state}`).rejects.toThrow('begins as');
      else expect((await tried).begun).toBe('started');
    }
  }
  const { id } = await begin(world, ann.number, {
    flow: 'withdraw',
    state: 'under_review',
    amount: 100n * usdt,
    fee: usdt,
  });
  const held = await fundOf(world, ann.number);
  expect(await along(world, ann.number, id, 'success')).toBe(false);
  expect(await along(world, ann.number, id, 'withdrawing')).toBe(true);
  expect(await along(world, ann.number, id, 'rejected')).toBe(false);
  expect(await along(world, ann.number, id, 'success')).toBe(true);
  for (const state of movementStates) expect(await along(world, ann.number, id, state)).toBe(false);
  expect(await fundOf(world, ann.number)).toBe(held);
  expect(before - held).toBeGreaterThan(100n * usdt);
  const steps = await step(world.db, (tx) => stepsOf(tx, ann.number, id));
  expect(steps.map(({ state }) => state)).toEqual(['under_review', 'withdrawing', 'success']);
  const { rows } = await sql<{ account: bigint; amount: bigint }>`
    select account, amount from leg
    where ref = md5(${`withdrawal_paid ${ann.number} ${id}`})::uuid and kind = 13 order by account`.execute(
    world.owner,
  );
  expect(rows).toEqual([
    { account: 33n * 1024n + 1n, amount: 99n * usdt },
    { account: 34n * 1024n + 1n, amount: usdt },
    { account: 43n * 1024n + 1n, amount: -100n * usdt },
  ]);
});

test('a repeated tap returns the same movement; another one under its id, or above the balance, is refused', async () => {
  const world = await newWorld();
  const [ann, ben] = [await world.person(), await world.person()];
  const had = await fundOf(world, ann.number);
  const pay = { flow: 'transfer', state: 'done', amount: 5n * usdt, other: ben.number, id: newId() } as const;
  const all = await Promise.all(Array.from({ length: 8 }, () => begin(world, ann.number, pay)));
  expect(all.map(({ begun }) => begun).sort()).toEqual([...Array(7).fill('repeated'), 'started']);
  expect((await begin(world, ann.number, { ...pay, amount: 6n * usdt })).begun).toBe('id_used');
  expect((await begin(world, ann.number, { ...pay, other: ann.number })).begun).toBe('id_used');
  const more = await begin(world, ann.number, { ...pay, id: newId(), amount: had });
  expect(more.begun).toBe('insufficient_balance');
  expect(await step(world.db, (tx) => movementOf(tx, ann.number, more.id))).toBeUndefined();
  expect(await fundOf(world, ann.number)).toBe(had - 5n * usdt);
  const cny = { ...pay, flow: 'withdraw', state: 'under_review', currency: 2 } as const;
  expect((await begin(world, ann.number, { ...cny, id: newId() })).begun).toBe('insufficient_balance');
});

test("the server's roles can take only their own arrows", async () => {
  const world = await newWorld();
  const ann = await world.person();
  const start = (flow: Flow, state: MovementState) =>
    step(world.db, (tx) =>
      startMovement(tx, world.clock(), {
        ...{ owner: ann.number, id: newId(), flow, state, currency: 'USDT', amount: usdt, label: 'TRC20' },
      }),
    );
  for (const { flow, from, to, walker } of arrows.filter((arrow) => arrow.from === 'start')) {
    if (walker === 'app') expect(await start(flow, to), `${flow} ${from} ${to}`).toMatchObject({ ok: true });
    else await expect(start(flow, to), `${flow} ${from} ${to}`).rejects.toThrow('may not begin this');
  }
  const { id } = await begin(world, ann.number, { flow: 'withdraw', state: 'under_review', amount: usdt });
  const as = (to: MovementState) => step(world.db, (tx) => walk(tx, world.clock(), { owner: ann.number, id }, to));
  for (const to of ['withdrawing', 'rejected', 'cancelled', 'frozen'] as const)
    await expect(as(to), to).rejects.toThrow('may not do this');
  expect(await as('success')).toBe(false);
  for (const attempt of [
    sql`select begin_movement(${ann.number}, ${newId()}, 'recharge', 'passed', 1::smallint, 5, 0, null, 'card', now())`,
    sql`select move_along(${ann.number}, ${id}, 'withdrawing', now(), null)`,
    sql`select book(now(), 10::smallint, array[${newId()}]::uuid[], '{33793}', ${`{${(ann.number << 16n) + 1025n}}`}, '{5}')`,
    sql`insert into movement (owner, id, flow, state, currency, amount, fee, label, at, changed_at)
      values (${ann.number}, ${newId()}, 'recharge', 'under_review', 1, 5, 0, 'x', now(), now())`,
    sql`update movement set state = 'success' where id = ${id}`,
    sql`update movement_arrow set walker = 'app'`,
    sql`delete from movement_step`,
  ])
    await expect(attempt.execute(world.db)).rejects.toThrow('permission denied');
  expect((await begin(world, 999_999_999n, { flow: 'move', state: 'done', amount: 1n })).begun).toBe('nobody');
});

test("a person's movements are listed newest first, page by page, with any filter", async () => {
  const world = await newWorld();
  const ann = await world.person();
  for (let i = 1n; i <= 5n; i++) await begin(world, ann.number, { flow: 'move', state: 'done', amount: i });
  await begin(world, ann.number, { flow: 'recharge', state: 'under_review', amount: 9n });
  const list = (choice: Partial<Parameters<typeof chosenOf>[2]>, limit = 3) =>
    step(world.db, (tx) => chosenOf(tx, ann.number, { flows, currencies: ['USDT', 'CNY'], ...choice }, limit));
  const first = await list({});
  expect(first.map(({ amount }) => amount)).toEqual([9n, 5n, 4n]);
  expect((await list({ before: first.at(-1)! })).map(({ amount }) => amount)).toEqual([3n, 2n, 1n]);
  expect((await list({ flows: ['recharge'] })).map(({ amount }) => amount)).toEqual([9n]);
  expect(await list({ states: ['passed'] })).toEqual([]);
  expect(await list({ currencies: ['CNY'] })).toEqual([]);
  expect(await list({ from: new Date(world.clock().getTime() + 1) })).toEqual([]);
});
