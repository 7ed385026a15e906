import * as factors from '@glasshouse/protocol/factors/calls';
import * as security from '@glasshouse/protocol/security/calls';
import * as protocol from '@glasshouse/protocol/session/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { minutes } from '#platform/runtime/clock.ts';
import { newestSms } from '#platform/runtime/sms.ts';
import { codeAt } from '../../../test/operators.ts';
import { newAuthenticator } from '../../../test/passkey.ts';
import { newWorld, origin, password, type World } from '../../../test/world.ts';

// Calls of a stranger with a session that are in progress when the owner recovers the account. Both wait for the
// person's row, the owner first.

type Person = Awaited<ReturnType<World['person']>>;
type Answer = { code: number };
const fresh = 'the new password of the owner';
const strangers = 'the password of a stranger';

const waiting = (world: World, calls: number) =>
  expect
    .poll(
      async () => {
        const { rows } = await sql<{ n: bigint }>`
          select count(*) as n from pg_stat_activity
          where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(world.owner);
        return Number(rows[0]!.n);
      },
      { timeout: 3000 },
    )
    .toBe(calls);

/** Lets the first call reach the person's row before the second. */
async function oneAfterTheOther(
  world: World,
  { info }: Person,
  first: () => Promise<Answer>,
  second: () => Promise<Answer>,
) {
  const row = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = world.owner.transaction().execute(async (tx) => {
    await sql`select 1 from person where id = ${info.id} for update`.execute(tx);
    held.resolve();
    await row.promise;
  });
  await held.promise;
  try {
    const one = first();
    await waiting(world, 1);
    const other = second();
    await waiting(world, 2);
    row.resolve();
    return [(await one).code, (await other).code];
  } finally {
    row.resolve();
    await holding;
  }
}

/** The owner's password reset by a code, ready to be sent. */
async function resetOf(world: World, { phone }: Person) {
  const owner = world.visitor();
  await owner.call(protocol.sendCode, { phone, purpose: 'forget' });
  const code = (await world.texted(phone))!;
  return () => owner.call(protocol.forget, { phone, code, password: fresh });
}
const entersWith = async (world: World, { phone }: Person, given: string) =>
  (await world.visitor().call(protocol.login, { account: phone, password: given })).code === 200;

test('a password change in progress does not undo a reset', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const edit = () => ann.call(protocol.editPassword, { oldPassword: password, password: strangers });
  expect(await oneAfterTheOther(world, ann, await resetOf(world, ann), edit)).toEqual([200, 401]);
  expect([await entersWith(world, ann, strangers), await entersWith(world, ann, fresh)]).toEqual([false, true]);
});

test('a passkey that is being added during a password reset is not stored', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const key = newAuthenticator(origin, { for: ann.info.id });
  const { options } = (await ann.call(factors.askPasskey, { password })).data;
  const response = key.make(options.challenge);
  const add = () => ann.call(factors.addPasskey, { name: 'x', response });
  expect(await oneAfterTheOther(world, ann, await resetOf(world, ann), add)).toEqual([200, 401]);
  const left = await world.db.selectFrom('person_passkey').select('id').execute();
  expect(left).toEqual([]);
});

test('an authenticator app is not turned on in an account that was just locked', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const stranger = world.visitor('en-US', '203.0.113.9');
  await stranger.call(protocol.login, { account: ann.phone, password });
  await world.work();
  const token = (await newestSms(world.db)).find(({ text }) => text.includes('/lock#'))!.text.split('#')[1]!;
  const { secret } = (await stranger.call(factors.beginAuthenticator, {})).data;
  const lock = () => world.visitor().call(security.lockAccount, { token: token.slice(0, 43) });
  const confirm = () => stranger.call(factors.confirmAuthenticator, { password, code: codeAt(secret, world.clock()) });
  expect(await oneAfterTheOther(world, ann, lock, confirm)).toEqual([200, 401]);
  const on = await world.db.selectFrom('person_authenticator').select('on_since').execute();
  expect(on).toEqual([{ on_since: null }]);
});

test('a contact change in progress is refused after a reset', async () => {
  const world = await newWorld();
  const ann = await world.person();
  world.pass(minutes(10));
  await ann.call(security.sendContactCode, { kind: 'phone' });
  const oldCode = (await world.texted(ann.phone))!;
  const phone = '+4915112345678';
  await ann.call(security.sendContactCode, { kind: 'phone', phone });
  const newCode = (await world.texted(phone))!;
  const change = () => ann.call(security.changeContact, { kind: 'phone', phone, password, oldCode, newCode });
  expect(await oneAfterTheOther(world, ann, await resetOf(world, ann), change)).toEqual([200, 401]);
  expect(await entersWith(world, ann, fresh)).toBe(true);
});

test('a reset by a contact that is being changed sets no password', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const reset = await resetOf(world, ann);
  const away = Promise.withResolvers<void>();
  const changed = Promise.withResolvers<void>();
  const changing = world.owner.transaction().execute(async (tx) => {
    await sql`update person set phone = '+4915112345678' where id = ${ann.info.id}`.execute(tx);
    changed.resolve();
    await away.promise;
  });
  await changed.promise;
  try {
    const answer = reset();
    await waiting(world, 1);
    away.resolve();
    expect((await answer).data).toMatchObject({ reason: 'wrong_code' });
  } finally {
    away.resolve();
    await changing;
  }
  expect(await entersWith(world, { ...ann, phone: '+4915112345678' }, password)).toBe(true);
});

test('a log-in in progress during a password reset is refused', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const stranger = world.visitor('en-US', '203.0.113.9');
  const enter = () => stranger.call(protocol.login, { account: ann.phone, password });
  const codes = await oneAfterTheOther(world, ann, await resetOf(world, ann), enter);
  expect(codes).toEqual([200, 400]);
  expect((await stranger.call(protocol.getUser, {})).code).toBe(401);
  // In the other order it is logged in for a moment, and the reset ends the session.
  const again = world.visitor('en-US', '203.0.113.9');
  const first = () => again.call(protocol.login, { account: ann.phone, password: fresh });
  world.pass(minutes(10));
  expect(await oneAfterTheOther(world, ann, first, await resetOf(world, ann))).toEqual([200, 200]);
  expect((await again.call(protocol.getUser, {})).code).toBe(401);
});

test('after a reset amid everything that a stranger with password and session can try at once, no session or contact of theirs is left', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const thief = world.visitor('en-US', '203.0.113.9');
  await thief.call(protocol.login, { account: ann.phone, password });
  const phone = '+4915112345678';
  await thief.call(security.sendContactCode, { kind: 'phone', phone });
  const newCode = (await world.texted(phone))!;
  const { secret } = (await thief.call(factors.beginAuthenticator, {})).data;
  const reset = await resetOf(world, ann);
  const more = Array.from({ length: 3 }, () => world.visitor('en-US', '203.0.113.9'));
  const [done] = await Promise.all([
    reset(),
    thief.call(security.changeContact, { kind: 'phone', phone, password, oldCode: '000000', newCode }),
    thief.call(factors.confirmAuthenticator, { password, code: codeAt(secret, world.clock()) }),
    thief.call(protocol.editPassword, { oldPassword: password, password: strangers }),
    thief.call(security.endOtherSessions, {}),
    ...more.map((one) => one.call(protocol.login, { account: ann.phone, password })),
  ]);
  expect(done.code).toBe(200);
  for (const one of [thief, ...more]) expect((await one.call(protocol.getUser, {})).code).toBe(401);
  const row = world.owner.selectFrom('person').select('phone').where('id', '=', ann.info.id);
  expect(await row.executeTakeFirst()).toEqual({ phone: ann.phone });
  for (const given of [password, strangers]) expect(await entersWith(world, ann, given)).toBe(false);
});
