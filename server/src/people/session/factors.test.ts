import * as factors from '@glasshouse/protocol/factors/calls';
import { changeContact, sendContactCode, showSecurity } from '@glasshouse/protocol/security/calls';
import * as protocol from '@glasshouse/protocol/session/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { step } from '#platform/database/db.ts';
import { minutes, seconds } from '#platform/runtime/clock.ts';
import { codeAt } from '../../../test/operators.ts';
import { newWorld, password, type World } from '../../../test/world.ts';
import { tidy } from './jobs.ts';

type Person = Awaited<ReturnType<World['person']>>;

/** Turns an authenticator app on and returns its contents; the next code is always an unused one. */
async function turnOn(world: World, person: Person) {
  const { secret } = (await person.call(factors.beginAuthenticator, {})).data;
  const code = codeAt(secret, world.clock());
  const answer = await person.call(factors.confirmAuthenticator, { password, code });
  expect(answer).toMatchObject({ code: 200 });
  const next = () => {
    world.pass(seconds(30));
    return codeAt(secret, world.clock());
  };
  return { secret, used: code, next, recoveryCodes: answer.data.recoveryCodes };
}

const logIn = (world: World, person: Person, code?: string, address?: string) =>
  world.visitor('en-US', address).call(protocol.login, { account: person.phone, password, ...(code && { code }) });
const isIn = async (browser: Pick<Person, 'call'>) => (await browser.call(protocol.getUser, {})).code === 200;

test('an app is on once its first code was right, and then the password alone is refused', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const { secret, uri } = (await ann.call(factors.beginAuthenticator, {})).data;
  expect(uri).toContain(`secret=${secret}`);
  expect(decodeURIComponent(uri)).toContain('simulated');
  // No code is required before the app has proved that it works.
  expect((await logIn(world, ann)).code).toBe(200);
  const code = codeAt(secret, world.clock());
  const wrong = { password: 'not the password', code };
  expect((await ann.call(factors.confirmAuthenticator, wrong)).data.reason).toBe('wrong_password');
  expect((await ann.call(factors.confirmAuthenticator, { password, code: '000000' })).data.reason).toBe('wrong_factor');
  expect((await ann.call(factors.showFactors, {})).data.authenticatorSince).toBeNull();
  const on = await ann.call(factors.confirmAuthenticator, { password, code });
  expect(on.data.recoveryCodes).toHaveLength(8);
  expect((await ann.call(factors.showFactors, {})).data).toEqual({
    authenticatorSince: world.clock().toISOString(),
    recoveryCodesLeft: 8,
    passkeys: [],
  });
  expect((await ann.call(showSecurity, {})).data.authenticator).toEqual({ since: world.clock().toISOString() });
  expect((await ann.call(factors.beginAuthenticator, {})).data.reason).toBe('authenticator_on');

  const visitor = world.visitor();
  const input = { account: ann.phone, password };
  expect((await visitor.call(protocol.login, input)).data.reason).toBe('factor_needed');
  expect(visitor.jar.has('glasshouse_session')).toBe(false);
  // Without the password, the answer doesn't reveal that there is an app.
  const guess = { account: ann.phone, password: 'not the password' };
  expect((await visitor.call(protocol.login, guess)).data.reason).toBe('wrong_account_or_password');
  expect((await visitor.call(protocol.login, { ...guess, code: '000000' })).data.reason).toBe(
    'wrong_account_or_password',
  );
  world.pass(seconds(30));
  const next = codeAt(secret, world.clock());
  expect((await visitor.call(protocol.login, { ...input, code: `${next.slice(0, 3)} ${next.slice(3)}` })).code).toBe(
    200,
  );
  expect(await isIn(visitor)).toBe(true);
});

test('a code works once, including the one that turned the app on; so does a recovery code', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const app = await turnOn(world, ann);
  expect((await logIn(world, ann, app.used)).data.reason).toBe('wrong_factor');
  const code = app.next();
  expect((await logIn(world, ann, code)).code).toBe(200);
  expect((await logIn(world, ann, code)).data.reason).toBe('wrong_factor');
  const [first, second] = app.recoveryCodes;
  expect((await logIn(world, ann, first!.toLowerCase())).code).toBe(200);
  expect((await logIn(world, ann, first!)).data.reason).toBe('wrong_factor');
  expect((await ann.call(factors.showFactors, {})).data.recoveryCodesLeft).toBe(7);
  // Two simultaneous log-ins use it up once.
  const both = await Promise.all([logIn(world, ann, second!), logIn(world, ann, second!)]);
  expect(both.map((answer) => answer.code).sort()).toEqual([200, 400]);
  // Another user's code is refused.
  const bob = await world.person();
  const other = await turnOn(world, bob);
  expect((await logIn(world, ann, other.recoveryCodes[0]!)).data.reason).toBe('wrong_factor');
});

test('wrong codes are counted by account, over all networks and calls', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const app = await turnOn(world, ann);
  const reasons = [];
  for (let i = 0; i < 12; i++) reasons.push((await logIn(world, ann, '000000', `10.${i}.0.1`)).data.reason as string);
  expect(reasons.slice(0, 9)).toEqual(Array(9).fill('wrong_factor'));
  expect(reasons.slice(10)).toEqual(['too_many_requests', 'too_many_requests']);
  // Even a right code: a stranger must wait now. The owner's own browser is counted separately.
  expect((await logIn(world, ann, app.next(), '10.99.0.1')).data.reason).toBe('too_many_requests');
  const proof = { password, code: '000000' };
  const own = [];
  for (let i = 0; i < 6; i++) own.push((await ann.call(factors.turnOffAuthenticator, proof)).data.reason as string);
  for (let i = 0; i < 6; i++) own.push((await ann.call(factors.renewRecovery, proof)).data.reason as string);
  expect(own.slice(0, 10)).toEqual(Array(10).fill('wrong_factor'));
  expect(own.slice(10)).toEqual(['too_many_requests', 'too_many_requests']);
  world.pass(minutes(6));
  expect((await ann.call(factors.renewRecovery, { password, code: app.next() })).code).toBe(200);
});

test('turning off takes password and code; new recovery codes invalidate the old ones', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const app = await turnOn(world, ann);
  const reason = async (proof: { password: string; code?: string }) =>
    (await ann.call(factors.turnOffAuthenticator, proof)).data.reason;
  expect(await reason({ password })).toBe('factor_needed');
  expect(await reason({ password: 'not the password', code: app.next() })).toBe('wrong_password');
  expect(await reason({ password, code: '000000' })).toBe('wrong_factor');
  const renewed = await ann.call(factors.renewRecovery, { password, code: app.next() });
  expect(renewed.data.recoveryCodes).toHaveLength(8);
  expect((await logIn(world, ann, app.recoveryCodes[0]!)).data.reason).toBe('wrong_factor');
  // After losing the phone, a recovery code turns the app off.
  const off = { password, code: renewed.data.recoveryCodes[0]! };
  expect((await ann.call(factors.turnOffAuthenticator, off)).code).toBe(200);
  expect((await ann.call(factors.showFactors, {})).data).toMatchObject({
    authenticatorSince: null,
    recoveryCodesLeft: 0,
  });
  expect((await logIn(world, ann)).code).toBe(200);
  expect((await ann.call(factors.turnOffAuthenticator, { password })).data.reason).toBe('not_found');
});

test('changing the password or a contact requires a code too', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const app = await turnOn(world, ann);
  world.pass(minutes(10));
  const phone = '+4915112345678';
  await ann.call(sendContactCode, { kind: 'phone' });
  const oldCode = (await world.texted(ann.phone))!;
  await ann.call(sendContactCode, { kind: 'phone', phone });
  const newCode = (await world.texted(phone))!;
  const change = { kind: 'phone', phone, password, oldCode, newCode } as const;
  expect((await ann.call(changeContact, change)).data.reason).toBe('factor_needed');
  expect((await ann.call(changeContact, { ...change, code: '000000' })).data.reason).toBe('wrong_factor');
  expect((await ann.call(changeContact, { ...change, code: app.next() })).code).toBe(200);
  const edit = { oldPassword: password, password: 'another password' };
  expect((await ann.call(protocol.editPassword, edit)).data.reason).toBe('factor_needed');
  expect((await ann.call(protocol.editPassword, { ...edit, code: '000000' })).data.reason).toBe('wrong_factor');
  expect((await ann.call(protocol.editPassword, { ...edit, code: app.next() })).code).toBe(200);
});

test('a right code is used up even if the action is refused', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const app = await turnOn(world, ann);
  const remove = async (code: string) =>
    (await ann.call(factors.removePasskey, { id: 'nobody has it', password, code })).data.reason;
  const code = app.next();
  expect([await remove(code), await remove(code)]).toEqual(['not_found', 'wrong_factor']);
  expect((await logIn(world, ann, code)).data.reason).toBe('wrong_factor');
  expect(await remove(app.recoveryCodes[0]!)).toBe('not_found');
  expect((await ann.call(factors.showFactors, {})).data.recoveryCodesLeft).toBe(7);
});

test('one code used at a log-in and a change at the same moment works for only one of them', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const app = await turnOn(world, ann);
  for (let round = 0; round < 3; round++) {
    const code = app.next();
    const answers = await Promise.all([
      logIn(world, ann, code),
      ann.call(factors.renewRecovery, { password, code }),
      logIn(world, ann, code),
      ann.call(factors.askPasskey, { password, code }),
    ]);
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 400, 400, 400]);
    // A used step invalidates earlier ones: a code that was observed yesterday is worthless.
    expect((await logIn(world, ann, code)).data.reason).toBe('wrong_factor');
    world.pass(minutes(60));
  }
});

test('someone with a session but no password can guess at neither factor, and cannot lock the owner out', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const app = await turnOn(world, ann);
  const reasons = [];
  for (let i = 0; i < 40; i++) {
    const thief = world.visitor('en-US', `10.${i >> 2}.0.1`);
    thief.jar.set('glasshouse_session', ann.jar.get('glasshouse_session')!);
    const proof = { password: 'not the password', code: '000000' };
    reasons.push((await thief.call(factors.turnOffAuthenticator, proof)).data.reason as string);
  }
  expect(reasons.filter((reason) => reason === 'wrong_password')).toHaveLength(30);
  expect(reasons.slice(30)).toEqual(Array(10).fill('too_many_requests'));
  expect((await logIn(world, ann, app.next(), '198.51.100.7')).code).toBe(200);
  expect((await ann.call(factors.renewRecovery, { password, code: app.next() })).code).toBe(200);
  const wrong = world.db.selectFrom('security_event').select('times').where('kind', '=', 'wrong_password');
  expect(await wrong.execute()).toEqual([{ times: 30 }]);
});

test("a right password without a right code is recorded, but not the prompt that the owner's own browser gets", async () => {
  const world = await newWorld();
  const ann = await world.person();
  const app = await turnOn(world, ann);
  const noted = async () =>
    (await world.db.selectFrom('security_event').select('times').where('kind', '=', 'wrong_factor').execute()).map(
      ({ times }) => times,
    );
  expect((await ann.call(protocol.login, { account: ann.phone, password })).data.reason).toBe('factor_needed');
  expect((await ann.call(factors.renewRecovery, { password })).data.reason).toBe('factor_needed');
  expect(await noted()).toEqual([]);
  await logIn(world, ann, undefined, '203.0.113.9');
  expect(await noted()).toEqual([1]);
  await logIn(world, ann, '000000', '203.0.113.9');
  await ann.call(factors.renewRecovery, { password, code: '000000' });
  expect(await noted()).toEqual([3]);
  world.pass(minutes(61));
  await logIn(world, ann, '000000');
  expect(await noted()).toEqual([3, 1]);
  expect((await logIn(world, ann, app.next())).code).toBe(200);
  expect(await noted()).toEqual([3, 1]);
});

test('a password reset leaves the app on', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const app = await turnOn(world, ann);
  const visitor = world.visitor();
  await visitor.call(protocol.sendCode, { phone: ann.phone, purpose: 'forget' });
  const reset = { phone: ann.phone, code: (await world.texted(ann.phone))!, password: 'another password' };
  expect((await visitor.call(protocol.forget, reset)).code).toBe(200);
  const input = { account: ann.phone, password: 'another password' };
  expect((await visitor.call(protocol.login, input)).data.reason).toBe('factor_needed');
  expect((await visitor.call(protocol.login, { ...input, code: app.next() })).code).toBe(200);
});

test('while strangers use up the log-in attempts, a reset lets an owner with an authenticator app in from a new network', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const app = await turnOn(world, ann);
  for (let n = 0; n < 11; n++) {
    const stranger = world.visitor('en-US', `198.51.${n}.1`);
    const guess = { account: ann.phone, password: 'not the password' };
    await Promise.all(Array.from({ length: 10 }, () => stranger.call(protocol.login, guess)));
  }
  const elsewhere = world.visitor('en-US', '203.0.113.7');
  expect((await elsewhere.call(protocol.login, { account: ann.phone, password })).code).toBe(429);
  await elsewhere.call(protocol.sendCode, { phone: ann.phone, purpose: 'forget' });
  const reset = { phone: ann.phone, code: (await world.texted(ann.phone))!, password: 'another password' };
  expect((await elsewhere.call(protocol.forget, reset)).code).toBe(200);
  const input = { account: ann.phone, password: 'another password' };
  expect((await elsewhere.call(protocol.login, input)).data.reason).toBe('factor_needed');
  expect((await elsewhere.call(protocol.login, { ...input, code: app.next() })).code).toBe(200);
});

test('every change ends the other sessions, is recorded and reported; all except turning the app on lock withdrawals', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const elsewhere = world.visitor();
  await elsewhere.call(protocol.login, { account: ann.phone, password });
  expect(await isIn(elsewhere)).toBe(true);
  const app = await turnOn(world, ann);
  expect([await isIn(elsewhere), await isIn(ann)]).toEqual([false, true]);
  const lock = async () => (await ann.call(showSecurity, {})).data.lock;
  expect(await lock()).toBeNull();
  await ann.call(factors.renewRecovery, { password, code: app.next() });
  expect(await lock()).toMatchObject({ kind: 'recovery_renewed', until: null });
  await ann.call(factors.turnOffAuthenticator, { password, code: app.next() });
  const events = await world.db
    .selectFrom('security_event')
    .select('kind')
    .where('person', '=', ann.info.id)
    .where('kind', 'not in', ['registered', 'logged_in'])
    .orderBy('id')
    .execute();
  expect(events.map(({ kind }) => kind)).toEqual(['authenticator_on', 'recovery_renewed', 'authenticator_off']);
  const row = await world.db.selectFrom('person').selectAll().where('id', '=', ann.info.id).executeTakeFirstOrThrow();
  expect([row.security_change, row.security_changed_at]).toEqual(['authenticator_off', world.clock()]);
  const { rows } = await sql<{ kind: string }>`
    select payload ->> 'kind' as kind from graphile_worker._private_jobs
    where payload ->> 'person' = ${ann.info.id} and payload ->> 'kind' <> 'logged_in' order by id`.execute(world.owner);
  expect(rows.map(({ kind }) => kind)).toEqual(['authenticator_on', 'recovery_renewed', 'authenticator_off']);
  // Turning it on again neither shortens nor ends the lock.
  await turnOn(world, ann);
  expect(await lock()).toMatchObject({ kind: 'authenticator_off', until: null });
});

test('the means of each log-in is recorded', async () => {
  const world = await newWorld();
  const ann = await world.person();
  await logIn(world, ann);
  const app = await turnOn(world, ann);
  await logIn(world, ann, app.next());
  await logIn(world, ann, app.recoveryCodes[0]!);
  const ways = await world.db
    .selectFrom('security_event')
    .select('detail')
    .where('person', '=', ann.info.id)
    .where('kind', '=', 'logged_in')
    .orderBy('id')
    .execute();
  expect(ways.map(({ detail }) => detail)).toEqual(['password', 'password_and_code', 'recovery']);
});

test('enabling an authenticator during a log-in without it invalidates that log-in', async () => {
  const world = await newWorld();
  for (let round = 0; round < 6; round++) {
    const ann = await world.person();
    const { secret } = (await ann.call(factors.beginAuthenticator, {})).data;
    const code = codeAt(secret, world.clock());
    const others = Array.from({ length: 4 }, () => world.visitor());
    const enter = others.map((other) => other.call(protocol.login, { account: ann.phone, password }));
    await Promise.all([ann.call(factors.confirmAuthenticator, { password, code }), ...enter]);
    expect(await Promise.all(others.map(isIn))).toEqual([false, false, false, false]);
    expect(await isIn(ann)).toBe(true);
  }
});

test('no table holds a plain secret or code, a secret opens only for its owner, and unconfirmed ones are deleted', async () => {
  const world = await newWorld();
  const [ann, bob] = [await world.person(), await world.person()];
  const app = await turnOn(world, ann);
  const own = await turnOn(world, bob);
  const { rows } = await sql<{ text: string }>`
    select string_agg(a::text, ' ') || (select string_agg(r::text, ' ') from person_recovery r) as text
    from person_authenticator a`.execute(world.owner);
  for (const secret of [app.secret, ...app.recoveryCodes.map((code) => code.replaceAll('-', ''))]) {
    expect(rows[0]!.text).not.toContain(secret);
    expect(rows[0]!.text).not.toContain(Buffer.from(secret).toString('hex'));
  }
  // In another owner's row it can't be decrypted, and lets no one in.
  await sql`update person_authenticator set totp_secret = (select totp_secret from person_authenticator where person = ${bob.info.id})
    where person = ${ann.info.id}`.execute(world.owner);
  expect((await logIn(world, ann, own.next())).code).toBe(500);

  const eve = await world.person();
  const { secret } = (await eve.call(factors.beginAuthenticator, {})).data;
  world.pass(minutes(21));
  const late = { password, code: codeAt(secret, world.clock()) };
  expect((await eve.call(factors.confirmAuthenticator, late)).data.reason).toBe('wrong_factor');
  await step(world.db, (tx) => tidy(tx, world.clock()));
  const left = await world.db.selectFrom('person_authenticator').select('person').execute();
  expect(left.map(({ person }) => person).sort()).toEqual([ann.info.id, bob.info.id].sort());
});
