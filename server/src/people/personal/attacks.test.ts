import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as users from '@glasshouse/protocol/backoffice/users';
import { setFavourite } from '@glasshouse/protocol/market/calls';
import * as protocol from '@glasshouse/protocol/personal/calls';
import { getUser } from '@glasshouse/protocol/session/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { step } from '#platform/database/db.ts';
import { days, plus } from '#platform/runtime/clock.ts';
import { addJob, sendMail } from '#platform/runtime/jobs.ts';
import { passwordMatches } from '#platform/security/passwords.ts';
import { personalParts, unfinished } from '#roles/domain-registry.ts';
import { openOffice } from '../../../test/office.ts';
import { newWorld, password, type World } from '../../../test/world.ts';
import { keepCopy } from '../files/files.ts';
import { sendAlarm } from '../security/alarm.ts';
import { sendCode } from '../security/codes.ts';
import { noteWrongPassword } from '../security/events.ts';
import { makeCopy } from './copy.ts';
import { deleteLeaving } from './deletion.ts';

const proof = { password };
const reason = 'Looked odd';
const silent = { send: async () => {}, origin: 'https://glasshouse.example', textMessages: true };
type Eraser = Parameters<typeof deleteLeaving>[0];
const erase = (world: World, change: Partial<Eraser> = {}) =>
  deleteLeaving({ ...world, ...silent, unfinished, ...change }, world.clock());
const personIn = (world: World, id: string) =>
  world.owner.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const setLeaving = (world: World, id: string, at: Date | null) =>
  world.owner.updateTable('person').set({ leaves_at: at }).where('id', '=', id).execute();
/** A file of a user, with arbitrary content. */
const keepFile = (world: World, { id: person }: { id: string }) => {
  const now = world.clock();
  const about = { person, now, until: plus(now, days(1)) };
  return keepCopy(world.files, (work) => step(world.db, work), Buffer.from('noise'), about);
};
const stored = (world: World) => readdir(join(world.config.FILES_DIRECTORY, 'pictures'));

test('a user who stays or is frozen while others are being deleted loses nothing', async () => {
  const world = await newWorld();
  const { support } = await (await openOffice(world)).staff();
  const [first, stays, frozen] = [await world.person(), await world.person(), await world.person()];
  for (const { info } of [stays, frozen]) await keepFile(world, info);
  const due = world.clock().getTime();
  for (const [i, { info }] of [first, stays, frozen].entries())
    await setLeaving(world, info.id, new Date(due - 3000 + i * 1000));
  // All three are found; while the first is checked, the others change their mind or are frozen.
  let asked = 0;
  const meanwhile = async () => {
    if (asked++ > 0) return [];
    expect((await stays.call(protocol.stay, {})).code).toBe(200);
    expect((await support.call(users.freezeUser, { number: frozen.info.number, reason })).code).toBe(200);
    return [];
  };
  await erase(world, { unfinished: [meanwhile] });
  expect((await personIn(world, first.info.id)).deleted_at).not.toBeNull();
  for (const person of [stays, frozen]) {
    expect((await personIn(world, person.info.id)).deleted_at).toBeNull();
    expect((await person.call(getUser, {})).code).toBe(200);
  }
  expect(await stored(world)).toHaveLength(2);
  expect(await world.owner.selectFrom('file').select('id').execute()).toHaveLength(2);
});

test('neither an account that cannot be deleted nor a failing file store delays other deletions', async () => {
  const world = await newWorld();
  const people = [await world.person(), await world.person(), await world.person()];
  await keepFile(world, people[1]!.info);
  for (const [i, { info }] of people.entries())
    await setLeaving(world, info.id, new Date(world.clock().getTime() - 3000 + i * 1000));
  const failsFor = async (_: unknown, owner: bigint) => {
    if (owner === people[0]!.number) throw new Error('cannot be counted');
    return [];
  };
  const remove = async () => {
    throw new Error('the file store does not answer');
  };
  const files = { ...world.files, store: { ...world.files.store, remove } };
  const goodbyes: string[] = [];
  await world.owner
    .updateTable('person')
    .set({ email: 'b@example.com' })
    .where('id', '=', people[1]!.info.id)
    .execute();
  const send = async ({ to }: { to: string }) => void goodbyes.push(to);
  await expect(erase(world, { unfinished: [failsFor], files, send })).rejects.toThrow();
  const gone = await Promise.all(people.map(async ({ info }) => (await personIn(world, info.id)).deleted_at !== null));
  expect(gone).toEqual([false, true, true]);
  expect(goodbyes).toEqual(['b@example.com']);
});

test('work in progress during a deletion leaves no data about the deleted user', async () => {
  const world = await newWorld();
  const zoe = await world.person();
  const { id: person } = zoe.info;
  await zoe.call(protocol.askCopy, proof);
  const copy = await world.owner.selectFrom('personal_copy').selectAll().executeTakeFirstOrThrow();
  await zoe.call(protocol.leave, proof);
  world.pass(days(7));
  const code = { phone: zoe.phone, purpose: 'forget', person: null, locale: 'en-US' } as const;
  const codeAsked = { ...code, askedAt: world.clock().toISOString() };
  // A data copy is being made: everything is read, and nothing is stored yet.
  const parts = [
    ...personalParts(world.files),
    async function* () {
      // A file is stored and a code is sent in the middle of it.
      let late: Promise<unknown> | undefined;
      const meanwhile = async () => {
        late = Promise.all([keepFile(world, zoe.info), sendCode(world.db, world.clock(), silent.send, codeAsked)]);
        await wait(100);
        return [];
      };
      await erase(world, { unfinished: [meanwhile] });
      await late;
      yield* [];
    },
  ];
  await makeCopy({ ...world, ...silent, parts }, world.clock(), copy.id);
  expect((await personIn(world, person)).deleted_at).not.toBeNull();
  // A wrong password, an alarm and a favorite from the moment before.
  const place = { at: world.clock().toISOString(), address: '192.0.2.7', device: 'Remarkable/1.0' };
  await step(world.db, (tx) => noteWrongPassword(tx, { person, ...place }));
  const alarm = { person, email: null, phone: zoe.phone, locale: 'en-US', kind: 'logged_in', ...place } as const;
  await sendAlarm({ ...world, ...silent }, world.clock(), alarm);
  expect((await zoe.call(setFavourite, { symbol: 'BTC', favourite: true })).code).toBe(401);
  for (const typed of ['', password, 'nobody has this password'])
    expect(await passwordMatches((await personIn(world, person)).password_hash, typed)).toBe(false);
  const { rows: tables } = await sql<{ name: string }>`
    select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'person'::regclass and conrelid <> 'person'::regclass`.execute(world.owner);
  for (const { name } of tables) {
    const { rows } = await sql`select from ${sql.raw(name)} where person = ${person}`.execute(world.owner);
    expect([name, rows.length]).toEqual([name, 0]);
  }
  for (const { name } of tables) {
    // A new table about people must have these guards too.
    const { rows: guards } = await sql`
      select from pg_trigger where tgrelid = ${name}::regclass and tgname = 'not_about_the_deleted'`.execute(
      world.owner,
    );
    expect([name, guards.length]).toEqual([name, 1]);
  }
  expect(await stored(world)).toEqual([]);
  expect(await world.owner.selectFrom('sms_outbox').where('phone', '=', zoe.phone).selectAll().execute()).toEqual([]);
});

test('only the jobs of the deleted user are dropped, not those of a user with a longer address', async () => {
  const world = await newWorld();
  const ann = await world.person();
  await world.owner.updateTable('person').set({ email: 'n@example.com' }).where('id', '=', ann.info.id).execute();
  const letter = { subject: 'Hello', text: 'A letter' };
  for (const to of ['n@example.com', 'ann@example.com'])
    await step(world.db, (tx) => addJob(tx, sendMail, { to, ...letter }));
  await setLeaving(world, ann.info.id, world.clock());
  await erase(world);
  const { rows } = await sql<{ to: string }>`
    select payload ->> 'to' as to from graphile_worker._private_jobs where payload ->> 'to' is not null`.execute(
    world.owner,
  );
  expect(rows).toEqual([{ to: 'ann@example.com' }]);
});

test('a frozen account can be kept, and the rest of a deleted one reveals no freeze', async () => {
  const world = await newWorld();
  const { support } = await (await openOffice(world)).staff();
  const ann = await world.person();
  const { id, number } = ann.info;
  await ann.call(protocol.leave, proof);
  await support.call(users.freezeUser, { number, reason });
  expect((await ann.call(protocol.stay, {})).code).toBe(200);
  expect(await personIn(world, id)).toMatchObject({ leaves_at: null, credit_score: 80 });
  await support.call(users.unfreezeUser, { number, reason: 'All is well' });
  const rejected = { person: id, at: world.clock(), kind: 'identity_rejected' };
  await world.owner
    .insertInto('credit_event')
    .values(rejected as never)
    .execute();
  expect((await personIn(world, id)).credit_score).toBe(95);
  await setLeaving(world, id, world.clock());
  await erase(world);
  expect(await personIn(world, id)).toMatchObject({ deleted_at: world.clock(), credit_score: 100 });
});
