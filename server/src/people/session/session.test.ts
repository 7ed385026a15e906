import { defaultLocale, locales } from '@glasshouse/protocol/locales';
import * as protocol from '@glasshouse/protocol/session/calls';
import { expect, onTestFinished, test } from 'vitest';
import { isKnown } from '#platform/http/account-turns.ts';
import { days, minutes, seconds } from '#platform/runtime/clock.ts';
import { startWorker } from '#roles/worker.ts';
import { openMailbox } from '../../../test/mailbox.ts';
import { type Browser, newWorld, password, type World } from '../../../test/world.ts';
import { tidy } from './jobs.ts';

const registration = { country: 'JP', password, tradePassword: '135790', accept: true } as const;
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function worldWithMail() {
  const mailbox = await openMailbox();
  const world = await newWorld({ smtpUrl: mailbox.url });
  const worker = await startWorker({ ...world, bus: undefined as never });
  onTestFinished(async () => {
    await worker.stop();
    await mailbox.close();
  });
  return { ...world, mailbox };
}

const mailedCode = (raw: string) => raw.match(/\b\d{6}\b/)?.[0] ?? '';
const codeByPhone = async (
  world: World,
  browser: Browser,
  phone: string,
  purpose: 'register' | 'forget' = 'register',
) => {
  expect((await browser.call(protocol.sendCode, { phone, purpose })).code).toBe(200);
  return (await world.texted(phone)) ?? '';
};

test('register by email with the code from a real mail, then log in by username or email in any case, and log out', async () => {
  const world = await worldWithMail();
  const ann = world.visitor();
  expect(await ann.call(protocol.sendCode, { email: 'Ann@Example.com', purpose: 'register' })).toMatchObject({
    code: 200,
  });
  const mail = await world.mailbox.next('ann@example.com');
  expect(mail).toContain('simulated');
  const code = mailedCode(mail);
  const input = { ...registration, email: 'ann@example.com', username: 'Ann', code };
  const registered = await ann.call(protocol.register, input);
  expect(registered).toMatchObject({
    code: 200,
    msg: 'Success',
    data: { email: 'ann@example.com', vipLevel: 0, creditScore: 100 },
  });
  expect(registered.data.invitationCode).toMatch(/^[2-9A-HJKMNP-Z]{8}$/);
  expect((await ann.call(protocol.getUser, {})).data).toEqual(registered.data);

  expect(await ann.call(protocol.logout, {})).toMatchObject({ code: 200 });
  expect((await ann.call(protocol.getUser, {})).code).toBe(401);
  for (const account of ['ann', 'ANN', 'ann@EXAMPLE.com']) {
    expect((await world.visitor().call(protocol.login, { account, password })).data).toEqual(registered.data);
  }
});

test('an email that begins with + is treated as an email, and logs in', async () => {
  const world = await worldWithMail();
  const email = '+ann.b@example.com';
  const ann = world.visitor();
  await ann.call(protocol.sendCode, { email, purpose: 'register' });
  const code = mailedCode(await world.mailbox.next(email));
  expect((await ann.call(protocol.register, { ...registration, email, code })).code).toBe(200);
  expect((await world.visitor().call(protocol.login, { account: '+Ann.B@example.com', password })).code).toBe(200);
  // Similar addresses are separate mailboxes.
  for (const other of ['+1@example.com', '+2@example.com', '+3@example.com', '+4@example.com'])
    expect((await ann.call(protocol.sendCode, { email: other, purpose: 'register' })).code).toBe(200);
});

test('an address that has an account is told so by mail, never by the answer', async () => {
  const world = await worldWithMail();
  const ann = world.visitor();
  await ann.call(protocol.sendCode, { email: 'ann@example.com', purpose: 'register' });
  const code = mailedCode(await world.mailbox.next('ann@example.com'));
  await ann.call(protocol.register, { ...registration, email: 'ann@example.com', code });

  const stranger = world.visitor();
  const known = await stranger.call(protocol.sendCode, { email: 'ann@example.com', purpose: 'register' });
  const unknown = await stranger.call(protocol.sendCode, { email: 'bob@example.com', purpose: 'register' });
  expect(known).toEqual(unknown);
  expect(await world.mailbox.next('ann@example.com')).toContain('already');
  expect(await stranger.call(protocol.sendCode, { email: 'nobody@example.com', purpose: 'forget' })).toEqual(known);
  expect(
    await world.db
      .selectFrom('verification_code')
      .select('target')
      .where('target', '=', 'nobody@example.com')
      .execute(),
  ).toEqual([]);
});

test('a phone registers with the texted code, and logs in with any notation of the number', async () => {
  const world = await newWorld();
  const bob = world.visitor();
  const code = await codeByPhone(world, bob, '+8613800138000');
  const answer = await bob.call(protocol.register, { ...registration, phone: '+86 138-0013-8000', code });
  expect(answer).toMatchObject({ code: 200, data: { phone: '+8613800138000', email: null } });
  expect((await world.visitor().call(protocol.login, { account: '+86 138 0013 8000', password })).code).toBe(200);
});

test('refusals of registering: wrong code, terms not accepted, used code, taken name, unknown invitation as msg 5', async () => {
  const world = await newWorld();
  const ann = await world.person({ username: 'ann' });
  const bob = world.visitor();
  const phone = '+33612345678';
  const code = await codeByPhone(world, bob, phone);
  const input = { ...registration, phone, code };
  expect(await bob.call(protocol.register, { ...input, code: wrong(code) })).toMatchObject({
    code: 400,
    data: { reason: 'wrong_code' },
  });
  for (const accept of [false, undefined])
    expect(await bob.call(protocol.register, { ...input, accept } as never)).toMatchObject({
      code: 400,
      data: { reason: 'bad_input', fields: ['accept'] },
    });
  expect(await bob.call(protocol.register, { ...input, username: 'ANN' })).toMatchObject({
    code: 409,
    data: { reason: 'username_taken' },
  });
  expect(await bob.call(protocol.register, { ...input, invitationCode: 'NOSUCH99' })).toMatchObject({
    code: 400,
    msg: 5,
  });
  // None of these used up the code, only attempts.
  const invited = await bob.call(protocol.register, {
    ...input,
    username: 'bob',
    invitationCode: ann.info.invitationCode.toLowerCase(),
  });
  expect(invited.code).toBe(200);
  const inviter = await world.db
    .selectFrom('person')
    .select('invited_by')
    .where('username', '=', 'bob')
    .executeTakeFirstOrThrow();
  expect(inviter.invited_by).toBe(ann.info.id);
  expect((await world.visitor().call(protocol.register, { ...input, username: 'eve' })).data.reason).toBe('wrong_code');
});

test('a site may require an invitation', async () => {
  const world = await newWorld();
  const config = await world.db.selectFrom('site_config').selectAll().executeTakeFirstOrThrow();
  const { version: _, ...rest } = config;
  await world.owner
    .insertInto('site_config')
    .values({ ...rest, invitation_required: true })
    .execute();
  const bob = world.visitor();
  const code = await codeByPhone(world, bob, '+33612345678');
  const answer = await bob.call(protocol.register, { ...registration, phone: '+33612345678', code });
  expect(answer).toMatchObject({ code: 400, data: { reason: 'invitation_required' } });
});

test('a code is valid for ten minutes', async () => {
  const world = await newWorld();
  const bob = world.visitor();
  const code = await codeByPhone(world, bob, '+33612345678');
  world.pass(minutes(10));
  expect((await bob.call(protocol.register, { ...registration, phone: '+33612345678', code })).data.reason).toBe(
    'wrong_code',
  );
});

test('parallel registrations with one code make one account', async () => {
  const world = await newWorld();
  const phone = '+33612345678';
  const code = await codeByPhone(world, world.visitor(), phone);
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => world.visitor().call(protocol.register, { ...registration, phone, code })),
  );
  expect(answers.map((answer) => answer.code).sort()).toEqual([200, 400, 400, 400]);
});

test('a wrong password and an unknown account get the same answer', async () => {
  const world = await newWorld();
  await world.person({ username: 'ann' });
  const browser = world.visitor();
  const guess = (account: string) => browser.call(protocol.login, { account, password: 'not the password' });
  const known = await guess('ann');
  expect(known).toEqual(await guess('nobody-here'));
  expect(known).toMatchObject({ code: 400, data: { reason: 'wrong_account_or_password' } });
});

test('guesses are limited per account over all networks, and after the wait a right password is still needed', async () => {
  const world = await newWorld();
  await world.person({ username: 'ann' });
  const guess = () => world.visitor().call(protocol.login, { account: 'ann', password: 'not the password' });
  const codes = (await Promise.all(Array.from({ length: 30 }, guess))).map((answer) => answer.code);
  expect(codes.filter((code) => code === 400)).toHaveLength(10);
  expect(codes.filter((code) => code === 429)).toHaveLength(20);
  expect((await world.visitor().call(protocol.login, { account: 'ann', password })).code).toBe(429);
  world.pass(minutes(1));
  expect((await world.visitor().call(protocol.login, { account: 'ann', password })).code).toBe(200);
  expect((await guess()).code).toBe(400); // a success restarts the count
});

test('codes to one address are few', async () => {
  const world = await newWorld();
  const send = () => world.visitor().call(protocol.sendCode, { phone: '+33612345678', purpose: 'register' });
  expect((await Promise.all([send(), send(), send(), send()])).map((answer) => answer.code).sort()).toEqual([
    200, 200, 200, 429,
  ]);
});

test('the cookie is opaque, hashed in the table, new at each log-in, and invalid after logging out', async () => {
  const world = await newWorld();
  const ann = await world.person({ username: 'ann' });
  const first = ann.jar.get('glasshouse_session') ?? '';
  const response = await ann.raw(protocol.login, { account: 'ann', password });
  const [cookie] = response.cookies.filter(({ name }) => name === 'glasshouse_session');
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
  expect(cookie?.value).not.toBe(first);
  const rows = await world.db.selectFrom('session').selectAll().execute();
  expect(rows).toHaveLength(1); // the old one has ended
  expect(JSON.stringify(rows)).not.toContain(cookie?.value);
  const stale = world.visitor();
  stale.jar.set('glasshouse_session', first);
  const refused = await stale.raw(protocol.getUser, {});
  expect(refused.json()).toMatchObject({ code: 401, data: { reason: 'not_logged_in' } });
  expect(stale.jar.has('glasshouse_session')).toBe(false);
});

test('a session cookie from before the log-in is replaced by it, whoever set it', async () => {
  const world = await newWorld();
  const ann = await world.person({ username: 'ann' });
  const enter = [
    (browser: Browser) => browser.call(protocol.login, { account: 'ann', password }),
    async (browser: Browser) => {
      const code = await codeByPhone(world, browser, '+33612345678');
      return browser.call(protocol.register, { ...registration, phone: '+33612345678', code });
    },
  ];
  for (const come of enter) {
    const thief = await world.person();
    // An invented one, and the stranger's own.
    for (const planted of ['x'.repeat(43), thief.jar.get('glasshouse_session')!]) {
      const victim = world.visitor();
      victim.jar.set('glasshouse_session', planted);
      if ((await come(victim)).code !== 200) continue;
      const own = victim.jar.get('glasshouse_session')!;
      expect(own).not.toBe(planted);
      const stale = world.visitor();
      stale.jar.set('glasshouse_session', planted);
      expect((await stale.call(protocol.getUser, {})).code).toBe(401);
    }
  }
  // A planted browser cookie does not make the stranger's browser a known one either.
  const shared = await world.person({ username: 'eve' });
  const name = 'glasshouse_session_browser';
  const copy = shared.jar.get(name)!;
  await shared.call(protocol.login, { account: 'ann', password });
  const renamed = shared.jar.get(name)!;
  expect(renamed).not.toBe(copy);
  const isKnownTo = (account: string, token: string) =>
    isKnown(world.db as never, account, { now: world.clock(), browser: { token, put: () => {} } });
  const [anns, eves] = [ann, shared].map(({ info }) => `user:${info.id}`) as [string, string];
  expect([await isKnownTo(anns, copy), await isKnownTo(anns, renamed)]).toEqual([false, true]);
  // Both use this browser: both accounts know it, and its name no longer changes.
  expect([await isKnownTo(eves, copy), await isKnownTo(eves, renamed)]).toEqual([false, true]);
  await shared.call(protocol.login, { account: 'eve', password });
  expect(shared.jar.get(name)).toBe(renamed);
});

test('a session lives 30 days after it was last seen', async () => {
  const world = await newWorld();
  const ann = await world.person();
  for (let i = 0; i < 3; i++) {
    world.pass(days(29));
    expect((await ann.call(protocol.getUser, {})).code).toBe(200);
  }
  world.pass(days(30));
  expect((await ann.call(protocol.getUser, {})).code).toBe(401);
  await world.db.transaction().execute((tx) => tidy(tx, world.clock()));
  expect(await world.db.selectFrom('session').selectAll().execute()).toEqual([]);
  expect(await world.db.selectFrom('throttle').selectAll().execute()).toEqual([]);
  world.pass(days(90));
  await world.db.transaction().execute((tx) => tidy(tx, world.clock()));
  expect(await world.db.selectFrom('known_browser').selectAll().execute()).toEqual([]);
});

test('a session ends 90 days after it began, however often it is seen', async () => {
  const world = await newWorld();
  const ann = await world.person();
  for (const day of [20, 40, 60, 80, 89]) {
    world.pass(days(day === 89 ? 9 : 20));
    expect((await ann.call(protocol.getUser, {})).code, `day ${day}`).toBe(200);
  }
  world.pass(days(1));
  expect((await ann.call(protocol.getUser, {})).data.reason).toBe('not_logged_in');
});

test('users can see and end only their own sessions', async () => {
  const world = await newWorld();
  const ann = await world.person({ username: 'ann' });
  const bob = await world.person();
  const phoneOfAnn = world.visitor();
  await phoneOfAnn.call(protocol.login, { account: 'ann', password });
  const { list } = (await ann.call(protocol.listSessions, {})).data;
  expect(list.map((session) => session.current).sort()).toEqual([false, true]);
  const other = list.find((session) => !session.current)?.id ?? '';
  expect((await bob.call(protocol.endSession, { id: other })).code).toBe(404);
  expect((await ann.call(protocol.endSession, { id: other })).code).toBe(200);
  expect((await phoneOfAnn.call(protocol.getUser, {})).code).toBe(401);
  expect((await ann.call(protocol.getUser, {})).code).toBe(200);
});

test('a forgotten password is replaced by code; changing it needs the old one; both end every session', async () => {
  const world = await newWorld();
  const ann = await world.person({ username: 'ann' });
  const code = await codeByPhone(world, world.visitor(), ann.phone, 'forget');
  expect(
    (await world.visitor().call(protocol.forget, { phone: ann.phone, code, password: 'a new password' })).code,
  ).toBe(200);
  expect((await ann.call(protocol.getUser, {})).code).toBe(401);
  expect((await ann.call(protocol.login, { account: 'ann', password })).code).toBe(400);
  expect((await ann.call(protocol.login, { account: 'ann', password: 'a new password' })).code).toBe(200);

  const edit = { oldPassword: 'wrong', password: 'the third password' };
  expect((await ann.call(protocol.editPassword, edit)).data.reason).toBe('wrong_old_password');
  expect((await ann.call(protocol.editPassword, { ...edit, oldPassword: 'a new password' })).code).toBe(200);
  expect((await ann.call(protocol.getUser, {})).code).toBe(401);
  expect((await ann.call(protocol.login, { account: 'ann', password: edit.password })).code).toBe(200);
});

test('an abnormal account can look at its own data and leave, nothing else', async () => {
  const world = await newWorld();
  const ann = await world.person({ username: 'ann' });
  await world.owner.updateTable('person').set({ status: 'abnormal' }).where('id', '=', ann.info.id).execute();
  expect((await ann.call(protocol.getUser, {})).data.status).toBe('abnormal');
  expect(await ann.call(protocol.listSessions, {})).toMatchObject({
    code: 403,
    msg: 'This account is abnormal, contact customer service',
  });
  expect((await ann.call(protocol.logout, {})).code).toBe(200);
});

test("messages are in the caller's language", async () => {
  const world = await newWorld();
  const messages = new Set<unknown>();
  for (const locale of locales) messages.add((await world.visitor(locale).call(protocol.getUser, {})).msg);
  expect(messages.size).toBe(locales.length);
  const unheardOf = await world.visitor().raw(protocol.getUser, {}, { think_lang: 'tlh' });
  const japanese = await world.visitor('ja-JP').raw(protocol.getUser, {});
  expect(unheardOf.json().msg).toBe(japanese.json().msg);
  expect(defaultLocale).toBe('en-US');
});

test('the application role cannot raise a level, a score or a status', async () => {
  const world = await newWorld();
  const { info } = await world.person();
  for (const change of [{ vip_level: 5 }, { credit_score: 1 }, { status: 'normal' }, { identity: 'passed' }]) {
    await expect(world.db.updateTable('person').set(change).where('id', '=', info.id).execute()).rejects.toThrow(
      'permission denied',
    );
  }
});

test('hostile input is refused as bad input and never reaches a statement', async () => {
  const world = await newWorld();
  const browser = world.visitor();
  const hostile = ['', ' ', "' or 1=1 --", '\u0000', 'a'.repeat(100_000), { $ne: null }, ['a', 'b'], 1, null, true];
  for (const account of hostile) {
    const answer = await browser.raw(protocol.login, { account, password });
    expect([400, 429]).toContain(answer.json().code);
    expect(answer.statusCode).toBe(200);
  }
  world.pass(seconds(600));
});
