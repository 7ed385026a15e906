import { decideApproval, listApprovals } from '@glasshouse/protocol/backoffice/approvals';
import { listAudit } from '@glasshouse/protocol/backoffice/audit';
import { correctBalance } from '@glasshouse/protocol/backoffice/users';
import { type Locale, locales } from '@glasshouse/protocol/locales';
import * as operators from '@glasshouse/protocol/operators/calls';
import type { OperatorRole } from '@glasshouse/protocol/operators/permissions';
import { finishEnrolment, showSelf } from '@glasshouse/protocol/operators/session';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { appendEntry } from '#platform/console/audit.ts';
import { inTx } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import { ok } from '#platform/http/result.ts';
import { days, minutes } from '#platform/runtime/clock.ts';
import { startWorker } from '#roles/worker.ts';
import { linkIn, openMailbox, textOf } from '../../../test/mailbox.ts';
import { openOffice } from '../../../test/office.ts';
import { followLink } from '../../../test/operators.ts';
import { newWorld } from '../../../test/world.ts';

const reason = 'Because the test says so';
const language = 'en-US' as const;
const newcomer = (role: OperatorRole = 'auditor', email = 'new@office.example') =>
  ({ name: 'Nia New', email, role, language, reason }) as const;

async function open() {
  const world = await newWorld({ now: new Date() });
  const office = await openOffice(world);
  const staff = await office.staff();
  const list = async () => (await staff.owner.call(operators.listOperators, {})).data.list;
  const idOf = async (email: string) => (await list()).find((one) => one.email === email)!.id;
  const approve = (who: (typeof staff)[OperatorRole], id: string) =>
    who.call(decideApproval, { id, decision: 'approve', reason });
  return { world, office, staff, list, idOf, approve };
}

test('the one-time link is mailed only to the new operator, in the chosen language, and marked as simulated', async () => {
  const mailbox = await openMailbox();
  const world = await newWorld({ smtpUrl: mailbox.url, now: new Date() });
  const worker = await startWorker({ ...world, bus: undefined as never });
  onTestFinished(async () => {
    await worker.stop();
    await mailbox.close();
  });
  const office = await openOffice(world);
  const owner = office.visitor();
  await followLink(owner.call, await office.firstLink(), world.clock());
  const mails = new Map<Locale, string>();
  for (const each of locales) {
    const email = `new-${each.toLowerCase()}@office.example`;
    const answer = await owner.call(operators.inviteOperator, { ...newcomer('support', email), language: each });
    expect(answer.data).toEqual({ waiting: null });
    const mail = textOf(await mailbox.next(email));
    expect(mail).toContain('Glasshouse');
    expect(mail).not.toContain('{');
    mails.set(each, mail);
    const person = await followLink(office.visitor().call, linkIn(mail), world.clock());
    expect(person).toMatchObject({ email, role: 'support' });
  }
  expect(mails.get('en-US')).toContain('simulated: paper money only');
  const log = JSON.stringify((await owner.call(listAudit, { limit: 100 })).data);
  expect(log).not.toContain('/setup#');
  // The console's role can mail operators only, and cannot read queued mails.
  await expect(sql`select mail_operator(${newId()}, 'x', 'x')`.execute(office.db)).rejects.toThrow('no rows');
  await expect(sql`select * from graphile_worker._private_jobs`.execute(office.db)).rejects.toThrow(
    'permission denied',
  );
}, 60_000);

test('an only operator acts alone, which the log records; once a second person exists, it takes two', async () => {
  const world = await newWorld({ now: new Date() });
  const office = await openOffice(world);
  const owner = office.visitor();
  await followLink(owner.call, await office.firstLink(), world.clock());
  const invite = async (role: OperatorRole, email: string) =>
    (await owner.call(operators.inviteOperator, newcomer(role, email))).data.waiting;
  const enter = async (email: string) =>
    followLink(office.visitor().call, await office.linkMailedTo(email), world.clock());
  // Roles that cannot be the second person don't count.
  for (const role of ['support', 'product_manager', 'auditor'] as const) {
    expect(await invite(role, `${role}@office.example`), role).toBeNull();
    await enter(`${role}@office.example`);
  }
  expect(await invite('reviewer', 'reviewer@office.example')).toBeNull();
  const [entry] = (await owner.call(listAudit, { action: operators.inviteOperator.path })).data.list;
  expect(entry).toMatchObject({ second: null, after: { role: 'reviewer', alone: true } });
  await enter('reviewer@office.example');
  expect(await invite('reviewer', 'second@office.example')).toEqual(expect.any(String));
  expect(await office.linkMailedTo('second@office.example')).toContain('no link was mailed');
});

test('inviting, resetting and changing a role wait for another owner or a reviewer, never for the operator concerned', async () => {
  const { world, office, staff, list, idOf, approve } = await open();
  const supportId = await idOf(staff.support.person.email);
  const asks = [
    [operators.inviteOperator, newcomer()],
    [operators.changeOperatorRole, { id: supportId, role: 'reviewer', reason }],
    [operators.resetOperator, { id: supportId, language, reason }],
  ] as const;
  for (const [endpoint, body] of asks) {
    const { waiting } = (await staff.owner.call(endpoint, body as never)).data as { waiting: string };
    const [shown] = (await staff.reviewer.call(listApprovals, {})).data.list;
    expect(shown, endpoint.path).toMatchObject({ id: waiting, deciders: ['reviewer', 'owner'], mayDecide: true });
    for (const role of ['owner', 'auditor', 'product_manager'] as const)
      expect((await approve(staff[role], waiting)).code, `${endpoint.path} ${role}`).toBe(403);
    expect((await approve(staff.reviewer, waiting)).code, endpoint.path).toBe(200);
    const [entry] = (await staff.owner.call(listAudit, { action: endpoint.path })).data.list;
    expect(entry).toMatchObject({ operator: { name: 'Olga Owner' }, second: { name: 'Rita Review' } });
  }
  expect((await list()).find(({ id }) => id === supportId)).toMatchObject({ status: 'invited', role: 'reviewer' });
  expect((await list()).find(({ email }) => email === 'new@office.example')!.linkUntil).not.toBeNull();
  await followLink(office.visitor().call, await office.linkMailedTo('new@office.example'), world.clock());
  expect((await list()).find(({ email }) => email === 'new@office.example')).toMatchObject({
    status: 'active',
    linkUntil: null,
  });
  // A reviewer doesn't approve changes to their own account.
  const id = await idOf(staff.reviewer.person.email);
  await world.owner.updateTable('operator').set({ second_until: null }).execute();
  const about = await staff.owner.call(operators.changeOperatorRole, { id, role: 'owner', reason });
  expect(about.data).toEqual({ waiting: null }); // no other operator could be asked
});

test('the operator concerned cannot be the second person', async () => {
  const { world, office, staff, idOf, approve } = await open();
  const { waiting } = (await staff.owner.call(operators.inviteOperator, newcomer('reviewer'))).data;
  await approve(staff.reviewer, waiting!);
  await followLink(office.visitor().call, await office.linkMailedTo('new@office.example'), world.clock());
  const id = await idOf(staff.reviewer.person.email);
  const asked = (await staff.owner.call(operators.changeOperatorRole, { id, role: 'owner', reason })).data.waiting!;
  expect((await approve(staff.reviewer, asked)).data.reason).toBe('own_case');
});

test('for a day after the set-up an operator cannot be a second person, which the database enforces too', async () => {
  const { world, office, staff, idOf, approve } = await open();
  const ann = await world.person();
  const correction = {
    number: ann.info.number,
    wallet: 'fund',
    currency: 'USDT',
    direction: 'credit',
    amount: '1',
    reason,
  } as const;
  const ask = async () => (await staff.support.call(correctBalance, { ...correction, id: newId() })).data.waiting!;
  const newReviewer = async () => {
    const invitation = (await staff.owner.call(operators.inviteOperator, newcomer('reviewer'))).data.waiting!;
    await approve(staff.reviewer, invitation);
    const browser = office.visitor();
    const person = await followLink(browser.call, await office.linkMailedTo('new@office.example'), world.clock());
    return { ...browser, person };
  };
  const newest = await newReviewer();
  const id = await ask();
  expect(await approve(newest, id)).toMatchObject({ code: 403, data: { reason: 'too_new' } });
  const [shown] = (await newest.call(listApprovals, {})).data.list;
  expect(shown).toMatchObject({ id, mayDecide: false });
  const until = Date.parse(shown!.mayDecideFrom!) - world.clock().getTime();
  expect(Math.abs(until - days(1))).toBeLessThan(minutes(1));
  const self = await idOf('new@office.example');
  await expect(
    sql`update approval set decision = 'approved', answer = '', decided_by = ${self}, decided_by_name = '',
        decided_at = ${world.clock()} where id = ${id}`.execute(office.db),
  ).rejects.toThrow('cannot decide yet');
  await expect(
    sql`update operator set enrolled_at = enrolled_at - interval '2 days' where id = ${self}`.execute(office.db),
  ).rejects.toThrow('permission denied');
  // The database uses its own clock, so the test moves the row into the past.
  const earlier = (by: string) =>
    sql`update operator set enrolled_at = enrolled_at - ${by}::interval where id = ${self}`.execute(world.owner);
  await earlier('23 hours 58 minutes');
  expect((await approve(newest, id)).data.reason).toBe('too_new');
  await earlier('2 minutes 10 seconds');
  expect((await approve(newest, id)).code).toBe(200);

  // An operator who was reset counts as new again.
  const [support, owner, reviewer] = [
    await office.logIn(staff.support.person),
    await office.logIn(staff.owner.person),
    await office.logIn(staff.reviewer.person),
  ];
  const { waiting } = (await owner.call(operators.resetOperator, { id: self, language, reason })).data;
  expect((await reviewer.call(decideApproval, { id: waiting!, decision: 'approve', reason })).code).toBe(200);
  const back = office.visitor();
  await followLink(back.call, await office.linkMailedTo('new@office.example'), world.clock());
  const second = (await support.call(correctBalance, { ...correction, id: newId() })).data.waiting!;
  expect((await back.call(decideApproval, { id: second, decision: 'approve', reason })).data.reason).toBe('too_new');
  expect((await back.call(showSelf, {})).code).toBe(200);
});

test('a request about an operator ends if their status or role has changed by the time it is approved', async () => {
  const { office, staff, list, idOf, approve } = await open();
  await office.another('reviewer', staff);
  const id = await idOf('another-reviewer@office.example');
  const state = async () => (await list()).find((one) => one.id === id)!;
  const reset = (await staff.owner.call(operators.resetOperator, { id, language, reason })).data.waiting!;
  const role = (await staff.owner.call(operators.changeOperatorRole, { id, role: 'auditor', reason })).data.waiting!;
  await staff.owner.call(operators.disableOperator, { id, reason });
  for (const request of [reset, role])
    expect((await approve(staff.reviewer, request)).data.reason).toBe('request_outdated');
  expect(await state()).toMatchObject({ role: 'reviewer', status: 'disabled', linkUntil: null });
});

test('the console’s role cannot forge requests, decisions or operators by SQL, and both names must be in the log', async () => {
  const { world, office, staff, idOf } = await open();
  const [support, reviewer] = [await idOf(staff.support.person.email), await idOf(staff.reviewer.person.email)];
  const asked = (id: string) => ({
    id,
    action: correctBalance.path,
    subject: 'user:1',
    input: '{}',
    reason,
    asked_by: support,
    asked_by_name: 'Sofia Support',
    asked_at: new Date(),
    expires_at: new Date(Date.now() + days(7)),
  });
  const decided = (by: string, at = new Date()) =>
    ({ decision: 'approved', answer: '', decided_by: by, decided_by_name: '', decided_at: at }) as const;
  const insert = (row: object) =>
    office.db
      .insertInto('approval')
      .values(row as never)
      .execute();
  await expect(insert({ ...asked(newId()), ...decided(reviewer) })).rejects.toThrow('permission denied');
  await expect(insert(asked(newId()))).rejects.toThrow('is not in the log');

  // A real request can't be decided without a log entry, in the past, or after it has expired.
  const { info } = await world.person();
  const correction = {
    number: info.number,
    wallet: 'fund',
    currency: 'USDT',
    direction: 'credit',
    amount: '1',
    reason,
  } as const;
  const id = (await staff.support.call(correctBalance, { ...correction, id: newId() })).data.waiting!;
  const decide = (change: object) => office.db.updateTable('approval').set(change).where('id', '=', id).execute();
  await expect(decide(decided(reviewer))).rejects.toThrow('is not in the log');
  await expect(decide(decided(reviewer, new Date(Date.now() - minutes(6))))).rejects.toThrow('in the past');
  await expect(decide(decided(reviewer, new Date(Date.now() + days(8))))).rejects.toThrow('approval_in_time');
  await expect(insert({ ...asked(newId()), expires_at: new Date(Date.now() + days(8)) })).rejects.toThrow(
    'approval_ends',
  );

  // An operator can't be made to look older, neither at once nor step by step.
  const ghost = {
    id: newId(),
    name: 'Ghost',
    email: 'ghost@office.example',
    role: 'reviewer',
    created_at: new Date(0),
  };
  const make = (row: object) =>
    office.db
      .insertInto('operator')
      .values(row as never)
      .execute();
  await expect(make({ ...ghost, status: 'active' })).rejects.toThrow('permission denied');
  await expect(make({ ...ghost, enrolled_at: new Date(0) })).rejects.toThrow('permission denied');
  await expect(make(ghost)).rejects.toThrow('is not in the audit log');
  await world.owner.insertInto('operator').values(ghost).execute();
  const activate = office.db
    .updateTable('operator')
    .set({ status: 'active', password_hash: 'x', totp_secret: Buffer.from('x') })
    .where('id', '=', ghost.id);
  await expect(activate.execute()).rejects.toThrow('is not in the audit log');
  await inTx(office.db, async (tx) => {
    const name = { id: ghost.id, name: ghost.name };
    await sql`update operator set status = 'active', password_hash = 'x', totp_secret = 'x' where id = ${ghost.id}`.execute(
      tx,
    );
    await appendEntry(
      tx,
      { at: world.clock(), action: finishEnrolment.path, operator: name },
      { subject: `operator:${ghost.id}`, after: { loggedIn: 'totp' } },
    );
    return ok({});
  });
  for (const at of [new Date(), new Date(Date.now() + days(2))])
    await expect(decide(decided(ghost.id, at))).rejects.toThrow('cannot decide yet');
});

test('an owner who disables, resets or demotes the second person still needs one for a week', async () => {
  const acts = [
    (id: string) => [operators.disableOperator, { id, reason }] as const,
    (id: string) => [operators.resetOperator, { id, language, reason }] as const,
    (id: string) => [operators.changeOperatorRole, { id, role: 'auditor', reason }] as const,
  ];
  for (const act of acts) {
    const { world, office, staff, idOf } = await open();
    const [endpoint, body] = act(await idOf(staff.reviewer.person.email));
    expect((await staff.owner.call(endpoint, body as never)).code, endpoint.path).toBe(200);
    const invite = async (owner: typeof staff.owner, email: string) =>
      (await owner.call(operators.inviteOperator, newcomer('reviewer', email))).data.waiting;
    expect(await invite(staff.owner, 'one@office.example'), endpoint.path).not.toBeNull();
    world.pass(days(7) - minutes(1));
    expect(await invite(await office.logIn(staff.owner.person), 'two@office.example'), endpoint.path).not.toBeNull();
    world.pass(minutes(1));
    expect(await invite(await office.logIn(staff.owner.person), 'three@office.example'), endpoint.path).toBeNull();
  }
}, 60_000);

test('a request fails if the operator who asked has lost the permission, and is carried out once', async () => {
  const { staff, idOf, approve, office } = await open();
  const promote = (
    await staff.owner.call(operators.changeOperatorRole, {
      id: await idOf(staff.support.person.email),
      role: 'owner',
      reason,
    })
  ).data.waiting!;
  const both = await Promise.all([approve(staff.reviewer, promote), approve(staff.reviewer, promote)]);
  expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
  const invitation = (await staff.owner.call(operators.inviteOperator, newcomer())).data.waiting!;
  const second = await office.logIn(staff.support.person);
  const ownerId = await idOf(staff.owner.person.email);
  expect((await second.call(operators.disableOperator, { id: ownerId, reason })).code).toBe(200);
  expect((await approve(staff.reviewer, invitation)).data.reason).toBe('approval_ended');
  expect((await second.call(operators.listOperators, {})).data.list.map(({ email }) => email)).not.toContain(
    'new@office.example',
  );
});
