import * as factors from '@glasshouse/protocol/factors/calls';
import * as review from '@glasshouse/protocol/review/office';
import { listEvents, showSecurity } from '@glasshouse/protocol/security/calls';
import { showSending } from '@glasshouse/protocol/transfers/calls';
import { makeAccount } from '@glasshouse/protocol/withdrawals/accounts';
import * as protocol from '@glasshouse/protocol/withdrawals/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids.ts';
import { minutes, seconds } from '#platform/runtime/clock.ts';
import { newestSms } from '#platform/runtime/sms.ts';
import { callerIn } from '../../../test/database-caller.ts';
import { openOffice } from '../../../test/office.ts';
import { codeAt } from '../../../test/operators.ts';
import { clockIsTheDatabases, clockMayTurn } from '../../../test/rights.ts';
import { withLevel } from '../../../test/vip.ts';
import { addressOf, verified, withdraw } from '../../../test/withdrawals.ts';
import { newWorld, password, type World } from '../../../test/world.ts';
import { sealPayee } from './sealed.ts';

const hours = (n: number) => minutes(60 * n);
const tradePassword = '246810';
const ownSite = addressOf('my own site');
const to = (address = ownSite) => ({ to: 'address' as const, network: 'TRC20' as const, address });
type Person = Awaited<ReturnType<World['person']>>;
const add = (person: Person, address = ownSite, more: object = {}) =>
  person.call(protocol.addPayee, { name: 'My site', payee: to(address), tradePassword, ...more });
const turn = (person: Person, on: boolean, more: object = {}) =>
  person.call(protocol.switchSavedOnly, { on, tradePassword, ...more });
const send = (person: Person, address = ownSite) => withdraw(person, '20', to(address));
const shown = async (person: Person) => (await person.call(protocol.listPayees, {})).data;
const kindsOf = async (person: Person) =>
  (await person.call(listEvents, { limit: 50 })).data.list.map(({ kind }) => kind);

test('a saved payee is usable 24 hours later while withdrawals go to saved payees only', async () => {
  const world = await newWorld();
  const ann = await verified(world);
  expect((await turn(ann, true)).data).toEqual({ on: true, endsAt: null });
  expect((await turn(ann, true)).data).toMatchObject({ reason: 'no_change' });
  expect((await send(ann)).data).toMatchObject({ reason: 'payee_not_saved' });
  const until = new Date(world.clock().getTime() + hours(24)).toISOString();
  expect((await add(ann)).data).toEqual({ usableAt: until });
  expect((await shown(ann)).payees).toMatchObject([{ name: 'My site', payee: to(), usableAt: until }]);
  world.pass(hours(24) - seconds(1));
  expect((await send(ann)).data).toMatchObject({ reason: 'payee_waits' });
  world.pass(seconds(1));
  expect((await send(ann)).code).toBe(200);
  expect((await send(ann, addressOf('another'))).data).toMatchObject({ reason: 'payee_not_saved' });
  // A removed payee is gone at once; withdrawals already started to it continue.
  const { id } = (await shown(ann)).payees[0]!;
  expect((await ann.call(protocol.removePayee, { id })).code).toBe(200);
  expect((await send(ann)).data).toMatchObject({ reason: 'payee_not_saved' });
  expect((await ann.call(protocol.listWithdrawals, {})).data.list).toMatchObject([{ state: 'under_review' }]);
  expect((await ann.call(protocol.showWithdrawForm, {})).data.savedOnly).toEqual({ on: true, endsAt: null });
  expect((await ann.call(showSending, {})).data.savedOnly).toEqual({ on: true, endsAt: null });
});

test('a bank account matches a saved payee only with the same bank and holder', async () => {
  const world = await newWorld();
  const ann = await verified(world);
  const bank = {
    ...{ to: 'bank' as const, bankName: 'Bank', branchName: 'Main', branchNumber: '1' },
    ...{ account: makeAccount('000000000001'), holder: 'Ann' },
  };
  await ann.call(protocol.addPayee, { name: 'Bank', payee: bank, tradePassword });
  await turn(ann, true);
  world.pass(hours(24));
  const ask = (more: object) =>
    ann.call(protocol.startWithdrawal, { ...bank, id: newId(), fee: '1.00', amount: '72', tradePassword, ...more });
  expect((await ask({ holder: 'Bob' })).data).toMatchObject({ reason: 'payee_not_saved' });
  expect((await ask({})).data).toMatchObject({ reason: 'insufficient_balance' });
});

test('turning the limit off takes effect after 24 hours, is shown, and can be canceled until then', async () => {
  const world = await newWorld();
  const ann = await verified(world);
  expect((await turn(ann, false)).data).toMatchObject({ reason: 'no_change' });
  await turn(ann, true);
  const until = new Date(world.clock().getTime() + hours(24)).toISOString();
  expect((await turn(ann, false)).data).toEqual({ on: true, endsAt: until });
  // Repeating the request doesn't change the time.
  world.pass(hours(23));
  expect((await turn(ann, false)).data).toMatchObject({ reason: 'no_change' });
  expect((await shown(ann)).savedOnly).toEqual({ on: true, endsAt: until });
  expect((await ann.call(showSecurity, {})).data.savedOnly).toEqual({ on: true, endsAt: until });
  expect((await send(ann)).data).toMatchObject({ reason: 'payee_not_saved' });
  expect((await ann.call(protocol.keepSavedOnly, {})).data).toEqual({ on: true, endsAt: null });
  expect((await ann.call(protocol.keepSavedOnly, {})).data).toMatchObject({ reason: 'no_change' });
  world.pass(hours(2));
  expect((await send(ann)).data).toMatchObject({ reason: 'payee_not_saved' });
  await turn(ann, false);
  world.pass(hours(24) - seconds(1));
  expect((await send(ann)).data).toMatchObject({ reason: 'payee_not_saved' });
  world.pass(seconds(1));
  expect((await shown(ann)).savedOnly).toEqual({ on: false, endsAt: null });
  expect((await send(ann)).code).toBe(200);
  expect((await ann.call(protocol.keepSavedOnly, {})).data).toMatchObject({ reason: 'no_change' });
  expect((await turn(ann, true)).data).toEqual({ on: true, endsAt: null });
});

test('each change takes the trade password and an authenticator code, and the owner gets an event and a message', async () => {
  const world = await newWorld();
  const ann = await verified(world);
  expect((await add(ann, ownSite, { tradePassword: '000000' })).data).toMatchObject({ reason: 'wrong_trade_password' });
  expect((await turn(ann, true, { tradePassword: '000000' })).data).toMatchObject({ reason: 'wrong_trade_password' });
  const { secret } = (await ann.call(factors.beginAuthenticator, {})).data;
  await ann.call(factors.confirmAuthenticator, { password, code: codeAt(secret, world.clock()) });
  const next = () => {
    world.pass(seconds(30));
    return codeAt(secret, world.clock());
  };
  expect((await shown(ann)).authenticator).toBe(true);
  expect((await add(ann)).data).toMatchObject({ reason: 'factor_needed' });
  expect((await turn(ann, true)).data).toMatchObject({ reason: 'factor_needed' });
  expect((await add(ann, ownSite, { code: '000000' })).data).toMatchObject({ reason: 'wrong_factor' });
  expect((await add(ann, ownSite, { code: next() })).code).toBe(200);
  expect((await turn(ann, true, { code: next() })).code).toBe(200);
  expect((await turn(ann, false)).data).toMatchObject({ reason: 'factor_needed' });
  expect((await turn(ann, false, { code: next() })).code).toBe(200);
  expect((await ann.call(protocol.keepSavedOnly, {})).code).toBe(200);
  const { id } = (await shown(ann)).payees[0]!;
  await ann.call(protocol.removePayee, { id });
  expect((await kindsOf(ann)).slice(0, 5)).toEqual([
    'payee_removed',
    'payees_only_kept',
    'payees_only_ends',
    'payees_only_on',
    'payee_added',
  ]);
  await world.work();
  const told = (await newestSms(world.db)).filter(({ text }) => text.includes('/lock#')).map(({ text }) => text);
  for (const what of [
    'A payee was saved',
    'A saved payee was removed',
    'saved payees only',
    'In 24 hours',
    'stay limited',
  ])
    expect(told.filter((text) => text.includes(what))).toHaveLength(1);
  // These changes don't affect how the user logs in: the session stays, and withdrawals are not locked.
  expect((await ann.call(protocol.showWithdrawForm, {})).data.lock).toBeNull();
});

test('saving a payee with a withdrawal takes the code too, and a retry takes no second code', async () => {
  const world = await newWorld();
  const ann = await verified(world);
  const { secret } = (await ann.call(factors.beginAuthenticator, {})).data;
  await ann.call(factors.confirmAuthenticator, { password, code: codeAt(secret, world.clock()) });
  await sql`update person set logged_in_again_at = security_changed_at`.execute(world.owner);
  world.pass(hours(2));
  const id = newId();
  expect((await withdraw(ann, '20', { id, saveAs: 'Mine' })).data).toMatchObject({ reason: 'factor_needed' });
  expect((await shown(ann)).payees).toEqual([]);
  const code = codeAt(secret, world.clock());
  expect((await withdraw(ann, '20', { id, saveAs: 'Mine', code })).code).toBe(200);
  expect((await withdraw(ann, '20', { id, saveAs: 'Mine', code })).code).toBe(200);
  expect((await shown(ann)).payees).toHaveLength(1);
});

test('at most 20 payees are saved, and repeated changes, and so their mails, are limited', async () => {
  const world = await newWorld();
  const ann = await verified(world);
  for (let n = 0; n < protocol.maxPayees; n++) expect((await add(ann, addressOf(`payee ${n}`))).code).toBe(200);
  expect((await add(ann)).data).toMatchObject({ reason: 'too_many_requests', seconds: 600 });
  expect((await turn(ann, true)).data).toMatchObject({ reason: 'too_many_requests' });
  world.pass(minutes(10));
  expect((await add(ann)).data).toMatchObject({ reason: 'payees_full' });
  expect((await shown(ann)).payees).toHaveLength(protocol.maxPayees);
});

test('adding, removing, switching and withdrawing at once: no withdrawal goes to a payee that is not usable', async () => {
  const world = await newWorld();
  const ann = await verified(world);
  for (let round = 0; round < 5; round++) {
    const address = addressOf(`round ${round}`);
    await add(ann, address);
    world.pass(hours(24));
    const id = (await shown(ann)).payees[0]!.id;
    const [sent, removed] = await Promise.all([
      send(ann, address),
      ann.call(protocol.removePayee, { id }),
      turn(ann, round % 2 === 0),
      send(ann, addressOf('never saved')),
      add(ann, addressOf(`new ${round}`)),
    ]);
    expect(removed.code).toBe(200);
    expect([200, 403]).toContain(sent.code);
    // In either order, the old payee is now gone and the new one waits.
    await turn(ann, true);
    expect((await send(ann, address)).data).toMatchObject({ reason: 'payee_not_saved' });
    expect((await send(ann, addressOf(`new ${round}`))).data).toMatchObject({ reason: 'payee_waits' });
    for (const { id } of (await ann.call(protocol.listWithdrawals, {})).data.list)
      await ann.call(protocol.cancelWithdrawal, { id });
    for (const { id } of (await shown(ann)).payees) await ann.call(protocol.removePayee, { id });
    world.pass(hours(24));
  }
});

test('the application’s role cannot bypass the limit to saved payees, shorten a wait or move a mark', async () => {
  const world = await newWorld({ now: new Date() });
  const ann = await verified(world);
  const bob = await verified(world);
  await add(ann);
  await add(bob);
  await turn(ann, true);
  await sql`update payee set added_at = now() - interval '2 days', usable_at = now() - interval '1 day' where person = ${bob.info.id}`.execute(
    world.owner,
  );
  const [mine, bobs] = [(await shown(ann)).payees[0]!.id, (await shown(bob)).payees[0]!.id];
  const openCase = newId();
  await sql`insert into review_case (id, kind, person, number, title, try_number, submitted_at)
    values (${openCase}, 'withdrawal', ${ann.info.id}, ${ann.number}, 'A case', 1, now())`.execute(world.owner);
  await sql.raw(clockIsTheDatabases).execute(world.owner);
  const { run } = await callerIn({ world });
  const as = (...statements: string[]) => run('glasshouse_app', ...statements);
  const money = `1::smallint, 100000000, 1000000, 'TRC20', now()`;
  const start = (saved: string) =>
    `select start_withdrawal_to(${ann.number}, gen_random_uuid(), '${openCase}', ${money}, ${saved})`;
  const before = `select start_withdrawal(${ann.number}, gen_random_uuid(), '${openCase}', ${money})`;
  const switchOff = `select set_saved_payees_only('${ann.info.id}', false, now())`;
  const newPayee = (at: string, usable: string) =>
    `insert into payee (id, person, place, sealed, wrapped_key, key_id, mark, added_at, usable_at)
       select '${newId()}', person, 2, sealed, wrapped_key, key_id, mark, ${at}, ${usable} from payee where id = '${mine}'`;
  const nothing: Record<string, string[]> = {
    'the function of the release before': [before],
    'no payee': [start('null')],
    'a payee of another user': [start(`'${bobs}'`)],
    'a payee that waits': [start(`'${mine}'`)],
    'another time': [start(`'${mine}'`).replace('now()', `now() + interval '25 hours'`)],
  };
  for (const [what, statements] of Object.entries(nothing)) {
    const outcome = await as(...statements);
    expect.soft(outcome === 'refused' || outcome.length === 0, `${what}: ${outcome}`).toBe(true);
  }
  // First the statements that change something else and start no withdrawal.
  for (const statements of [
    [`delete from payee where id = '${mine}'`, start(`'${mine}'`)],
    [switchOff, start('null')],
    [switchOff, before],
    [
      newPayee('now()', `now() - interval '1 day'`),
      `select 1 from payee`,
      start(`(select id from payee where place = 2 and person = '${ann.info.id}')`),
    ],
  ])
    expect.soft(await as(...statements), statements.join('; ')).not.toContain('movement');
  const refused: Record<string, string> = {
    'a payee that was saved long ago': newPayee(`now() - interval '2 days'`, `now()`),
    'a wait that is over': `update payee set usable_at = now() where id = '${mine}'`,
    'an earlier beginning': `update payee set added_at = now() - interval '2 days' where id = '${mine}'`,
    'another mark': `update payee set mark = sha256('x') where id = '${mine}'`,
    'another owner': `update payee set person = '${ann.info.id}', place = 3 where id = '${bobs}'`,
    'an end of one’s own': `update saved_payees_only set ends_at = now()`,
    'no restriction at all': `delete from saved_payees_only`,
    'a switch at another time': switchOff.replace('now()', `now() - interval '2 days'`),
  };
  for (const [what, statement] of Object.entries(refused)) expect.soft(await as(statement), what).toBe('refused');
  // The same call works once the payee is usable.
  await sql`update payee set added_at = now() - interval '25 hours', usable_at = now() - interval '1 hour' where id = ${mine}`.execute(
    world.owner,
  );
  const { run: runNow } = await callerIn({ world });
  expect(await runNow('glasshouse_app', start(`'${mine}'`))).toContain('movement');
  expect(await runNow('glasshouse_app', before)).toEqual([]);
  await sql.raw(clockMayTurn).execute(world.owner);
});

test('while the limit is on, the database refuses transfers to other users too', async () => {
  const world = await newWorld({ now: new Date() });
  const [ann, bob] = [await verified(world), await withLevel(await world.person(), 2)];
  const send = `select send_to_member(${ann.number}, ${bob.number}, gen_random_uuid(), 1000000, now())`;
  const { run } = await callerIn({ world });
  expect(await run('glasshouse_app', send)).toContain('leg');
  await turn(ann, true);
  const { run: runLimited } = await callerIn({ world });
  expect(await runLimited('glasshouse_app', send)).toEqual([]);
});

test.each(['repeatable read', 'serializable'])('withdrawals and transfers are refused under %s', async (level) => {
  const world = await newWorld({ now: new Date() });
  const [ann, bob] = [await verified(world), await withLevel(await world.person(), 2)];
  const { run } = await callerIn({ world });
  const about = newId();
  const calls = [
    [
      `insert into review_case (id, kind, person, number, title, try_number, submitted_at)
           values ('${about}', 'withdrawal', '${ann.info.id}', ${ann.number}, 'A case', 1, now())`,
      `select start_withdrawal_to(${ann.number}, gen_random_uuid(), '${about}', 1::smallint, 100000000, 1000000, 'TRC20', now(), null)`,
    ],
    [`select send_to_member(${ann.number}, ${bob.number}, gen_random_uuid(), 1000000, now())`],
  ];
  for (const call of calls) {
    expect(await run('glasshouse_app', ...call), call.at(-1)).toContain('leg');
    const isolated = [`set transaction isolation level ${level}`, ...call];
    expect(await run('glasshouse_app', ...isolated), call.at(-1)).toBe('refused');
  }
});

test('a withdrawal whose sealed payee differs from the saved one is not approved', async () => {
  const world = await newWorld({ now: new Date() });
  const ann = await verified(world);
  await add(ann);
  await turn(ann, true);
  world.pass(hours(25));
  const { reviewer } = await (await openOffice(world)).staff();
  const [honest, stolen] = [await send(ann), await send(ann)];
  const elsewhere = { payee: to(addressOf('a thief')), salt: 'guessed' };
  const { sealed, wrapped_key, key_id } = sealPayee(world.files.keys, stolen.id, elsewhere);
  await world.owner
    .updateTable('withdrawal')
    .set({ sealed, wrapped_key, key_id })
    .where('id', '=', stolen.id)
    .execute();
  const decide = async (withdrawal: string, decision: 'approve' | 'reject') => {
    const row = await world.owner
      .selectFrom('withdrawal')
      .select('case_id')
      .where('id', '=', withdrawal)
      .executeTakeFirstOrThrow();
    await reviewer.call(review.claimReviewCase, { id: row.case_id });
    const checks = ['payeeLooked', 'historyLooked', 'securityLooked'];
    return reviewer.call(review.decideReviewCase, { id: row.case_id, decision, checks, reason: 'A reason' });
  };
  expect((await decide(honest.id, 'approve')).code).toBe(200);
  expect((await decide(stolen.id, 'approve')).data).toMatchObject({ reason: 'payee_differs' });
  expect((await decide(stolen.id, 'reject')).code).toBe(200);
});

test('payees saved by the previous release wait 24 hours from when they are first listed', async () => {
  const world = await newWorld();
  const ann = await verified(world);
  await add(ann);
  await sql`alter table payee disable trigger payee_waits`.execute(world.owner);
  await sql`update payee set mark = null, added_at = null, usable_at = null`.execute(world.owner);
  await sql`alter table payee enable trigger payee_waits`.execute(world.owner);
  await turn(ann, true);
  world.pass(hours(48));
  expect((await send(ann)).data).toMatchObject({ reason: 'payee_waits' });
  await shown(ann);
  world.pass(hours(24));
  expect((await send(ann)).code).toBe(200);
});
