import { findPayee, sendToMember } from '@glasshouse/protocol/transfers/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDb, openPool } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import { days } from '#platform/runtime/clock.ts';
import { appRole, urlFor } from '../../../database/prepare.ts';
import { openOffice } from '../../../test/office.ts';
import { withLevel } from '../../../test/vip.ts';
import { newWorld, type World } from '../../../test/world.ts';

type Person = Awaited<ReturnType<World['person']>>;
const usdt = 1_000_000n;

/** Sends as the application's role does, on connections of its own. */
function sender(world: World, connections: number) {
  const pools = Array.from({ length: connections }, () => openPool(urlFor(world.database, appRole), 4, () => {}));
  const dbs = pools.map(openDb);
  const send = async (i: number, payer: Person, payee: Person, amount: bigint, at: Date, id = newId()) => {
    const { rows } = await sql<{ answer: string }>`
      select send_to_member(${payer.number}, ${payee.number}, ${id}, ${amount}, ${at}) as answer`.execute(
      dbs[i % connections]!,
    );
    return rows[0]!.answer;
  };
  return { send, end: () => Promise.all(pools.map((pool) => pool.end())) };
}
const count = (answers: string[], answer: string) => answers.filter((one) => one === answer).length;
const sums = (world: World) =>
  world.owner.selectFrom('received').select(['span', 'amount']).orderBy('since').orderBy('span').execute();

test("two hundred simultaneous transfers from many payers and connections never exceed the day's limit", async () => {
  const world = await newWorld();
  const bob = await withLevel(await world.person(), 2);
  const payers = [await world.person(), await world.person(), await world.person()];
  const { send, end } = sender(world, 4);
  const at = world.clock();
  const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => send(i, payers[i % 3]!, bob, 3n * usdt, at)));
  expect([count(answers, 'started'), count(answers, 'payee_limit')]).toEqual([33, 167]);
  expect(await sums(world)).toEqual([
    { span: 'month', amount: 99n * usdt },
    { span: 'day', amount: 99n * usdt },
  ]);
  // The remaining amount fits exactly, and not one unit more.
  expect(await send(0, payers[0]!, bob, 1n * usdt + 1n, at)).toBe('payee_limit');
  expect(await send(0, payers[0]!, bob, 1n * usdt, at)).toBe('started');
  expect(await send(0, payers[0]!, bob, 10_000n, at)).toBe('payee_limit');
  await end();
});

test('at midnight and at the end of a month each transfer counts for its own period, whichever arrives first', async () => {
  const world = await newWorld({ now: new Date('2026-11-29T12:00:00Z') });
  const bob = await withLevel(await world.person(), 1); // ten per day, thirty per month
  const [ann, eve] = [await world.person(), await world.person()];
  const { send, end } = sender(world, 3);
  const moment = (text: string) => new Date(text);
  const [last, first] = [moment('2026-11-30T23:59:59.999Z'), moment('2026-12-01T00:00:00.000Z')];
  for (const day of ['2026-11-29T12:00:00Z', '2026-11-28T12:00:00Z'])
    expect(await send(0, ann, bob, 10n * usdt, moment(day))).toBe('started');
  const answers = await Promise.all(
    Array.from({ length: 60 }, async (_, i) => {
      const late = i % 2 === 0;
      return `${late ? 'last' : 'first'} ${await send(i, i % 3 ? ann : eve, bob, 1n * usdt, late ? last : first)}`;
    }),
  );
  expect([count(answers, 'last started'), count(answers, 'first started')]).toEqual([10, 10]);
  expect(await sums(world)).toMatchObject([
    { span: 'month', amount: 30n * usdt },
    ...[28, 29, 30].map(() => ({ span: 'day', amount: 10n * usdt })),
    { span: 'day', amount: 10n * usdt },
    { span: 'month', amount: 10n * usdt },
  ]);
  // A new day in a month that is used up.
  expect(await send(0, ann, bob, 10n * usdt, moment('2026-11-27T00:00:00Z'))).toBe('payee_limit');
  await end();
});

test('two users who constantly send to each other never deadlock, even while others upgrade', async () => {
  const world = await newWorld();
  const [ann, bob] = [await withLevel(await world.person(), 2), await withLevel(await world.person(), 2)];
  const { send, end } = sender(world, 4);
  const raise = (who: Person) =>
    sql`select upgrade_vip(${who.number}, ${newId()}, 3::smallint, 2000000000, ${world.clock()})`.execute(world.db);
  const work: Promise<unknown>[] = Array.from({ length: 80 }, (_, i) =>
    send(i, ...((i % 2 ? [ann, bob] : [bob, ann]) as [Person, Person]), usdt, world.clock()),
  );
  work.splice(40, 0, raise(ann), raise(bob));
  const answers = (await Promise.all(work)).filter((answer) => typeof answer === 'string');
  expect(count(answers, 'started')).toBe(80);
  await end();
});

test('one id makes one transfer, however often it arrives at the same time', async () => {
  const world = await newWorld();
  const bob = await withLevel(await world.person(), 2);
  const [ann, eve] = [await world.person(), await world.person()];
  const { send, end } = sender(world, 4);
  const id = newId();
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => send(i, ann, bob, usdt, world.clock(), id)));
  expect([count(answers, 'started'), count(answers, 'repeated')]).toEqual([1, 19]);
  expect(await send(0, ann, bob, 2n * usdt, world.clock(), id)).toBe('id_used');
  // An id that the payee has used for a movement can't be used for another sender's transfer.
  expect(await send(0, eve, bob, usdt, world.clock(), id)).toBe('id_used');
  expect(await sums(world)).toMatchObject([{ amount: usdt }, { amount: usdt }]);
  await end();
});

test('no role can bypass the limits, and the function itself refuses transfers that are not allowed', async () => {
  const world = await newWorld();
  const office = await openOffice(world);
  const [ann, bob] = [await world.person(), await world.person()];
  const { send, end } = sender(world, 1);
  expect(await send(0, ann, bob, usdt, world.clock())).toBe('payee_unknown'); // bob has no level
  await withLevel(bob, 1);
  expect(await send(0, ann, bob, 10n * usdt + 1n, world.clock())).toBe('payee_limit');
  world.pass(days(40)); // the first level has ended, although the job has not run
  expect(await send(0, ann, bob, usdt, world.clock())).toBe('payee_unknown');
  await expect(send(0, ann, ann, usdt, world.clock())).rejects.toThrow('nobody sends to themselves');
  await expect(send(0, ann, bob, -usdt, world.clock())).rejects.toThrow();
  await expect(send(0, ann, bob, 0n, world.clock())).rejects.toThrow();
  for (const flow of ['transfer', 'receive'])
    await expect(
      sql`select start_movement(${ann.number}, ${newId()}, ${flow}, 'done', 1::smallint, 1, 0, ${bob.number}, 'member', now())`.execute(
        world.db,
      ),
    ).rejects.toThrow('may not begin');
  await expect(
    sql`select send_to_member(${ann.number}, ${bob.number}, ${newId()}, 1, now())`.execute(office.db),
  ).rejects.toThrow('permission denied');
  await world.owner.updateTable('person').set({ status: 'abnormal' }).where('number', '=', ann.number).execute();
  const eve = await withLevel(await world.person(), 2);
  expect(await send(0, ann, eve, usdt, world.clock())).toBe('account_abnormal');
  expect([findPayee.auth, sendToMember.auth]).toEqual(['user', 'user']);
  await end();
});
