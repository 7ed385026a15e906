import { leave } from '@glasshouse/protocol/personal/calls';
import { dayMs } from '@glasshouse/protocol/utc-day';
import { readTerms } from '@glasshouse/protocol/wealth/read-terms';
import { scheduleOf } from '@glasshouse/protocol/wealth/schedule';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { walletOf } from '#money/ledger/ledger.ts';
import { deleteLeaving } from '#people/personal/deletion.ts';
import { days } from '#platform/runtime/clock.ts';
import { unfinished } from '#roles/domain-registry.ts';
import { buy, exampleOf, pay, withMoney } from '../../../test/wealth.ts';
import { newWorld, password } from '../../../test/world.ts';

test('a leaving user gets their holdings back with every day of income, and is deleted after that', async () => {
  const world = await newWorld();
  const ann = await withMoney(await world.person(), '3000');
  const trust = (await buy(ann, await exampleOf(world, 'trust', 180), { units: 1000 })).data.holding;
  const pledge = (await buy(ann, await exampleOf(world, 'pledge', 2_592_000), { units: 100_000 })).data.holding;
  const machine = (await buy(ann, await exampleOf(world, 'machine', 180))).data.holding;
  await ann.call(leave, { password });
  const erase = () => deleteLeaving({ ...world, send: async () => {}, unfinished }, world.clock());
  const person = () =>
    world.owner.selectFrom('person').select('deleted_at').where('number', '=', ann.number).executeTakeFirstOrThrow();
  const endings = async () =>
    (await sql<{ id: string; ending: string }>`select id, ending from holding`.execute(world.owner)).rows.map(
      ({ id, ending }) => [id, ending],
    );
  const balance = async () =>
    (
      await world.owner
        .selectFrom('account')
        .select('balance')
        .where('id', '=', walletOf(ann.number, 'financial', 'USDT'))
        .executeTakeFirstOrThrow()
    ).balance;

  world.pass(days(7) - 1);
  await pay(world);
  expect((await endings()).map(([, ending]) => ending)).toEqual([null, null, null]);
  // The seven days are over, and the worker has not run for one: it books the days, ends the holdings, then deletes the
  // person.
  world.pass(days(1) + 1);
  await erase();
  expect((await person()).deleted_at).toBeNull();
  await pay(world);
  expect(await endings()).toEqual(expect.arrayContaining([trust, pledge, machine].map(({ id }) => [id, 'left'])));
  const earned = [trust, machine].map(({ terms, units, boughtAt }) =>
    scheduleOf(readTerms(terms), BigInt(units), Date.parse(boughtAt))
      .income.filter(({ at }) => at <= world.clock().getTime())
      .reduce((sum, { amount }) => sum + amount, 0n),
  );
  expect(await balance()).toBe(2_700_000_000n + earned[0]! + earned[1]!);
  await erase();
  expect((await person()).deleted_at).not.toBeNull();
  world.pass(3 * dayMs);
  await pay(world);
  expect(await balance()).toBe(2_700_000_000n + earned[0]! + earned[1]!);
});

test('a user whose machine still runs is not deleted yet, and that is not reported as an error', async () => {
  const world = await newWorld();
  const ann = await withMoney(await world.person(), '300');
  await buy(ann, await exampleOf(world, 'machine', 180));
  await ann.call(leave, { password });
  world.pass(days(7));
  const erase = () => deleteLeaving({ ...world, send: async () => {}, unfinished }, world.clock());
  await erase();
  const left = () => sql`select from person where number = ${ann.number} and deleted_at is null`.execute(world.owner);
  expect((await left()).rows).toHaveLength(1);
  await pay(world);
  await erase();
  expect((await left()).rows).toEqual([]);
});
