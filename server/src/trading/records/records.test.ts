import { exchange, getStatement, transfer } from '@glasshouse/protocol/assets/calls';
import type { Flow, MovementState } from '@glasshouse/protocol/movements/arrows';
import { getRecordsCsv, listRecords, showRecord } from '@glasshouse/protocol/records/calls';
import { activities } from '@glasshouse/protocol/records/tabs';
import { login } from '@glasshouse/protocol/session/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids.ts';
import { days, minutes, seconds } from '#platform/runtime/clock.ts';
import { newWorld, password, type World } from '../../../test/world.ts';

type Person = Awaited<ReturnType<World['person']>>;
type Begin = {
  flow: Flow;
  state: MovementState;
  label: string;
  amount?: bigint;
  fee?: bigint;
  currency?: number;
  id?: string;
  other?: bigint;
};

/** Calls the function as the domains do, with the owner's rights. */
async function begin(world: World, { number }: Pick<Person, 'number'>, made: Begin): Promise<string> {
  const { flow, state, label, amount = 5_000_000n, fee = 0n, currency = 1, id = newId(), other = null } = made;
  await sql`select begin_movement(${number}, ${id}, ${flow}, ${state}, ${currency}, ${amount}, ${fee}, ${other}, ${label},
    ${world.clock()})`.execute(world.owner);
  return id;
}
const along = (world: World, { number }: Person, id: string, state: MovementState, reason: string | null = null) =>
  sql`select move_along(${number}, ${id}, ${state}, ${world.clock()}, ${reason})`.execute(world.owner);
/** The money movements on a page, and where the next one begins. */
async function list(person: Person, asked: object = {}) {
  const { list, next } = (await person.call(listRecords, asked)).data;
  return { list: list.filter((entry) => entry.is === 'money'), next };
}

test('transfers and exchanges between own wallets are records, once per tap', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const [moved, swapped] = [newId(), newId()];
  const move = { id: moved, from: 'fund', to: 'contract', amount: '200' } as const;
  await Promise.all([ann.call(transfer, move), ann.call(transfer, move), ann.call(transfer, move)]);
  world.pass(seconds(1));
  const swap = { id: swapped, from: 'USDT', amount: '10', rate: '7.20' } as const;
  for (let i = 0; i < 2; i++) expect((await ann.call(exchange, swap)).data.received).toBe('72.00');
  expect((await ann.call(transfer, { ...move, amount: '300' })).data.reason).toBe('id_used');
  // An id makes one record, whatever it is used for, and a refusal leaves neither posting nor record.
  expect((await ann.call(transfer, { ...move, id: swapped })).data.reason).toBe('id_used');
  expect((await ann.call(transfer, { ...move, id: newId(), amount: '99999' })).data.reason).toBe(
    'insufficient_balance',
  );
  expect((await list(ann)).list).toMatchObject([
    { id: swapped, flow: 'exchange', state: 'done', currency: 'USDT', amount: '10.00', label: 'USDT-CNY' },
    { id: moved, flow: 'move', state: 'done', currency: 'USDT', amount: '200.00', label: 'fund-contract' },
  ]);
  const shown = (await ann.call(showRecord, { id: swapped })).data;
  expect(shown.steps).toMatchObject([{ state: 'done', reason: null }]);
  expect(shown.postings.map(({ wallet, amount, other }) => [wallet, amount, other]).sort()).toEqual([
    ['cash', '72.00', 'house'],
    ['fund', '-10.00', 'house'],
  ]);
  const { csv } = (await ann.call(getRecordsCsv, {})).data;
  expect(csv).toContain('Exchange,Done,USDT,-10.00,0.00,USDT > CNY,72.00 CNY,,');
  const booked = (await ann.call(getStatement, { kinds: ['wallet_transfer', 'exchange'] })).data.list;
  expect(new Set(booked.map(({ ref }) => ref))).toEqual(new Set([moved, swapped]));
});

test("a record shows its steps and what each of them booked, with the operator's reason", async () => {
  const world = await newWorld();
  const [ann, ben] = [await world.person(), await world.person()];
  const id = await begin(world, ann, {
    ...{ flow: 'withdraw', state: 'under_review', label: 'TRC20', amount: 500_000_000n, fee: 5_000_000n },
  });
  world.pass(minutes(1));
  await along(world, ann, id, 'rejected', 'The address is not yours');
  const { record, steps, postings } = (await ann.call(showRecord, { id })).data;
  expect(record).toMatchObject({ flow: 'withdraw', state: 'rejected', amount: '500.00', fee: '5.00', label: 'TRC20' });
  expect(steps.map(({ state, reason }) => [state, reason])).toEqual([
    ['under_review', null],
    ['rejected', 'The address is not yours'],
  ]);
  expect(postings).toMatchObject([
    { kind: 'withdrawal_hold', wallet: 'fund', amount: '-500.00', other: 'committed_withdrawals' },
    { kind: 'withdrawal_return', wallet: 'fund', amount: '500.00', other: 'committed_withdrawals' },
  ]);
  // A transfer is a record of both sides; the other side's name is masked.
  const paid = newId();
  await begin(world, ann, { flow: 'transfer', state: 'done', label: 'member', id: paid, other: ben.number });
  await begin(world, ben, { flow: 'receive', state: 'done', label: 'member', id: paid, other: ann.number });
  expect((await ben.call(showRecord, { id: paid })).data).toMatchObject({
    record: { flow: 'receive', amount: '5.00', member: `${ann.info.username![0]!.toUpperCase()}•••` },
    postings: [{ kind: 'member_transfer', wallet: 'fund', amount: '5.00', other: 'member' }],
  });
  expect((await ben.call(showRecord, { id })).data.reason).toBe('not_found');
});

test('any filter returns its matches page by page, each record once, even those of the same moment', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const cash = { flow: 'withdraw', state: 'under_review', label: 'bank', currency: 2, amount: 100n } as const;
  await world.give(ann, 'cash', 'CNY', 100_000n);
  const made = [
    { flow: 'recharge', state: 'under_review', label: 'TRC20' },
    { flow: 'recharge', state: 'passed', label: 'Visa 4242' },
    { flow: 'withdraw', state: 'under_review', label: 'ERC20' },
    cash,
    { flow: 'transfer', state: 'done', label: 'member', other: ann.number + 1n },
    { flow: 'upgrade', state: 'done', label: '0-1' },
    { flow: 'refund', state: 'under_review', label: '2' },
    { flow: 'move', state: 'done', label: 'fund-spot' },
  ] as const;
  const ids: string[] = [];
  for (const month of [0, 1])
    for (const one of made) {
      if (month === 1 && one === made[0]) world.pass(days(20)); // from November to December
      ids.unshift(await begin(world, ann, one));
    }
  await ann.call(login, { account: ann.phone, password });
  const all = (await list(ann, { limit: 50 })).list;
  expect(all.map(({ id }) => id)).toEqual(ids);
  const choices = [
    {},
    ...['recharge', 'withdraw', 'transfer', 'upgrade'].map((tab) => ({ tab })),
    ...[
      { state: 'under_review' },
      { state: 'frozen' },
      { currency: 'CNY' },
      { from: '2026-11-01', until: '2026-11-30' },
      { from: '2026-12-01' },
    ],
    ...[
      { tab: 'withdraw', state: 'under_review', currency: 'CNY', from: '2026-12-01' },
      { from: '2027-01-01', until: '2027-01-31' },
    ],
  ];
  const tabs: Record<string, string[]> = {
    ...{
      recharge: ['recharge'],
      withdraw: ['withdraw'],
      transfer: ['transfer', 'move'],
      upgrade: ['upgrade', 'refund'],
    },
  };
  type Choice = { tab?: string; state?: string; currency?: string; from?: string; until?: string };
  for (const choice of choices as Choice[]) {
    const { tab, state, currency, from = '2000-01-01', until = '2099-12-31' } = choice;
    const wanted = all.filter(
      (one) =>
        (!tab || tabs[tab]!.includes(one.flow)) &&
        (!state || one.state === state) &&
        (!currency || one.currency === currency) &&
        one.at.slice(0, 10) >= from &&
        one.at.slice(0, 10) <= until,
    );
    const found: typeof all = [];
    let before: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(ann, {
        ...choice,
        limit: 3,
        ...(before && { before }),
      });
      found.push(...page.list);
      before = page.next;
    } while (before);
    expect(found, JSON.stringify(choice)).toEqual(wanted);
  }
  // A record that proceeds keeps its place, with its new state.
  await along(world, ann, ids.at(-1)!, 'passed');
  expect((await list(ann, { limit: 50 })).list.at(-1)).toMatchObject({ id: ids.at(-1), state: 'passed' });
  for (const wrong of [
    { before: 'x' },
    { before: '1-4-abc' },
    { before: `1-4-${'9'.repeat(26)}` },
    { before: '1-0-1' },
    { before: `1-${activities.length}-1` },
    { from: '2026-13-01' },
    { state: 'start' },
    { currency: 'EUR' },
    { text: ' ' },
    { limit: 51 },
  ])
    expect((await ann.call(listRecords, wrong as never)).data.reason, JSON.stringify(wrong)).toBe('bad_input');
  const { csv, filename, complete } = (await ann.call(getRecordsCsv, { tab: 'transfer', from: '2026-12-01' })).data;
  expect([filename, complete]).toEqual(['activity-simulated-2026-12-05.csv', true]);
  const [header, ...rows] = csv.trim().split('\r\n');
  expect(header).toBe('Time (UTC),Kind,Status,Currency,Amount,Fee,Way,Received,Result (USDT),Id,Note');
  expect(rows).toHaveLength(2);
  expect(rows.filter((row) => !row.endsWith('Simulated: paper money only'))).toEqual([]);
  expect(csv).toContain('Transfer,Done,USDT,-5.00,0.00,Funding > Spot,5.00 USDT,');
});

test('a search by member finds transfers with members of the same first letter, and reveals nothing more', async () => {
  const world = await newWorld();
  const ann = await world.person({ username: 'annabel' });
  const [ben, bob, cleo] = [
    await world.person({ username: 'benedict' }),
    await world.person({ username: 'Bobby77' }),
    await world.person({ username: 'cleopatra' }),
  ];
  const transfer = { state: 'done', label: 'member' } as const;
  const ids = {
    toBen: await begin(world, ann, { ...transfer, flow: 'transfer', other: ben.number }),
    fromBob: await begin(world, ann, { ...transfer, flow: 'receive', other: bob.number }),
    toCleo: await begin(world, ann, { ...transfer, flow: 'transfer', other: cleo.number }),
    move: await begin(world, ann, { flow: 'move', state: 'done', label: 'fund-spot' }),
  };
  const foundBy = async (text: string) => (await list(ann, { text })).list.map(({ id }) => id).sort();
  const both = [ids.toBen, ids.fromBob].sort();
  // A wrong guess at the rest of a name is answered like a correct one.
  for (const text of ['benedict', 'BENEDICT', 'bernhard', 'b•••', 'B***'])
    expect([text, await foundBy(text)]).toEqual([text, both]);
  expect(await foundBy('cleopatra')).toEqual([ids.toCleo]);
  expect(await foundBy('zoe')).toEqual([]);
  // Words with another meaning find only that.
  for (const text of ['btc', 'Bitcoin', 'BEP20', 'bank']) expect([text, await foundBy(text)]).toEqual([text, []]);
  expect(await foundBy('Transfer')).toEqual(Object.values(ids).sort());
  expect(await foundBy('spot')).toEqual([ids.move]);
  const { csv } = (await ann.call(getRecordsCsv, { text: 'cleopatra' })).data;
  expect(csv.trim().split('\r\n')).toHaveLength(2);
});
