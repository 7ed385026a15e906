import { listUserCredit } from '@glasshouse/protocol/backoffice/user-records';
import { freezeUser, unfreezeUser } from '@glasshouse/protocol/backoffice/users';
import { listCredit } from '@glasshouse/protocol/credit/calls';
import { fullScore, points } from '@glasshouse/protocol/credit/rules';
import { certify } from '@glasshouse/protocol/identity/calls';
import * as review from '@glasshouse/protocol/review/office';
import { getUser, login } from '@glasshouse/protocol/session/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openDb, openPool, step } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import { days, plus, seconds } from '#platform/runtime/clock.ts';
import { appRole, feedRole, officeRole, ownerRole, settleRole, urlFor } from '../../../database/prepare.ts';
import { openOffice } from '../../../test/office.ts';
import { specimenOf, upload } from '../../../test/specimens.ts';
import { newWorld, password, type World } from '../../../test/world.ts';
import { giveGoodMonths, giveMonths } from './credit.ts';

type Person = Awaited<ReturnType<World['person']>>;
const creditOf = async (person: Person) => (await person.call(listCredit, {})).data;

async function open() {
  const world = await newWorld();
  const office = await openOffice(world);
  const staff = await office.staff();
  let { support } = staff;
  const act = (call: typeof freezeUser | typeof unfreezeUser, { info }: Person, reason: string) =>
    support.call(call, { number: info.number, reason });
  return {
    world,
    office,
    staff,
    freeze: (person: Person, reason = 'Two countries in an hour') => act(freezeUser, person, reason),
    unfreeze: (person: Person, reason = 'The holder was travelling') => act(unfreezeUser, person, reason),
    /** Moves the clock and logs the person in again. */
    later: async (milliseconds: number, person: Person) => {
      world.pass(milliseconds);
      support = await office.logIn(support.person);
      await person.call(login, { account: person.phone, password });
    },
    /**
     * Rejections without pictures, because drawing many of them would be slow; without a reviewer if the clock decides.
     */
    reject: async (person: Person, times: number, by: 'a reviewer' | 'nobody' = 'a reviewer') => {
      const [at, number] = [world.clock(), person.number];
      const decided_by = sql<
        string | null
      >`(select id from operator where role = 'reviewer' and ${by === 'a reviewer'})`;
      for (let n = 1; n <= times; n++) {
        const row = { id: newId(), kind: 'identity', person: person.info.id, number, title: 'id', try_number: n };
        await world.owner
          .insertInto('review_case')
          .values({ ...row, submitted_at: at })
          .execute();
        await sql`update person set identity = 'under_review' where id = ${row.person}`.execute(world.owner);
        await sql`
          update review_case set decision = 'reject', decided_at = ${at}, reason = 'Not the same name', decided_by = ${decided_by},
            decided_by_name = (select name from operator where id = ${decided_by}) where id = ${row.id}`.execute(
          world.owner,
        );
      }
    },
  };
}

test('the points that users are told equal those of the database', async () => {
  const world = await newWorld();
  const rows = await world.owner.selectFrom('credit_rule').selectAll().execute();
  expect(Object.fromEntries(rows.map(({ kind, points }) => [kind, points]))).toEqual(points);
  const ann = await world.person();
  const rules = Object.entries(points).map(([kind, points]) => ({ kind, points }));
  expect(await creditOf(ann)).toEqual({ score: fullScore, rules, list: [], next: null });
});

test('a freeze takes 20 points and shows its reason; lifting it returns them; operators can read but not set the score', async () => {
  const { world, office, staff, freeze, unfreeze } = await open();
  const ann = await world.person();
  expect((await freeze(ann)).code).toBe(200);
  expect((await ann.call(getUser, {})).data).toMatchObject({ status: 'abnormal', creditScore: 80 });
  expect((await freeze(ann)).data).toMatchObject({ reason: 'no_change' });
  world.pass(seconds(1));
  expect((await unfreeze(ann)).code).toBe(200);
  const at = world.clock();
  const first = {
    ...{ step: 1, at: plus(at, -seconds(1)).toISOString(), kind: 'frozen', change: -20, score: 80 },
    reason: 'Two countries in an hour',
  };
  const second = {
    ...{ step: 2, at: at.toISOString(), kind: 'unfrozen', change: 20, score: 100 },
    reason: 'The holder was travelling',
  };
  expect(await creditOf(ann)).toMatchObject({ score: 100, list: [second, first], next: null });
  expect((await ann.call(getUser, {})).data).toMatchObject({ status: 'normal', creditScore: 100 });
  const page = (await ann.call(listCredit, { limit: 1 })).data;
  expect(page).toMatchObject({ list: [second], next: 2 });
  expect((await ann.call(listCredit, { limit: 1, before: page.next! })).data).toMatchObject({
    ...{ list: [first], next: null },
  });
  for (const role of ['support', 'reviewer', 'auditor', 'owner'] as const) {
    const { number } = ann.info;
    expect((await staff[role].call(listUserCredit, { number })).data).toEqual({ list: [second, first], next: null });
    expect((await staff[role].call(listUserCredit, { number: '1' })).data).toMatchObject({ reason: 'not_found' });
  }
  for (const { endpoint } of [...world.routes, ...office.routes]) {
    const asked = JSON.stringify(z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }));
    expect(asked, endpoint.path).not.toMatch(/score|points/i);
  }
});

test('the third rejection by a reviewer takes 5 points, the first two take none', async () => {
  const { world, staff } = await open();
  const ann = await world.person();
  const sideOf = async (side: 'front' | 'back') =>
    (await upload(ann, await specimenOf(ann, { document: 'id', side }))).data.id;
  for (const [tried, score] of [100, 100, 95].entries()) {
    world.pass(seconds(1));
    const sides = { front: await sideOf('front'), back: await sideOf('back') };
    const card = { name: 'Specimen Ann', number: 'GH-1234-567', document: 'id', ...sides } as const;
    expect((await ann.call(certify, card)).code).toBe(200);
    const { id } = (await staff.reviewer.call(review.listReviewCases, { kind: 'identity' })).data.list[0]!;
    await staff.reviewer.call(review.claimReviewCase, { id });
    const reason = `Not the same name, try ${tried + 1}`;
    await staff.reviewer.call(review.decideReviewCase, { id, decision: 'reject', checks: [], reason });
    expect((await creditOf(ann)).score, reason).toBe(score);
  }
  expect((await creditOf(ann)).list).toMatchObject([
    { kind: 'identity_rejected', change: -5, score: 95, reason: 'Not the same name, try 3' },
  ]);
});

test('automatic rejections neither cost points nor count', async () => {
  const { world, reject } = await open();
  const ann = await world.person();
  await reject(ann, 2);
  await reject(ann, 3, 'nobody');
  expect(await creditOf(ann)).toMatchObject({ score: 100, list: [] });
  await reject(ann, 1);
  expect(await creditOf(ann)).toMatchObject({ score: 95, list: [{ kind: 'identity_rejected' }] });
});

test('the score stays between 0 and 100: points that could not be taken are not returned', async () => {
  const { world, reject, freeze, unfreeze, later } = await open();
  const [ann, bob] = [await world.person(), await world.person()];
  await reject(ann, 2 + 19);
  await freeze(ann);
  await reject(ann, 1);
  await unfreeze(ann);
  expect((await creditOf(ann)).list.slice(0, 4)).toMatchObject([
    { kind: 'unfrozen', change: 5, score: 5 },
    { kind: 'identity_rejected', change: 0, score: 0 },
    { kind: 'frozen', change: -5, score: 0 },
    { kind: 'identity_rejected', change: -5, score: 5 },
  ]);
  // Points that good months restored during a freeze are neither returned twice nor taken away.
  await reject(bob, 2 + 18);
  await freeze(bob);
  await later(days(91), bob);
  await unfreeze(bob);
  expect((await creditOf(bob)).list.slice(0, 5)).toMatchObject([
    { kind: 'unfrozen', change: 0, score: 15 },
    { kind: 'good_month', change: 5, score: 15 },
    { kind: 'good_month', change: 5, score: 10 },
    { kind: 'good_month', change: 5, score: 5 },
    { kind: 'frozen', change: -10, score: 0 },
  ]);
});

test('thirty days without a loss give 5 points until the score is 100, each at its own time, whenever the job runs', async () => {
  const { world, reject, freeze, later } = await open();
  const [ann, bob] = [await world.person(), await world.person()];
  await reject(ann, 2 + 3);
  await reject(bob, 2 + 1);
  const fell = world.clock();
  const months = async (person: Person) =>
    (await creditOf(person)).list.filter(({ kind }) => kind === 'good_month').map(({ at, score }) => [at, score]);
  const full = (month: number) => plus(fell, days(30 * month)).toISOString();
  await later(days(30) - seconds(31), ann);
  await giveGoodMonths(world.db, world.clock());
  expect(await months(ann)).toEqual([]);
  await later(days(35), ann);
  await giveGoodMonths(world.db, world.clock());
  await giveGoodMonths(world.db, world.clock());
  expect(await months(ann)).toEqual([
    [full(2), 95],
    [full(1), 90],
  ]);
  await bob.call(login, { account: bob.phone, password });
  expect(await months(bob)).toEqual([[full(1), 100]]);
  // The third month was complete before this loss, so it counts although no job ran in between; the fourth starts at
  // the loss.
  await later(days(35), ann);
  await freeze(ann);
  await later(days(29), ann);
  await giveGoodMonths(world.db, world.clock());
  const events = await world.owner.selectFrom('credit_event').select(['kind', 'score']).orderBy('step', 'desc');
  expect(await events.where('person', '=', ann.info.id).limit(2).execute()).toEqual([
    { kind: 'frozen', score: 80 },
    { kind: 'good_month', score: 100 },
  ]);
});

test('concurrent and failing jobs credit each month once', async () => {
  const { world, reject, later } = await open();
  const people = [await world.person(), await world.person(), await world.person()];
  for (const person of people) await reject(person, 2 + 4);
  await later(days(61), people[0]!);
  const failing = step(world.db, async (tx) => {
    expect(await giveMonths(tx, world.clock(), 10)).toBe(3);
    throw new Error('pulled the plug');
  });
  await expect(failing).rejects.toThrow('pulled the plug');
  await Promise.all(Array.from({ length: 6 }, () => giveGoodMonths(world.db, world.clock())));
  await giveGoodMonths(world.db, world.clock());
  const { rows } = await sql`
    select credit_score as score, (select count(*)::int from credit_event e where e.person = p.id and kind = 'good_month') as months
    from person p`.execute(world.owner);
  expect(rows).toEqual(people.map(() => ({ score: 90, months: 2 })));
});

test('racing freezes and unfreezes leave a score that its events explain', async () => {
  const { world, freeze, unfreeze } = await open();
  const ann = await world.person();
  for (let round = 0; round < 4; round++)
    await Promise.all(Array.from({ length: 8 }, (_, i) => (i % 2 ? freeze(ann) : unfreeze(ann))));
  const { status, creditScore } = (await ann.call(getUser, {})).data;
  expect(creditScore).toBe(status === 'normal' ? 100 : 80);
  const events = await world.owner.selectFrom('credit_event').selectAll().orderBy('step').execute();
  const happened = await world.owner.selectFrom('account_event').selectAll().execute();
  expect(events.length).toBe(happened.length);
  for (const [i, { step, kind, score }] of events.entries())
    expect({ step, kind, score }).toEqual({
      ...{ step: i + 1, kind: i % 2 ? 'unfrozen' : 'frozen', score: i % 2 ? 100 : 80 },
    });
});

test('no role can set a score, and not even the table owner can without an event', async () => {
  const { world, freeze } = await open();
  const ann = await world.person();
  await freeze(ann);
  const attempts = [
    'update person set credit_score = 100',
    'update credit_event set score = 100',
    'delete from credit_event',
    `insert into credit_event (person, at, kind) values ('${ann.info.id}', now(), 'good_month')`,
    `select fill_good_months('${ann.info.id}', now() + interval '1 year')`,
    "update credit_rule set points = 50 where kind = 'unfrozen'",
  ];
  for (const role of [appRole, officeRole, feedRole, settleRole]) {
    const pool = openPool(urlFor(world.database, role), 1, () => {});
    for (const attempt of attempts)
      await expect(sql.raw(attempt).execute(openDb(pool)), `${role}: ${attempt}`).rejects.toThrow('permission denied');
    await pool.end();
  }
  const asOwner = openPool(urlFor(world.database, ownerRole), 1, () => {});
  for (const attempt of attempts.slice(0, 4))
    await expect(asOwner.query(attempt), attempt).rejects.toThrow(/changes only with an event|not allowed|no month/);
  await asOwner.end();
  // A registration starts with 100 points, and both the change and the resulting score are recomputed.
  const copy = sql.raw<never>(
    `insert into person (id, phone, country, password_hash, trade_password_hash, invitation_code, registered_at, credit_score)
     values (gen_random_uuid(), '+440000000', 'GB', '', '', 'COPY', now(), 99)`,
  );
  await expect(copy.execute(world.db)).rejects.toThrow('changes only with an event');
  await world.owner
    .insertInto('credit_event')
    .values({ person: ann.info.id, at: world.clock(), kind: 'unfrozen', step: 7, change: 90, score: 3 })
    .execute();
  const events = await world.owner.selectFrom('credit_event').select(['step', 'change', 'score']).execute();
  expect(events).toEqual([
    { step: 1, change: -20, score: 80 },
    { step: 2, change: 20, score: 100 },
  ]);
});
