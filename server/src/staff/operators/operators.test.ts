import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { decideApproval } from '@glasshouse/protocol/backoffice/approvals';
import { showAuditHead } from '@glasshouse/protocol/backoffice/audit';
import type { OperatorEndpoint } from '@glasshouse/protocol/operators/call';
import * as operators from '@glasshouse/protocol/operators/calls';
import * as session from '@glasshouse/protocol/operators/session';
import { getUser } from '@glasshouse/protocol/session/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { resealAuthenticators } from '#people/factors/factors.ts';
import { inTx } from '#platform/database/db.ts';
import { createLog } from '#platform/observability/log.ts';
import { minutes, seconds } from '#platform/runtime/clock.ts';
import { officeOrigin, openOffice } from '../../../test/office.ts';
import { codeAt, followLink, operatorPassword } from '../../../test/operators.ts';
import { newAuthenticator } from '../../../test/passkey.ts';
import { newWorld } from '../../../test/world.ts';
import { renewOwner } from './operators.ts';

const reason = 'Because the test says so';
const language = 'en-US' as const;
const open = async () => {
  const world = await newWorld({ now: new Date() });
  return { world, office: await openOffice(world) };
};
const tokenOf = (link: string) => link.split('#')[1]!;

test('a command creates the first owner, who sets password and second factor by a link; no second owner can be created this way', async () => {
  const { world, office } = await open();
  const first = await office.firstLink();
  const link = await office.firstLink(); // the same person gets a new link until one is used
  const browser = office.visitor();
  expect((await browser.call(session.readInvitation, { token: tokenOf(first) })).data.reason).toBe('setup_unknown');
  expect((await browser.call(session.showSession, {})).data).toMatchObject({ stage: 'out', operator: null });
  await browser.call(session.setUp, { token: tokenOf(link), password: operatorPassword });
  expect((await browser.call(session.showSession, {})).data.stage).toBe('enrol');
  // With a password but no second factor no call is open, not even by logging in.
  expect((await browser.call(showAuditHead, {})).code).toBe(401);
  const early = { email: 'owner@office.example', password: operatorPassword };
  expect((await office.visitor().call(session.logIn, early)).data.reason).toBe('wrong_account_or_password');
  const owner = await followLink(browser.call, link, world.clock());
  expect((await browser.call(session.showSession, {})).data).toMatchObject({
    stage: 'in',
    operator: { role: 'owner', email: 'owner@office.example' },
  });
  expect(owner.recoveryCodes).toHaveLength(8);
  expect((await office.visitor().call(session.readInvitation, { token: tokenOf(link) })).data.reason).toBe(
    'setup_unknown',
  );
  await expect(office.firstLink('second@office.example')).rejects.toThrow('owner_exists');
  await expect(office.firstLink()).rejects.toThrow('owner_exists');
});

test('rotating the key of the authenticator secrets seals all of them again, and no operator has to enrol again', async () => {
  const world = await newWorld({ now: new Date() });
  const [before, after] = [randomBytes(32), randomBytes(32)];
  const office = await openOffice(world, { keys: [before] });
  const { owner } = await office.staff();
  await resealAuthenticators(office.db, 'operator', [after, before], createLog('silent'));
  const stageAt = async (key: Buffer) => {
    const { call } = await (await openOffice(world, { keys: [key] })).logIn(owner.person);
    return (await call(session.showSession, {})).data.stage;
  };
  expect(await stageAt(after)).toBe('in');
  expect(await stageAt(before)).toBe('factor');
});

test('logging in takes both factors; a code works once, and attempts are counted', async () => {
  const { world, office } = await open();
  const { owner } = await office.staff();
  const { email, password, secret } = owner.person;
  world.pass(seconds(30));
  const browser = office.visitor();
  expect((await browser.call(session.logIn, { email, password: 'not the password' })).data.reason).toBe(
    'wrong_account_or_password',
  );
  expect((await browser.call(session.logIn, { email, password })).data).toEqual({ stage: 'factor', passkey: false });
  const half = browser.jar.get('glasshouse_operator');
  expect((await browser.call(session.showSelf, {})).code).toBe(401);
  const code = codeAt(secret, world.clock());
  expect((await browser.call(session.answerCode, { code })).code).toBe(200);
  expect(browser.jar.get('glasshouse_operator')).not.toBe(half); // a new token, so that a planted one is worthless
  expect((await browser.call(session.showSelf, {})).code).toBe(200);

  const second = office.visitor();
  await second.call(session.logIn, { email, password });
  expect((await second.call(session.answerCode, { code })).data.reason).toBe('wrong_factor');
  const codes = [];
  for (let i = 0; i < 6; i++) codes.push((await second.call(session.answerCode, { code: '000000' })).data.reason);
  expect(codes.slice(0, 4)).toEqual(Array(4).fill('wrong_factor'));
  expect(codes.slice(4)).toEqual(['too_many_requests', 'too_many_requests']);
  world.pass(minutes(6));
  expect((await second.call(session.answerCode, { code: '000000' })).code).toBe(401); // five minutes have passed
});

test('attempts from other networks cannot lock an operator out of a known browser', async () => {
  const { world, office } = await open();
  const { owner } = await office.staff();
  const { email, password, secret } = owner.person;
  let networks = 0;
  const stranger = () => office.visitor(`2001:db8:${(++networks).toString(16)}::1`);
  const logIn = async (who: typeof owner | ReturnType<typeof office.visitor>, given = 'not the password') =>
    (await who.call(session.logIn, { email, password: given })).code;
  // All addresses of one network, in any notation.
  const same = ['2001:db8::1', '2001:db8:0:0:0:0:0:2', '2001:0DB8::3', '2001:db8::4', '2001:db8::5', '2001:db8:0::6'];
  const codes: number[] = [];
  for (const address of same) codes.push(await logIn(office.visitor(address)));
  expect(codes).toEqual([400, 400, 400, 400, 400, 429]);
  let tried = 5;
  while ((await logIn(stranger())) === 400) tried++;
  expect(tried).toBe(50);
  const fresh = stranger();
  expect((await fresh.call(session.logIn, { email, password })).data).toMatchObject({ seconds: 60 });
  await owner.call(session.logOut, {});
  expect(await logIn(owner)).toBe(400);
  expect(await logIn(owner, password)).toBe(200);
  // Knowing the password doesn't help to use up the second factor's attempts either.
  world.pass(minutes(30));
  for (let i = 0; i < 14; i++) {
    const thief = stranger();
    if ((await logIn(thief, password)) !== 200) continue;
    await thief.call(session.answerCode, { code: '000000' });
  }
  expect(await logIn(owner, password)).toBe(200);
  expect((await owner.call(session.answerCode, { code: codeAt(secret, world.clock()) })).code).toBe(200);
});

test('a recovery code works once, and new codes replace the old ones', async () => {
  const { office } = await open();
  const { owner } = await office.staff();
  const { email, password, recoveryCodes } = owner.person;
  const enter = async (code: string) => {
    const browser = office.visitor();
    await browser.call(session.logIn, { email, password });
    return browser.call(session.answerRecovery, { code });
  };
  expect((await enter(recoveryCodes[0]!.toLowerCase())).data).toEqual({ left: 7 });
  expect((await enter(recoveryCodes[0]!)).data.reason).toBe('wrong_factor');
  const renewed = await owner.call(session.renewRecoveryCodes, {});
  expect((await enter(recoveryCodes[1]!)).data.reason).toBe('wrong_factor');
  expect((await enter(renewed.data.recoveryCodes[7]!)).code).toBe(200);
});

test('a passkey is added after logging in, answers only its own challenge, once, and can be removed', async () => {
  const { world, office } = await open();
  const { support } = await office.staff();
  const key = newAuthenticator(officeOrigin);
  const made = await support.call(session.askPasskey, { purpose: 'add' });
  const response = key.make(made.data.options.challenge);
  expect((await support.call(session.addPasskey, { name: 'Blue key', response })).code).toBe(200);
  expect((await support.call(session.addPasskey, { name: 'Again', response })).data.reason).toBe('wrong_factor');

  const browser = office.visitor();
  const { email, password } = support.person;
  expect((await browser.call(session.logIn, { email, password })).data.passkey).toBe(true);
  expect((await browser.call(session.askPasskey, { purpose: 'add' })).code).toBe(401); // not before the second factor
  const { options } = (await browser.call(session.askPasskey, { purpose: 'answer' })).data;
  const foreign = newAuthenticator('https://evil.example').answer(options.challenge);
  expect((await browser.call(session.answerPasskey, { response: { ...foreign, id: key.id } })).data.reason).toBe(
    'wrong_factor',
  );
  const late = key.answer(options.challenge); // a challenge is used up by any answer
  expect((await browser.call(session.answerPasskey, { response: late })).data.reason).toBe('wrong_factor');
  const again = (await browser.call(session.askPasskey, { purpose: 'answer' })).data.options;
  const right = key.answer(again.challenge);
  expect((await browser.call(session.answerPasskey, { response: right })).code).toBe(200);
  expect((await browser.call(session.answerPasskey, { response: right })).data.reason).toBe('wrong_factor');
  world.pass(minutes(11));
  expect((await browser.call(session.removePasskey, { id: key.id })).data.reason).toBe('factor_stale');
  const fresh = (await browser.call(session.askPasskey, { purpose: 'answer' })).data.options;
  await browser.call(session.answerPasskey, { response: key.answer(fresh.challenge) });
  expect((await browser.call(session.removePasskey, { id: key.id })).code).toBe(200);
  expect((await browser.call(session.showSelf, {})).data.passkeys).toEqual([]);
});

test('a session ends after half an hour without activity, and after eight hours in any case', async () => {
  const { world, office } = await open();
  const { owner } = await office.staff();
  for (let i = 0; i < 3; i++) {
    world.pass(minutes(14));
    expect((await owner.call(showAuditHead, {})).code).toBe(i < 2 ? 200 : 401); // refreshes aren't activity
  }
  const again = await office.logIn(owner.person);
  const began = world.clock().getTime();
  while (world.clock().getTime() - began < minutes(460)) {
    world.pass(minutes(20));
    expect((await again.call(session.showSelf, {})).code).toBe(200);
  }
  world.pass(minutes(20));
  expect((await again.call(session.showSelf, {})).code).toBe(401);
});

test("a user's session is not valid in the console, nor an operator's in the app", async () => {
  const { world, office } = await open();
  const { owner } = await office.staff();
  const ann = await world.person();
  const visitor = office.visitor();
  visitor.jar.set('glasshouse_operator', ann.jar.get('glasshouse_session')!);
  visitor.jar.set('glasshouse_session', ann.jar.get('glasshouse_session')!);
  expect((await visitor.call(session.showSelf, {})).code).toBe(401);
  const user = world.visitor();
  user.jar.set('glasshouse_session', owner.jar.get('glasshouse_operator')!);
  user.jar.set('glasshouse_operator', owner.jar.get('glasshouse_operator')!);
  expect((await user.call(getUser, {})).code).toBe(401);
});

test('the cookie is for this host only and hidden from scripts; no secret is in the tables', async () => {
  const { world, office } = await open();
  const { owner } = await office.staff();
  world.pass(seconds(30));
  const { email, password, secret } = owner.person;
  const response = await office.visitor().raw(session.logIn, { email, password });
  expect(response.cookies.find(({ name }) => name === 'glasshouse_operator')).toMatchObject({
    httpOnly: true,
    sameSite: 'Strict',
    path: '/',
  });
  const tables = [
    await world.owner.selectFrom('operator').selectAll().execute(),
    await world.owner.selectFrom('operator_session').selectAll().execute(),
    await world.owner.selectFrom('audit_entry').selectAll().execute(),
  ];
  const text = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
  const rows = JSON.stringify(tables, (key, value) =>
    value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : text(key, value),
  );
  for (const hidden of [secret, password, owner.jar.get('glasshouse_operator')!]) expect(rows).not.toContain(hidden);
  const log = JSON.stringify(await world.owner.selectFrom('audit_entry').select(['before', 'after']).execute());
  expect(log).not.toContain('argon2');
});

test('an owner invites, changes roles, resets and disables; the last owner can’t be removed', async () => {
  const { world, office } = await open();
  const { owner, support, reviewer } = await office.staff();
  const list = async () => (await owner.call(operators.listOperators, {})).data.list;
  const idOf = async (email: string) => (await list()).find((one) => one.email === email)!.id;
  const [ownerId, supportId] = [await idOf(owner.person.email), await idOf(support.person.email)];
  const invite = { name: 'X', email: support.person.email, role: 'auditor', language, reason } as const;
  expect((await owner.call(operators.inviteOperator, invite)).data.reason).toBe('email_taken');
  for (const [call, body] of [
    [operators.disableOperator, { id: ownerId, reason }],
    [operators.resetOperator, { id: ownerId, language, reason }],
    [operators.changeOperatorRole, { id: ownerId, role: 'auditor', reason }],
  ] as const)
    expect((await owner.call(call, body as never)).data.reason).toBe('last_owner');

  // Two people: the owner requests, the reviewer approves.
  const together = async (endpoint: OperatorEndpoint, body: object) => {
    const { waiting } = (await owner.call(endpoint, body as never)).data as { waiting: string };
    expect((await reviewer.call(decideApproval, { id: waiting, decision: 'approve', reason })).code).toBe(200);
  };
  await together(operators.changeOperatorRole, { id: supportId, role: 'auditor', reason });
  expect((await support.call(session.showSelf, {})).code).toBe(401); // a new role requires a new log-in
  expect((await owner.call(operators.disableOperator, { id: supportId, reason })).code).toBe(200);
  const out = await office.logIn(support.person);
  expect((await out.call(session.showSelf, {})).code).toBe(401);
  const relink = async () => {
    await together(operators.resetOperator, { id: supportId, language, reason });
    return followLink(office.visitor().call, await office.linkMailedTo(support.person.email), world.clock());
  };
  await relink();
  expect((await list()).find((one) => one.id === supportId)).toMatchObject({ status: 'active', role: 'auditor' });

  // Two owners cannot remove each other at the same time.
  await together(operators.changeOperatorRole, { id: supportId, role: 'owner', reason });
  const second = await office.logIn({ ...support.person, ...(await relink()) });
  const answers = await Promise.all([
    owner.call(operators.disableOperator, { id: supportId, reason }),
    second.call(operators.disableOperator, { id: ownerId, reason }),
  ]);
  expect(answers.map(({ code }) => code).filter((code) => code === 200)).toHaveLength(1);
});

test('an operator disabled while finishing the set-up stays disabled', async () => {
  const { world, office } = await open();
  const { owner, reviewer } = await office.staff();
  const email = 'nia@office.example';
  const invite = { name: 'Nia', email, role: 'reviewer', language, reason } as const;
  const { waiting } = (await owner.call(operators.inviteOperator, invite)).data as { waiting: string };
  await reviewer.call(decideApproval, { id: waiting, decision: 'approve', reason });
  const nia = office.visitor();
  await nia.call(session.setUp, { token: tokenOf(await office.linkMailedTo(email)), password: operatorPassword });
  const { secret } = (await nia.call(session.beginEnrolment, {})).data;
  expect((await nia.call(session.finishEnrolment, { code: '000000' })).data.reason).toBe('wrong_factor');
  const nias = world.owner.selectFrom('operator').select(['id', 'status']).where('email', '=', email);
  const { id } = await nias.executeTakeFirstOrThrow();

  // The test holds the lock on attempts, so that finishing waits until the operator is disabled.
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = world.owner.transaction().execute(async (tx) => {
    await sql`select 1 from throttle for update`.execute(tx);
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const finishing = nia.call(session.finishEnrolment, { code: codeAt(secret, world.clock()) });
  const waits = () =>
    sql`select 1 from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`.execute(
      world.db,
    );
  while ((await waits()).rows.length === 0) await wait(20);
  expect((await owner.call(operators.disableOperator, { id, reason })).code).toBe(200);
  release.resolve();
  await held;
  expect((await finishing).data.reason).toBe('not_logged_in');
  expect((await nias.executeTakeFirstOrThrow()).status).toBe('disabled');
  expect((await nia.call(session.showSelf, {})).code).toBe(401);
});

test('an owner without another owner gets a new link from the server, and the lost factors stop working', async () => {
  const { world, office } = await open();
  const { owner } = await office.staff();
  const renew = (email: string) => inTx(office.db, (tx) => renewOwner(tx, world.clock(), officeOrigin, email));
  expect(await renew('support@office.example')).toMatchObject({ ok: false, error: 'no_such_owner' });
  const renewed = await renew(owner.person.email);
  expect((await owner.call(session.showSelf, {})).code).toBe(401);
  const old = await office.logIn(owner.person);
  expect((await old.call(session.showSelf, {})).code).toBe(401);
  const browser = office.visitor();
  await followLink(browser.call, renewed.ok ? renewed.value.link : '', world.clock());
  expect((await browser.call(session.showSelf, {})).data.operator.role).toBe('owner');
});

test('managing operators requires the second factor again after ten minutes', async () => {
  const { world, office } = await open();
  const { owner } = await office.staff();
  const invite = { name: 'New', email: 'new@office.example', role: 'auditor', language, reason } as const;
  world.pass(minutes(11));
  expect(await owner.call(operators.inviteOperator, invite)).toMatchObject({
    code: 403,
    data: { reason: 'factor_stale' },
  });
  expect((await owner.call(session.confirmFactor, { code: '000000' })).data.reason).toBe('wrong_factor');
  await owner.call(session.confirmFactor, { code: codeAt(owner.person.secret, world.clock()) });
  expect((await owner.call(operators.inviteOperator, invite)).code).toBe(200);
  const guesses = [];
  for (let i = 0; i < 6; i++) guesses.push((await owner.call(session.confirmFactor, { code: '000000' })).data.reason);
  expect(guesses.at(-1)).toBe('too_many_requests');
});
