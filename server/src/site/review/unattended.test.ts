import { showAuditHead } from '@glasshouse/protocol/backoffice/audit';
import { showDashboard } from '@glasshouse/protocol/backoffice/dashboard';
import { showTimeline } from '@glasshouse/protocol/backoffice/timeline';
import { freezeUser, unfreezeUser } from '@glasshouse/protocol/backoffice/users';
import { showDeposit, showTopUp, submitDepositAgain } from '@glasshouse/protocol/deposits/calls';
import { showCertState } from '@glasshouse/protocol/identity/calls';
import * as review from '@glasshouse/protocol/review/office';
import { cancelWithdrawal, showWithdrawal, showWithdrawForm } from '@glasshouse/protocol/withdrawals/calls';
import { freezeWithdrawal, returnWithdrawal, unfreezeWithdrawal } from '@glasshouse/protocol/withdrawals/office';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { passByClock } from '#money/deposits/decided.ts';
import { notifyInviterOf } from '#money/invites/invites.ts';
import { approveByClock } from '#money/withdrawals/jobs.ts';
import { decideByClock } from '#people/identity/jobs.ts';
import { openDb, openPool } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import { days, minutes, plus, seconds } from '#platform/runtime/clock.ts';
import { inDatabase, urlFor } from '../../../database/prepare.ts';
import { setMoney } from '../../../test/money-settings.ts';
import { openOffice } from '../../../test/office.ts';
import { receiptRow, submitRow } from '../../../test/receipts.ts';
import { rowsRead } from '../../../test/rows-read.ts';
import { verified, withdraw } from '../../../test/withdrawals.ts';
import { newWorld, type World } from '../../../test/world.ts';

type Person = Awaited<ReturnType<World['person']>>;

/** The world is a day ahead, so that the database accepts the times the test sets. */
async function open() {
  const world = await newWorld({ now: plus(new Date(), days(1)) });
  /** Runs the jobs that the worker runs every few seconds. */
  const turn = async (later = 0) => {
    for (const approve of [decideByClock(notifyInviterOf), passByClock, approveByClock])
      await approve(world.db, world.bus, plus(world.clock(), later));
  };
  return { world, turn };
}
/** Opens an identity case without its pictures. */
async function submitIdentity(world: World, { info, number }: Person): Promise<void> {
  const id = newId();
  const file = (part: string) => ({
    ...{
      id: newId(),
      person: info.id,
      purpose: 'specimen',
      part,
      name: newId().repeat(2),
      bytes: 1,
      width: 1,
      height: 1,
    },
    ...{ wrapped_key: Buffer.alloc(60), key_id: 'none', sha256: Buffer.alloc(32), created_at: world.clock() },
  });
  const [front, back] = [file('id-front'), file('id-back')];
  await world.owner.insertInto('file').values([front, back]).execute();
  const about = {
    id,
    kind: 'identity',
    person: info.id,
    number,
    title: 'id',
    try_number: 1,
    submitted_at: world.clock(),
  };
  await world.owner.insertInto('review_case').values(about).execute();
  await world.owner
    .insertInto('identity_case')
    .values({ id, person: info.id, document: 'id', front: front.id, back: back.id })
    .execute();
}
const topUp = async (person: Person, id: string) => (await person.call(showTopUp, { id })).data;
const withdrawal = async (person: Person, id: string) => (await person.call(showWithdrawal, { id })).data;

test('a new site without operators announces 30 s and then approves identities, top-ups and withdrawals automatically', async () => {
  const { world, turn } = await open();
  const [ann, bob] = [await world.person(), await verified(world)];
  expect((await ann.call(showDeposit, {})).data.automaticSeconds).toBe(30);
  expect((await ann.call(showCertState, {})).data.automaticSeconds).toBe(30);
  expect((await bob.call(showWithdrawForm, {})).data).toMatchObject({
    ...{ automaticSeconds: 30, twoPeopleAbove: '10000.00' },
  });

  await submitIdentity(world, ann);
  const { id: paid } = await submitRow(world, ann);
  const { id: sent } = await withdraw(bob, '100');
  const sentAt = world.clock();
  world.pass(seconds(29));
  await turn();
  const due = new Date(sentAt.getTime() + seconds(30)).toISOString();
  expect((await ann.call(showCertState, {})).data).toMatchObject({ state: 'under_review', automaticAt: due });
  expect(await topUp(ann, paid)).toMatchObject({ state: 'under_review', automaticSeconds: 30, automaticAt: due });
  expect(await withdrawal(bob, sent)).toMatchObject({ state: 'under_review', automaticSeconds: 30 });

  world.pass(seconds(1));
  await Promise.all([turn(), turn(), turn()]);
  expect((await ann.call(showCertState, {})).data).toMatchObject({ state: 'passed', automatic: true });
  expect(await topUp(ann, paid)).toMatchObject({ state: 'passed', automatic: true });
  expect(await withdrawal(bob, sent)).toMatchObject({ state: 'withdrawing', automaticSeconds: null });
});

test('automatic approval waits while an operator who may decide has used the console in the last five minutes', async () => {
  const { world, turn } = await open();
  const office = await openOffice(world);
  const staff = await office.staff();
  await setMoney(world, { unattended_seconds: 30, effective_at: world.clock() });
  const ann = await world.person();
  const said = async () => (await ann.call(showDeposit, {})).data.automaticSeconds;
  await staff.reviewer.call(review.listReviewKinds, {});
  expect(await said()).toBeNull();
  const { id } = await submitRow(world, ann);
  world.pass(minutes(4));
  await staff.support.call(review.listReviewKinds, {});
  await turn();
  expect(await topUp(ann, id)).toMatchObject({ state: 'under_review', automaticSeconds: null, automaticAt: null });

  world.pass(minutes(6));
  expect(await said()).toBe(30); // support may not decide top-ups
  expect(await topUp(ann, id)).toMatchObject({ automaticAt: world.clock().toISOString() });
  const again = await office.logIn(staff.reviewer.person);
  await turn();
  expect(await topUp(ann, id)).toMatchObject({ state: 'under_review' });
  await sql`update operator set status = 'disabled' where role = 'reviewer'`.execute(world.owner);
  expect((await again.call(review.listReviewKinds, {})).code).not.toBe(200);
  await turn();
  expect(await topUp(ann, id)).toMatchObject({ state: 'passed' });
});

test('a user sees whether a reviewer is on duty, also where only people decide', async () => {
  const { world } = await open();
  const office = await openOffice(world);
  const staff = await office.staff();
  await setMoney(world, { unattended_seconds: 0, effective_at: world.clock() });
  const ann = await world.person();
  const { id } = await submitRow(world, ann);
  const onDuty = async () => [
    (await ann.call(showDeposit, {})).data.onDuty,
    (await topUp(ann, id)).onDuty,
    (await ann.call(showCertState, {})).data.onDuty,
    (await ann.call(showWithdrawForm, {})).data.onDuty,
  ];
  expect(await onDuty()).toEqual([true, true, true, true]);
  world.pass(minutes(4));
  await staff.support.call(review.listReviewKinds, {}); // support may not decide these queues
  world.pass(minutes(2));
  expect(await onDuty()).toEqual([false, false, false, false]);
  await office.logIn(staff.reviewer.person);
  expect(await onDuty()).toEqual([true, true, true, true]);
});

test('a claimed case waits for its operator; when the claim ends while both decide, there is one decision', async () => {
  const { world, turn } = await open();
  const { reviewer } = await (await openOffice(world)).staff();
  await setMoney(world, { unattended_seconds: 30, effective_at: world.clock() });
  const people: Person[] = [];
  for (let i = 0; i < 4; i++) people.push(await verified(world));
  const sent = new Map<string, { person: Person; id: string }>();
  for (const person of people) sent.set(String(person.number), { person, id: (await withdraw(person, '100')).id });
  const cases = (await reviewer.call(review.listReviewCases, { kind: 'withdrawal' })).data.list;
  for (const { id } of cases) expect((await reviewer.call(review.claimReviewCase, { id })).code).toBe(200);
  const stateOf = async (number: string) => {
    const { person, id } = sent.get(number)!;
    return (await withdrawal(person, id)).state;
  };
  world.pass(minutes(10) - seconds(1));
  await turn();
  for (const { number } of cases) expect(await stateOf(number)).toBe('under_review');

  // The worker's clock is slightly fast, so for it the claims have ended.
  const reject = (id: string) =>
    reviewer.call(review.decideReviewCase, { id, decision: 'reject', checks: [], reason: 'Unknown payee' });
  const [answers] = await Promise.all([
    Promise.all(cases.map(({ id }) => reject(id))),
    turn(seconds(2)),
    turn(seconds(2)),
  ]);
  for (const [i, { code, data }] of answers.entries()) {
    const state = await stateOf(cases[i]!.number);
    if (code === 200) expect(state).toBe('rejected');
    else expect([(data as { reason?: string }).reason, state]).toEqual(['case_decided', 'withdrawing']);
  }
});

test('for a day after a reviewer rejected a case, no other case of the user in that queue is approved automatically', async () => {
  const { world, turn } = await open();
  const { reviewer } = await (await openOffice(world)).staff();
  await setMoney(world, { unattended_seconds: 30, effective_at: world.clock() });
  const bob = await verified(world);
  const { id: sent } = await withdraw(bob, '100');
  const { id: paid } = await submitRow(world, bob);
  for (const kind of ['withdrawal', 'top_up']) {
    const [found] = (await reviewer.call(review.listReviewCases, { kind })).data.list;
    await reviewer.call(review.claimReviewCase, { id: found!.id });
    const reject = { id: found!.id, decision: 'reject' as const, checks: [], reason: 'Suspected fraud' };
    expect((await reviewer.call(review.decideReviewCase, reject)).code).toBe(200);
  }
  expect((await withdrawal(bob, sent)).state).toBe('rejected');
  world.pass(minutes(6)); // the reviewer goes off duty
  const { id: again } = await withdraw(bob, '100');
  await bob.call(submitDepositAgain, { id: paid, receipt: await receiptRow(world, bob) });
  world.pass(seconds(31));
  await turn();
  expect(await withdrawal(bob, again)).toMatchObject({ state: 'under_review', automaticSeconds: null });
  expect(await topUp(bob, paid)).toMatchObject({ state: 'under_review', automaticSeconds: null, automaticAt: null });
  expect((await bob.call(showDeposit, {})).data.automaticSeconds).toBeNull();
  expect((await bob.call(showWithdrawForm, {})).data.automaticSeconds).toBeNull();
  expect((await bob.call(showCertState, {})).data.automaticSeconds).toBe(30); // another queue

  world.pass(days(1));
  await turn();
  expect(await withdrawal(bob, again)).toMatchObject({ state: 'withdrawing' });
  expect(await topUp(bob, paid)).toMatchObject({ state: 'passed' });
});

test('canceling a withdrawal that a reviewer has claimed does not get the next one approved automatically', async () => {
  const { world, turn } = await open();
  const { reviewer } = await (await openOffice(world)).staff();
  await setMoney(world, { unattended_seconds: 30, effective_at: world.clock() });
  const [bob, ann] = [await verified(world), await verified(world)];
  const { id } = await withdraw(bob, '100');
  const [found] = (await reviewer.call(review.listReviewCases, { kind: 'withdrawal' })).data.list;
  await reviewer.call(review.claimReviewCase, { id: found!.id });
  const { id: unclaimed } = await withdraw(ann, '100');
  world.pass(minutes(5) + seconds(31));
  await bob.call(cancelWithdrawal, { id });
  await ann.call(cancelWithdrawal, { id: unclaimed });
  const [second, other] = [await withdraw(bob, '100'), await withdraw(ann, '100')];
  world.pass(seconds(31));
  await turn();
  expect((await withdrawal(bob, second.id)).state).toBe('under_review');
  expect((await withdrawal(ann, other.id)).state).toBe('withdrawing');
});

test('canceling a withdrawal that a reviewer has claimed and released does not get the next one approved automatically', async () => {
  const { world, turn } = await open();
  const { reviewer } = await (await openOffice(world)).staff();
  await setMoney(world, { unattended_seconds: 30, effective_at: world.clock() });
  const bob = await verified(world);
  const { id } = await withdraw(bob, '100');
  const [found] = (await reviewer.call(review.listReviewCases, { kind: 'withdrawal' })).data.list;
  await reviewer.call(review.claimReviewCase, { id: found!.id });
  expect((await reviewer.call(review.releaseReviewCase, { id: found!.id })).code).toBe(200);
  expect((await bob.call(cancelWithdrawal, { id })).code).toBe(200);
  const { id: again } = await withdraw(bob, '100');
  world.pass(minutes(6));
  await turn();
  expect(await withdrawal(bob, again)).toMatchObject({ state: 'under_review', automaticSeconds: null });
  world.pass(days(1));
  await turn();
  expect(await withdrawal(bob, again)).toMatchObject({ state: 'withdrawing' });
});

test('for a day after a reviewer froze, released or returned a withdrawal, none of the same user is approved automatically', async () => {
  const { world, turn } = await open();
  const office = await openOffice(world);
  const staff = await office.staff();
  await setMoney(world, { unattended_seconds: 30, effective_at: world.clock() });
  const acts = { freezeWithdrawal, returnWithdrawal, unfreezeWithdrawal };
  const stories: (keyof typeof acts)[][] = [
    ['returnWithdrawal'],
    ['freezeWithdrawal', 'returnWithdrawal'],
    ['freezeWithdrawal'],
    ['freezeWithdrawal', 'unfreezeWithdrawal'],
  ];
  const users = await Promise.all(stories.map(async () => verified(world)));
  const sent = await Promise.all(users.map((user) => withdraw(user, '100')));
  world.pass(minutes(6)); // the operators go off duty
  await turn();
  const reviewer = await office.logIn(staff.reviewer.person);
  for (const [i, story] of stories.entries())
    for (const act of story) {
      const one = { number: users[i]!.info.number, id: sent[i]!.id, reason: 'Suspected fraud' };
      expect((await reviewer.call(acts[act], one)).code, `${story} ${act}`).toBe(200);
    }
  const states = ['failed', 'rejected', 'frozen', 'withdrawing'];
  for (const [i, user] of users.entries()) expect((await withdrawal(user, sent[i]!.id)).state).toBe(states[i]);
  const again = await Promise.all(users.map((user) => withdraw(user, '100')));
  const other = await verified(world);
  const { id: others } = await withdraw(other, '100');
  world.pass(minutes(6));
  await turn();
  for (const [i, user] of users.entries()) {
    const shown = await withdrawal(user, again[i]!.id);
    expect.soft(shown, `${stories[i]}`).toMatchObject({ state: 'under_review', automaticSeconds: null });
    expect.soft((await user.call(showWithdrawForm, {})).data.automaticSeconds, `${stories[i]}`).toBeNull();
  }
  expect((await withdrawal(other, others)).state).toBe('withdrawing');
  world.pass(days(1));
  await turn();
  for (const [i, user] of users.entries()) expect((await withdrawal(user, again[i]!.id)).state).toBe('withdrawing');
});

test('a withdrawal that was frozen under review waits for people, however long ago it was released', async () => {
  const { world, turn } = await open();
  const { reviewer } = await (await openOffice(world)).staff();
  await setMoney(world, { unattended_seconds: 30, effective_at: world.clock() });
  const bob = await verified(world);
  const { id } = await withdraw(bob, '100');
  for (const act of [freezeWithdrawal, unfreezeWithdrawal]) {
    const one = { number: bob.info.number, id, reason: 'Suspected fraud' };
    expect((await reviewer.call(act, one)).code).toBe(200);
  }
  world.pass(days(2));
  await turn();
  expect(await withdrawal(bob, id)).toMatchObject({ state: 'under_review', automaticSeconds: null });
});

test('for a day after an operator froze or released an account, nothing of it is approved automatically', async () => {
  const { world, turn } = await open();
  const office = await openOffice(world);
  const { support } = await office.staff();
  await setMoney(world, { unattended_seconds: 30, effective_at: world.clock() });
  const bob = await verified(world);
  const [{ id: sent }, { id: paid }] = [await withdraw(bob, '100'), await submitRow(world, bob)];
  for (const act of [freezeUser, unfreezeUser]) {
    const answer = await support.call(act, { number: bob.info.number, reason: 'Suspected fraud' });
    expect(answer.code, JSON.stringify(answer.data)).toBe(200);
  }
  world.pass(minutes(6));
  await turn();
  expect((await withdrawal(bob, sent)).state).toBe('under_review');
  expect((await topUp(bob, paid)).state).toBe('under_review');
  world.pass(days(1));
  await turn();
  expect((await withdrawal(bob, sent)).state).toBe('withdrawing');
  expect((await topUp(bob, paid)).state).toBe('passed');
});

test('cases that take two people and withdrawals that need an operator’s attention are never approved automatically', async () => {
  const { world, turn } = await open();
  await setMoney(world, { two_people_above: 100_000_000n, effective_at: world.clock() });
  const people: Person[] = [];
  for (let i = 0; i < 6; i++) people.push(await verified(world));
  const [large, frozen, locked, changed, limited, plain] = people as [Person, Person, Person, Person, Person, Person];
  for (const each of [frozen, locked]) await submitRow(world, each);
  const { id: paid } = await submitRow(world, large, { network: 'TRC20', amount: '100.01' });
  expect(await topUp(large, paid)).toMatchObject({ twoPeople: true, automaticSeconds: null, automaticAt: null });
  const sent = new Map<Person, string>();
  for (const each of people) sent.set(each, (await withdraw(each, each === large ? '100.01' : '100')).id);
  world.pass(seconds(10));
  const set = (what: string, { info }: Person) =>
    sql`update person set ${sql.raw(what)} where id = ${info.id}`.execute(world.owner);
  const at = `'${world.clock().toISOString()}'`;
  await set(`locked_at = ${at}`, locked);
  await set(`security_change = 'password_changed', security_changed_at = ${at}`, changed);
  await sql`select set_saved_payees_only(${limited.info.id}, true, ${world.clock()})`.execute(world.db);
  await set(`status = 'abnormal'`, frozen);
  expect((await limited.call(showWithdrawForm, {})).data.automaticSeconds).toBeNull();
  expect(await withdrawal(limited, sent.get(limited)!)).toMatchObject({ automaticSeconds: null });
  expect((await changed.call(showWithdrawForm, {})).data.automaticSeconds).toBeNull();
  expect((await plain.call(showWithdrawForm, {})).data.automaticSeconds).toBe(30);

  world.pass(minutes(60));
  await turn();
  expect(await topUp(large, paid)).toMatchObject({ state: 'under_review' });
  const states = await world.owner
    .selectFrom('movement')
    .select(['owner', 'state'])
    .where('flow', '=', 'withdraw')
    .execute();
  const stateOf = ({ number }: Person) => states.find(({ owner }) => owner === BigInt(number))!.state;
  for (const each of [large, frozen, locked, changed, limited]) expect(stateOf(each)).toBe('under_review');
  expect(stateOf(plain)).toBe('withdrawing');
  const undecided = await world.owner.selectFrom('review_case').select('id').where('decision', 'is', null).execute();
  // Five withdrawals and three top-ups.
  expect(undecided).toHaveLength(8);
  // A day after the change the owner has had time to notice it.
  world.pass(minutes(24 * 60));
  await turn();
  expect(await withdrawal(changed, sent.get(changed)!)).toMatchObject({ state: 'withdrawing' });

  // The application, which may call the function, cannot get it approved either.
  await sql`select * from pass_withdrawal(${world.clock()})`.execute(world.db);
  expect((await withdrawal(large, sent.get(large)!)).state).toBe('under_review');
});

test('a site that had operators before keeps deciding by people', async () => {
  const { world, turn } = await open();
  await setMoney(world, { unattended_seconds: 0, effective_at: world.clock() });
  const ann = await world.person();
  expect((await ann.call(showDeposit, {})).data.automaticSeconds).toBeNull();
  const { id } = await submitRow(world, ann);
  world.pass(minutes(60 * 24));
  await turn();
  expect(await topUp(ann, id)).toMatchObject({ state: 'under_review', automatic: false });
});

test('automatic approval uses the database’s time, whatever time a process passes', async () => {
  const world = await newWorld({ now: new Date() });
  const [ann, bob] = [await world.person(), await verified(world)];
  await submitIdentity(world, ann);
  const { id: paid } = await submitRow(world, ann);
  const { id: sent } = await withdraw(bob, '100');
  const callAt = async (at: Date) => {
    await sql`select pass_identities(${at}, 10), pass_top_up(${at}), pass_withdrawal(${at})`.execute(world.db);
    const { state } = (await ann.call(showCertState, {})).data;
    return [state, (await topUp(ann, paid)).state, (await withdrawal(bob, sent)).state];
  };
  // The largest difference between two clocks that is accepted.
  expect(await callAt(plus(new Date(), minutes(4)))).toEqual(['under_review', 'under_review', 'under_review']);
  await sql`update review_case set submitted_at = submitted_at - interval '31 seconds'`.execute(world.owner);
  expect(await callAt(new Date())).toEqual(['passed', 'passed', 'withdrawing']);
});

test('cases that wait for two people cost automatic approval few rows', async () => {
  const { world } = await open();
  const ann = await world.person();
  await submitRow(world, ann);
  const at = plus(world.clock(), -minutes(60));
  await inDatabase(
    urlFor(world.database, 'postgres'),
    'set session_replication_role = replica',
    `create temporary table waits as select gen_random_uuid() as id, nth from generate_series(1, 1000) as nth`,
    `insert into review_case (id, kind, person, number, title, try_number, submitted_at, amount)
       select id, 'top_up', '${ann.info.id}', ${ann.number}, 'large', 1, '${at.toISOString()}', 50000000000 from waits`,
    `insert into top_up_case (id, person, owner, movement, network, address, attempt, receipt)
       select id, '${ann.info.id}', ${ann.number}, id, 'TRC20', 'SIM-TRC20-PAPER', 1, id from waits`,
    `insert into movement (owner, id, flow, state, currency, amount, fee, label, at, changed_at)
       select ${ann.number}, id, 'recharge', 'under_review', 1, 50000000000, 0, 'TRC20', '${at.toISOString()}', '${at.toISOString()}' from waits`,
    'analyze',
  );
  const later = plus(world.clock(), minutes(1));
  await world.owner.transaction().execute(async (tx) => {
    const reads = await rowsRead(tx, () => sql`select pass_top_up(${later})`.execute(tx), 'movement');
    expect(reads).toBeLessThan(20);
  });
  const { rows } = await sql`select from review_case where decision = 'approve'`.execute(world.owner);
  expect(rows).toHaveLength(1);
});

test('withdrawals that only people may decide cost automatic approval few rows and no function calls, and delay no others', async () => {
  const { world } = await open();
  const { id, ...ann } = await verified(world).then(async (user) => ({ ...user, ...(await withdraw(user, '100')) }));
  const at = plus(world.clock(), -minutes(60)).toISOString();
  const count = 1000;
  await inDatabase(
    urlFor(world.database, 'postgres'),
    'set session_replication_role = replica',
    `create temporary table waits as
       select gen_random_uuid() as person, gen_random_uuid() as id, 900000 + nth as number from generate_series(1, ${count}) as nth`,
    `insert into person select (jsonb_populate_record(model, jsonb_build_object('id', waits.person, 'number', waits.number,
       'username', waits.number, 'email', waits.number || '@users.example', 'phone', null, 'invitation_code', waits.number))).*
       from person as model, waits where model.number = ${ann.number}`,
    `insert into review_case (id, kind, person, number, title, try_number, submitted_at, amount)
       select id, 'withdrawal', person, number, '100.00 USDT', 1, '${at}', 100000000 from waits`,
    `insert into movement (owner, id, flow, state, currency, amount, fee, label, at, changed_at)
       select number, id, 'withdraw', 'under_review', 1, 100000000, 0, 'TRC20', '${at}', '${at}' from waits`,
    `insert into withdrawal_count (owner, id, case_id, day, usdt) select number, id, id, current_date, 100000000 from waits`,
    `insert into review_case (id, kind, person, number, title, try_number, submitted_at, decision, decided_by, decided_by_name, decided_at, reason)
       select gen_random_uuid(), 'withdrawal', person, number, '100.00 USDT', 1, '${at}', 'reject', gen_random_uuid(), 'x', '${at}', 'x' from waits`,
  );
  const pass = sql`select pass_withdrawal(${plus(world.clock(), minutes(1))})`;
  const superuser = openPool(urlFor(world.database, 'postgres'), 1, () => {});
  await openDb(superuser)
    .transaction()
    .execute(async (tx) => {
      await sql`set local track_functions = 'all'`.execute(tx);
      // The waiting case, the rejected one, and the rows of the withdrawal: user, count, movement.
      expect(await rowsRead(tx, () => pass.execute(tx))).toBeLessThan(count * 8);
      const { rows } = await sql<{ n: number }>`select sum(calls)::int as n from pg_stat_xact_user_functions`.execute(
        tx,
      );
      expect(rows[0]!.n).toBeLessThan(100);
    });
  await superuser.end();
  expect(await withdrawal(ann as Person, id)).toMatchObject({ state: 'withdrawing' });
});

test('the overview shows who is on duty and since when, the state of the queues, and how many cases were approved automatically', async () => {
  const { world, turn } = await open();
  const office = await openOffice(world);
  const staff = await office.staff();
  const figures = async (who: { call: typeof staff.auditor.call } = staff.auditor) => {
    world.pass(seconds(5)); // figures are cached for four seconds
    return (await who.call(showDashboard, {})).data.automatic;
  };
  await setMoney(world, { unattended_seconds: 0, effective_at: world.clock() });
  const began = world.clock().toISOString();
  await staff.reviewer.call(review.listReviewCases, { kind: 'top_up' });
  expect(await figures()).toMatchObject({ unattendedSeconds: 0, onDuty: [{ name: 'Rita Review' }] });
  await setMoney(world, { unattended_seconds: 30, effective_at: world.clock() });
  // Calls at most five minutes apart count as one period on duty.
  world.pass(minutes(4));
  await staff.reviewer.call(review.listReviewCases, { kind: 'top_up' });
  const during = await figures();
  expect(during.unattendedSeconds).toBe(30);
  expect(during.onDuty).toHaveLength(1);
  expect(Date.parse(during.onDuty[0]!.since)).toBeLessThanOrEqual(Date.parse(began));
  expect(during.queues).toEqual(
    ['identity', 'top_up', 'withdrawal'].map((kind) => ({ kind, seconds: null, passed: 0 })),
  );

  const left = world.clock();
  const [ann, bob] = [await world.person(), await verified(world)];
  await submitRow(world, ann);
  await withdraw(bob, '100');
  const cancelled = await withdraw(bob, '200');
  await bob.call(cancelWithdrawal, { id: cancelled.id });
  world.pass(minutes(6));
  await turn();
  const away = await figures();
  expect(away.onDuty).toEqual([]);
  expect(Math.abs(Date.parse(away.awaySince!) - plus(left, minutes(5)).getTime())).toBeLessThan(seconds(10));
  expect(away.queues).toEqual([
    { kind: 'identity', seconds: 30, passed: 0 },
    { kind: 'top_up', seconds: 30, passed: 1 },
    { kind: 'withdrawal', seconds: 30, passed: 1 },
  ]);

  // A reviewer who returns starts a new period on duty.
  const back = world.clock();
  await staff.reviewer.call(review.listReviewCases, { kind: 'top_up' });
  const again = await figures();
  expect(Date.parse(again.onDuty[0]!.since)).toBeGreaterThanOrEqual(back.getTime());
  world.pass(days(1));
  const auditor = await office.logIn(staff.auditor.person);
  expect((await figures(auditor)).queues.map(({ passed }) => passed)).toEqual([0, 0, 0]);
});

test('automatic approvals are listed for auditors from the cases, marked in the timeline, and leave no entry in the log', async () => {
  const { world, turn } = await open();
  const office = await openOffice(world);
  const staff = await office.staff();
  await setMoney(world, { unattended_seconds: 30, effective_at: world.clock() });
  const [ann, bob] = [await world.person(), await verified(world)];
  await submitIdentity(world, ann);
  await submitRow(world, ann);
  world.pass(seconds(1));
  await withdraw(bob, '100');
  const cancelled = await withdraw(bob, '200');
  await bob.call(cancelWithdrawal, { id: cancelled.id });
  const head = async () => (await staff.auditor.call(showAuditHead, {})).data;
  world.pass(minutes(6));
  const before = await head();
  await turn();
  expect(await head()).toEqual(before);

  const list = async (input: object) => (await staff.auditor.call(review.listAutomaticApprovals, input)).data;
  const { list: all, next } = await list({});
  expect(next).toBeNull();
  expect(all.map(({ kind }) => kind).toSorted()).toEqual(['identity', 'top_up', 'withdrawal']);
  expect(all.find(({ kind }) => kind === 'withdrawal')).toMatchObject({
    person: { number: bob.info.number, username: bob.info.username },
    amount: { amount: '100.00', currency: 'USDT' },
  });
  const paged = [];
  let after: typeof next | undefined;
  do {
    const page = await list({ limit: 1, ...(after && { after }) });
    paged.push(...page.list);
    after = page.next;
  } while (after);
  expect(paged).toEqual(all);
  const today = world.clock().toISOString().slice(0, 10);
  const tomorrow = plus(world.clock(), days(1)).toISOString().slice(0, 10);
  expect((await list({ from: tomorrow })).list).toEqual([]);
  expect((await list({ from: today, until: tomorrow })).list).not.toEqual([]);
  expect((await staff.reviewer.call(review.listAutomaticApprovals, {})).code).toBe(403);

  const decided = { kind: 'withdrawal', state: 'decided' } as const;
  const inQueue = async (only?: 'automatic') =>
    (await staff.auditor.call(review.listReviewCases, { ...decided, only })).data.list;
  expect(await inQueue()).toHaveLength(2);
  expect(await inQueue('automatic')).toMatchObject([
    { title: expect.stringContaining('100.00'), decided: { by: null } },
  ]);
  const { call } = await office.logIn(staff.support.person);
  const { number } = bob.info;
  const cases = (await call(showTimeline, { number, group: 'cases' })).data.list.map(({ state }) => state);
  expect(cases.toSorted()).toEqual(['approve_automatic', 'cancelled', 'submitted', 'submitted']);
});
