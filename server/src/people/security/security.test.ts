import { endpoint, nothing, usersActing } from '@glasshouse/protocol/endpoint';
import * as protocol from '@glasshouse/protocol/security/calls';
import * as session from '@glasshouse/protocol/session/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { step } from '#platform/database/db.ts';
import { serveInSteps } from '#platform/http/http.ts';
import { days, minutes, plus, seconds } from '#platform/runtime/clock.ts';
import { newestSms } from '#platform/runtime/sms.ts';
import { newWorld, password, type World } from '../../../test/world.ts';
import { note, securityChanged, withdrawalLock } from './security.ts';
import { checkTradePassword } from './trade-password.ts';

const another = 'another long password';
const eventsOf = (world: World, person: string) =>
  world.db
    .selectFrom('security_event')
    .select(['kind', 'detail', 'times', 'at', 'address'])
    .where('person', '=', person)
    .orderBy('at')
    .orderBy('id')
    .execute();
const personOf = (world: World, id: string) =>
  world.db.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('account events are recorded: registration, log-ins, wrong passwords counted together, ended sessions, a new password', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const phone = world.visitor('en-US', '203.0.113.24');
  const wrong = async () => {
    expect((await phone.call(session.login, { account: ann.phone, password: 'no' })).code).toBe(400);
    await world.work();
    world.pass(minutes(20));
  };
  await wrong();
  await wrong();
  await wrong();
  world.pass(minutes(60));
  await wrong();
  await phone.call(session.login, { account: ann.phone, password });
  world.pass(seconds(1));
  const theirs = (await ann.call(session.listSessions, {})).data.list.find(({ current }) => !current)!;
  await ann.call(session.endSession, { id: theirs.id });
  world.pass(seconds(1));
  await ann.call(session.editPassword, { oldPassword: password, password: another });
  const events = await eventsOf(world, ann.info.id);
  expect(events.map(({ kind, detail, times }) => [kind, detail, times])).toEqual([
    ['registered', null, 1],
    ['wrong_password', null, 3],
    ['wrong_password', null, 1],
    ['logged_in', 'password', 1],
    ['session_ended', null, 1],
    ['password_changed', null, 1],
  ]);
  expect(events[1]!.address).toBe('203.0.113.24');
});

test('ending the other sessions is recorded only if there were any', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const ended = async () => (await eventsOf(world, ann.info.id)).filter(({ kind }) => kind === 'sessions_ended').length;
  for (let i = 0; i < 3; i++) expect((await ann.call(protocol.endOtherSessions, {})).code).toBe(200);
  expect(await ended()).toBe(0);
  await world.visitor().call(session.login, { account: ann.phone, password });
  for (let i = 0; i < 3; i++) await ann.call(protocol.endOtherSessions, {});
  expect(await ended()).toBe(1);
});

test('recorded events are immutable; only the count of wrong passwords can rise by one', async () => {
  const world = await newWorld();
  const ann = await world.person();
  await world.visitor().call(session.login, { account: ann.phone, password: 'no' });
  await world.work();
  const attempts = [
    sql`delete from security_event`,
    sql`update security_event set kind = 'logged_in'`,
    sql`update security_event set times = times + 1 where kind = 'registered'`,
    sql`update security_event set times = times + 2 where kind = 'wrong_password'`,
    sql`update security_event set times = times + 1, at = at - interval '1 day' where kind = 'wrong_password'`,
  ];
  for (const attempt of attempts) await expect(attempt.execute(world.db)).rejects.toMatchObject({ code: '42501' });
  await sql`update security_event set times = times + 1, at = at + interval '1 day' where kind = 'wrong_password'`.execute(
    world.db,
  );
});

test('withdrawals are locked from a change until one hour after the first log-in that follows it', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const lock = async () => withdrawalLock(world.clock(), await personOf(world, ann.info.id));
  expect(await lock()).toBeNull();
  const changedAt = world.clock();
  await ann.call(session.editPassword, { oldPassword: password, password: another });
  world.pass(minutes(600));
  const waiting = { kind: 'password_changed', changedAt, loggedInAt: null, until: null };
  expect(await lock()).toEqual(waiting);
  await ann.call(session.login, { account: ann.phone, password: 'not this one' });
  expect(await lock()).toEqual(waiting);

  const loggedInAt = world.clock();
  expect((await ann.call(session.login, { account: ann.phone, password: another })).code).toBe(200);
  const until = plus(loggedInAt, minutes(60));
  expect(await lock()).toEqual({ ...waiting, loggedInAt, until });
  // A second log-in doesn't extend it.
  world.pass(minutes(59));
  await ann.call(session.login, { account: ann.phone, password: another });
  world.pass(minutes(1) - 1);
  expect(await lock()).toEqual({ ...waiting, loggedInAt, until });
  world.pass(1);
  expect(await lock()).toBeNull();
  // The next change starts a new lock.
  await ann.call(session.editPassword, { oldPassword: another, password });
  expect(await lock()).toMatchObject({ loggedInAt: null, until: null });
});

test("the owner is told of a log-in by a new browser and of a change, in the owner's language", async () => {
  const world = await newWorld();
  const ann = await world.person();
  const told = async () => {
    await world.work();
    const texts = (await newestSms(world.db)).filter(
      ({ phone, text }) => phone === ann.phone && text.includes('/lock#'),
    );
    return texts.map(({ text }) => text);
  };
  await ann.call(session.login, { account: ann.phone, password });
  expect(await told()).toEqual([]);
  const stranger = world.visitor('ru-RU', '198.51.100.7');
  expect((await stranger.call(session.login, { account: ann.phone, password })).code).toBe(200);
  const [first, ...others] = await told();
  expect(others).toEqual([]);
  expect(first).toMatch(/A new device logged in.*2026-11-15 12:00:00 UTC.*198\.51\.100\.7.*http:\S+\/lock#[\w-]{43}$/);
  // The same browser is known now.
  world.pass(seconds(1));
  await stranger.call(session.login, { account: ann.phone, password });
  expect(await told()).toHaveLength(1);
  // However many browsers log in, the mailbox is not filled.
  for (let i = 0; i < 8; i++) {
    world.pass(seconds(1));
    await world.visitor().call(session.login, { account: ann.phone, password });
  }
  expect(await told()).toHaveLength(5);
  world.pass(seconds(1));
  await ann.call(session.editPassword, { oldPassword: password, password: another });
  expect((await told())[0]).toContain('password was changed');
  // If it is unknown, in the site's: a stranger can't choose the language of the owner's warning.
  await sql`update person set language = null where id = ${ann.info.id}`.execute(world.owner);
  world.pass(minutes(60));
  await world.visitor('ru-RU').call(session.login, { account: ann.phone, password: another });
  expect((await told())[0]).toContain('有新设备登录了您的账户');
});

test('repeated changes of one kind are announced ten times, then once an hour', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const person = await personOf(world, ann.info.id);
  const place = { now: world.clock(), address: '203.0.113.1', device: '', locale: 'en-US', publish: () => {} } as const;
  const change = (kind: 'passkey_added' | 'password_changed', now = world.clock()) =>
    step(world.db, (tx) => securityChanged(tx, { ...place, now }, person, kind, { keep: undefined }));
  const told = async (kind: string) => {
    const { rows } = await sql<{ n: bigint }>`
      select count(*) as n from graphile_worker._private_jobs where payload ->> 'kind' = ${kind}`.execute(world.owner);
    return Number(rows[0]!.n);
  };
  for (let i = 0; i < 15; i++) await change('passkey_added');
  await change('password_changed');
  expect([await told('passkey_added'), await told('password_changed')]).toEqual([10, 1]);
  world.pass(minutes(60));
  for (let i = 0; i < 3; i++) await change('passkey_added');
  expect(await told('passkey_added')).toBe(11);
  expect((await eventsOf(world, ann.info.id)).filter(({ kind }) => kind === 'passkey_added')).toHaveLength(18);
});

test('an owner with email and phone is told at both, with a link each', async () => {
  const world = await newWorld();
  const ann = await world.person();
  await world.owner.updateTable('person').set({ email: 'ann@example.com' }).where('id', '=', ann.info.id).execute();
  await world.visitor().call(session.login, { account: ann.phone, password });
  const { rows } = await sql<{ email: string | null; phone: string | null }>`
    select payload ->> 'email' as email, payload ->> 'phone' as phone from graphile_worker._private_jobs
    where payload ->> 'kind' = 'logged_in' order by id`.execute(world.owner);
  expect(rows).toEqual([
    { email: 'ann@example.com', phone: null },
    { email: null, phone: ann.phone },
  ]);
});

test('an event names its person, and no one else can read it', async () => {
  const world = await newWorld();
  const [ann, bob] = [await world.person(), await world.person()];
  const place = { now: world.clock(), address: '203.0.113.1', device: 'x'.repeat(2000) };
  await step(world.db, (tx) => note(tx, place, { person: ann.info.id, kind: 'case_opened', detail: 'R-07' }));
  expect((await eventsOf(world, ann.info.id)).map(({ kind }) => kind)).toContain('case_opened');
  expect((await eventsOf(world, bob.info.id)).map(({ kind }) => kind)).toEqual(['registered']);
});

test("an alarm's link locks the account once: every session ends, and only a new password set by code unlocks it", async () => {
  const world = await newWorld();
  const ann = await world.person();
  const stranger = world.visitor();
  await stranger.call(session.login, { account: ann.phone, password });
  await world.work();
  const [alarm] = (await newestSms(world.db)).filter(({ text }) => text.includes('/lock#'));
  const token = alarm!.text.split('#')[1]!;
  const owner = world.visitor();
  const unknown = { code: 400, data: { reason: 'link_unknown' } };
  expect(await owner.call(protocol.lockAccount, { token: `${'x'.repeat(42)}y` })).toMatchObject(unknown);
  expect((await owner.call(protocol.lockAccount, { token })).code).toBe(200);
  expect(await owner.call(protocol.lockAccount, { token })).toMatchObject(unknown);
  for (const browser of [ann, stranger]) expect((await browser.call(session.getUser, {})).code).toBe(401);
  // Only a caller with the right password is told that it is locked.
  const locked = { code: 403, data: { reason: 'account_locked' } };
  expect(await stranger.call(session.login, { account: ann.phone, password })).toMatchObject(locked);
  const guess = await stranger.call(session.login, { account: ann.phone, password: 'a guess' });
  expect(guess.data.reason).toBe('wrong_account_or_password');

  await owner.call(session.sendCode, { phone: ann.phone, purpose: 'forget' });
  await world.work();
  const code = (await newestSms(world.db)).map(({ text }) => /code is (\d{6})/.exec(text)?.[1]).find(Boolean)!;
  expect((await owner.call(session.forget, { phone: ann.phone, code, password: another })).code).toBe(200);
  expect((await stranger.call(session.login, { account: ann.phone, password })).code).toBe(400);
  expect((await owner.call(session.login, { account: ann.phone, password: another })).code).toBe(200);
  const kinds = (await eventsOf(world, ann.info.id)).map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['locked', 'unlocked', 'password_reset']));
});

test('a link is good for seven days', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const links = async () => {
    await ann.call(session.login, { account: ann.phone, password });
    await world.visitor().call(session.login, { account: ann.phone, password });
    await world.work();
    return (await newestSms(world.db)).find(({ text }) => text.includes('/lock#'))!.text.split('#')[1]!;
  };
  const token = await links();
  world.pass(days(7));
  expect((await ann.call(protocol.lockAccount, { token })).data).toMatchObject({ reason: 'link_unknown' });
  const fresh = await links();
  world.pass(days(7) - 1);
  expect((await ann.call(protocol.lockAccount, { token: fresh })).code).toBe(200);
});

test('all other sessions end at once, and this one continues', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const others = [world.visitor(), world.visitor()];
  for (const other of others) await other.call(session.login, { account: ann.phone, password });
  expect((await ann.call(protocol.endOtherSessions, {})).code).toBe(200);
  for (const other of others) expect((await other.call(session.getUser, {})).code).toBe(401);
  expect((await ann.call(session.listSessions, {})).data.list).toMatchObject([{ current: true }]);
  expect((await ann.call(protocol.listEvents, {})).data.list[0]).toMatchObject({ kind: 'sessions_ended' });
});

test('events are listed page by page, newest first, to the very first', async () => {
  const world = await newWorld();
  const ann = await world.person();
  for (let i = 0; i < 4; i++) {
    // Two of them have the same time: the page boundary between them loses none.
    if (i % 2 === 0) world.pass(seconds(1));
    const place = { now: world.clock(), address: String(i), device: '' };
    await step(world.db, (tx) => note(tx, place, { person: ann.info.id, kind: 'case_opened' }));
  }
  const seen: string[] = [];
  let before: string | undefined;
  for (let page = 0; page < 5; page++) {
    const { list, next } = (await ann.call(protocol.listEvents, { limit: 1, ...(before && { before }) })).data;
    seen.push(...list.map(({ kind, address }) => `${kind} ${address}`));
    expect(next === null).toBe(page === 4);
    before = next ?? undefined;
  }
  expect([...seen.slice(0, 2)].sort()).toEqual(['case_opened 2', 'case_opened 3']);
  expect([...seen.slice(2, 4)].sort()).toEqual(['case_opened 0', 'case_opened 1']);
  expect(seen[4]).toBe('registered 127.0.0.1');
});

const spend = endpoint({
  method: 'POST',
  path: '/index/test/spend',
  auth: 'user',
  limit: usersActing,
  summary: '',
  input: z.object({ tradePassword: z.string() }),
  output: nothing,
  errors: ['wrong_trade_password', 'trade_password_missing', 'too_many_requests'],
});

test('the trade password is tried five times and then rarely, counted by account over all calls', async () => {
  const route = serveInSteps(spend, (call, { tradePassword }) => checkTradePassword(call, tradePassword));
  const world = await newWorld({ routes: (all) => [...all, route] });
  const ann = await world.person();
  const phone = world.visitor();
  await phone.call(session.login, { account: ann.phone, password });
  const tries = async (browser: Pick<typeof phone, 'call'>, tradePassword: string) =>
    (await browser.call(spend, { tradePassword })).data as { reason?: string; seconds?: number };
  const right = '246810';
  // A right one restarts the count.
  for (let i = 0; i < 4; i++) expect(await tries(ann, '000000')).toMatchObject({ reason: 'wrong_trade_password' });
  expect(await tries(ann, right)).toEqual({});
  for (let i = 0; i < 5; i++)
    expect(await tries(i % 2 ? ann : phone, '000000')).toMatchObject({
      ...{ reason: 'wrong_trade_password', triesLeft: 4 - i, nextTryAfter: 900 },
    });
  for (const browser of [ann, phone])
    expect(await tries(browser, right)).toMatchObject({ reason: 'too_many_requests', seconds: 900 });
  world.pass(minutes(15));
  expect(await tries(phone, right)).toEqual({});
  const events = await eventsOf(world, ann.info.id);
  expect(events.find(({ kind }) => kind === 'wrong_trade_password')?.times).toBe(9);
  expect(events.filter(({ kind }) => kind === 'trade_password_locked')).toHaveLength(1);
  // The sentence says how many attempts are left, and what happens then.
  const said = async () => (await phone.call(spend, { tradePassword: '000000' })).msg;
  const first = 'Wrong trade password. Tries left: 4. After that you can try once every 15 min';
  expect([await said(), await said(), await said(), await said()][0]).toBe(first);
  expect(await said()).toBe('Wrong trade password. No tries are left. You can try again in 15 min');
  expect(await said()).toBe('Too many tries. Try again in 15 min');
  // Other users' attempts are not affected.
  const bob = await world.person();
  expect(await tries(bob, right)).toEqual({});
});
