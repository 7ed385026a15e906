import * as factors from '@glasshouse/protocol/factors/calls';
import * as protocol from '@glasshouse/protocol/security/calls';
import * as transfers from '@glasshouse/protocol/transfers/calls';
import { upgradeVip } from '@glasshouse/protocol/vip/calls';
import { makeAccount } from '@glasshouse/protocol/withdrawals/accounts';
import * as withdrawals from '@glasshouse/protocol/withdrawals/calls';
import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids.ts';
import { days, minutes, seconds } from '#platform/runtime/clock.ts';
import { codeAt } from '../../../test/operators.ts';
import { newAuthenticator } from '../../../test/passkey.ts';
import { deposits, tradePassword, withLevel } from '../../../test/vip.ts';
import { toAddress, verified } from '../../../test/withdrawals.ts';
import { newWorld, origin, password, type World } from '../../../test/world.ts';

type Person = Awaited<ReturnType<World['person']>>;
type Key = ReturnType<typeof newAuthenticator>;
type Proof = { tradePassword?: string; appCode?: string; passkey?: object };

async function appOf(world: World, person: Person) {
  const { secret } = (await person.call(factors.beginAuthenticator, {})).data;
  await person.call(factors.confirmAuthenticator, { password, code: codeAt(secret, world.clock()) });
  /** An unused code. */
  const next = () => {
    world.pass(seconds(90));
    return codeAt(secret, world.clock());
  };
  return { next };
}
async function keyOf(person: Person, code?: string): Promise<Key> {
  const key = newAuthenticator(origin, { for: person.info.id });
  const { options } = (await person.call(factors.askPasskey, { password, ...(code && { code }) })).data;
  const response = key.make(options.challenge);
  expect((await person.call(factors.addPasskey, { name: 'Phone', response })).code).toBe(200);
  return key;
}
/** A payer with money, a payee, and how the payer sends. */
async function twoMembers(world: World, payer?: Person) {
  const [ann, bob] = [payer ?? (await world.person()), await withLevel(await world.person(), 2)];
  await world.give(ann, 'fund', 'USDT', 1_000_000_000n);
  const tokenNow = async () => (await ann.call(transfers.findPayee, { account: bob.info.username! })).data.token;
  const send = async (proof: Proof, change: { id?: string; amount?: string; token?: string } = {}) => {
    const token = change.token ?? (await tokenNow());
    const body = { id: newId(), amount: '5', ...change, token, ...proof };
    return (await ann.call(transfers.sendToMember, body as never)).data as { reason?: string };
  };
  return { ann, bob, tokenNow, send };
}
const question = async (person: Person, act: string, input: object) =>
  (await person.call(protocol.askConfirmation, { act, input } as never)).data as {
    options: { challenge: string };
    reason?: string;
  };

test('a code of the app confirms one act, even with two at once; a recovery code confirms none', async () => {
  const world = await newWorld();
  const { ann, send } = await twoMembers(world);
  const app = await appOf(world, ann);
  expect(await send({ appCode: app.next() })).toMatchObject({ reason: 'factor_new' });
  world.pass(days(1));
  const code = app.next();
  expect(await send({ appCode: code })).not.toHaveProperty('reason');
  expect(await send({ appCode: code })).toMatchObject({ reason: 'wrong_factor' });
  const again = app.next();
  const both = await Promise.all([send({ appCode: again }), send({ appCode: again })]);
  expect(both.map(({ reason }) => reason ?? 'sent').toSorted()).toEqual(['sent', 'wrong_factor']);
  const atBoth = app.next();
  const upgrade = { id: newId(), level: 1, deposit: deposits[1]!, appCode: atBoth } as const;
  const [sent, upgraded] = await Promise.all([send({ appCode: atBoth }), ann.call(upgradeVip, upgrade)]);
  expect([sent.reason, upgraded.data.reason].filter((reason) => reason === 'wrong_factor')).toHaveLength(1);
  const recovery = { appCode: 'ABCD-EFGH-JKLM' };
  expect(await send(recovery)).toMatchObject({ reason: 'bad_input' });
});

test('a retried tap whose code is used up returns what happened the first time', async () => {
  const world = await newWorld();
  const { ann, send } = await twoMembers(world);
  const app = await appOf(world, ann);
  world.pass(days(1));
  const [id, appCode] = [newId(), app.next()];
  expect(await send({ appCode }, { id })).not.toHaveProperty('reason');
  expect(await send({ appCode }, { id })).not.toHaveProperty('reason');
  expect(await send({ appCode }, { id, amount: '6' })).toMatchObject({ reason: 'id_used' });
});

test('an app that was turned off, belongs to another user or was never on confirms nothing', async () => {
  const world = await newWorld();
  const { ann, bob, send } = await twoMembers(world);
  expect(await send({ appCode: '123456' })).toMatchObject({ reason: 'wrong_factor' });
  const [app, other] = [await appOf(world, ann), await appOf(world, bob)];
  world.pass(days(2));
  expect(await send({ appCode: other.next() })).toMatchObject({ reason: 'wrong_factor' });
  expect((await ann.call(factors.turnOffAuthenticator, { password, code: app.next() })).code).toBe(200);
  expect(await send({ appCode: app.next() })).toMatchObject({ reason: 'wrong_factor' });
  // Turned on again, it has a new secret.
  const next = await appOf(world, ann);
  expect(await send({ appCode: next.next() })).toMatchObject({ reason: 'factor_new' });
});

test('guesses of app codes are as limited as guesses of trade passwords, and both are counted separately', async () => {
  const world = await newWorld();
  const { ann, send } = await twoMembers(world);
  const app = await appOf(world, ann);
  world.pass(days(1));
  const right = app.next();
  const wrong = right === '000000' ? '111111' : '000000';
  for (let i = 0; i < 5; i++) expect(await send({ appCode: wrong })).toMatchObject({ reason: 'wrong_factor' });
  expect(await send({ appCode: right })).toMatchObject({ reason: 'too_many_requests' });
  // The trade password has its own attempts, and a right one doesn't restore attempts for codes.
  expect(await send({ tradePassword })).not.toHaveProperty('reason');
  expect(await send({ appCode: right })).toMatchObject({ reason: 'too_many_requests' });
  world.pass(minutes(15));
  expect(await send({ appCode: app.next() })).not.toHaveProperty('reason');
  for (let i = 0; i < 5; i++) await send({ tradePassword: '000000' });
  expect(await send({ tradePassword })).toMatchObject({ reason: 'too_many_requests' });
  expect(await send({ appCode: app.next() })).not.toHaveProperty('reason');
  expect(await send({ tradePassword })).toMatchObject({ reason: 'too_many_requests' });
});

test('a passkey confirms exactly the act of its challenge, once and in time', async () => {
  const world = await newWorld();
  const { ann, bob, tokenNow, send } = await twoMembers(world);
  const key = await keyOf(ann);
  const act = '/index/transfers/send';
  expect(await question(ann, act, { id: newId(), token: await tokenNow(), amount: '5' })).toMatchObject({
    reason: 'factor_new',
  });
  expect(await question(bob, act, { id: newId(), token: await tokenNow(), amount: '5' })).toMatchObject({
    reason: 'not_found',
  });
  expect((await ann.call(protocol.askConfirmation, { act, input: { amount: 'all' } })).data.reason).toBe('bad_input');
  world.pass(days(1));
  const asked = async (change: object = {}) => {
    const body = { id: newId(), token: await tokenNow(), amount: '5' };
    const { options } = await question(ann, act, { ...body, ...change });
    return { body, passkey: key.answer(options.challenge) };
  };
  const { body, passkey } = await asked();
  expect(await send({ passkey }, body)).not.toHaveProperty('reason');
  expect(await send({ passkey }, { ...body, id: newId() })).toMatchObject({ reason: 'wrong_passkey' });
  // A challenge for another amount, id or call, or for the log-in.
  for (const change of [{ amount: '500' }, { id: newId() }]) {
    const other = await asked();
    expect(await send({ passkey: other.passkey }, { ...other.body, ...change })).toMatchObject({
      reason: 'wrong_passkey',
    });
  }
  const { options } = await question(ann, '/index/transfers/ask', { ask: false });
  expect(await send({ passkey: key.answer(options.challenge) })).toMatchObject({ reason: 'wrong_passkey' });
  world.pass(minutes(120));
  const door = (await world.visitor().call(factors.passkeyOptions, {})).data.options.challenge;
  expect(await send({ passkey: key.answer(door) })).toMatchObject({ reason: 'wrong_passkey' });
  // A challenge for an act can't be used to log in or to add a passkey.
  const forAct = await asked();
  const entered = await world.visitor().call(factors.passkeyLogin, { response: forAct.passkey });
  expect(entered.data.reason).toBe('wrong_passkey');
  const late = await asked();
  world.pass(minutes(5));
  expect(await send({ passkey: late.passkey }, late.body)).toMatchObject({ reason: 'wrong_passkey' });
  // Two calls at once with one answer.
  world.pass(minutes(120));
  const twice = await asked();
  const both = await Promise.all([0, 1].map(() => send({ passkey: twice.passkey }, { ...twice.body })));
  expect(both.filter(({ reason }) => reason === undefined).length).toBeGreaterThan(0);
  const rows = await world.db.selectFrom('movement').select('flow').where('id', '=', twice.body.id).execute();
  expect(rows.filter(({ flow }) => flow === 'transfer')).toHaveLength(1);
});

test('a passkey of another user, or one removed since its challenge, confirms nothing', async () => {
  const world = await newWorld();
  const { ann, bob, tokenNow, send } = await twoMembers(world);
  const [key, bobs] = [await keyOf(ann), await keyOf(bob)];
  world.pass(days(1));
  const ask = async () => {
    const body = { id: newId(), token: await tokenNow(), amount: '5' };
    return { body, ...(await question(ann, '/index/transfers/send', body)) };
  };
  const first = await ask();
  expect(await send({ passkey: bobs.answer(first.options.challenge) }, first.body)).toMatchObject({
    reason: 'wrong_passkey',
  });
  // Bob cannot use Ann's challenge for an act of his own either.
  const second = await ask();
  const stolen = { ...second.body, passkey: bobs.answer(second.options.challenge) };
  expect((await bob.call(transfers.sendToMember, stolen as never)).data.reason).not.toBeUndefined();
  const third = await ask();
  expect((await ann.call(factors.removePasskey, { id: key.id, password })).code).toBe(200);
  expect(await send({ passkey: key.answer(third.options.challenge) }, third.body)).toMatchObject({
    reason: 'wrong_passkey',
  });
});

test('nothing replaces a trade password that was never set, and an act without any proof is refused', async () => {
  const world = await newWorld();
  const { ann, send } = await twoMembers(world, await world.person({ tradePassword: undefined }));
  const app = await appOf(world, ann);
  world.pass(days(1));
  expect(await send({ appCode: app.next() })).toMatchObject({ reason: 'trade_password_missing' });
  expect(await send({})).toMatchObject({ reason: 'trade_password_needed' });
});

test('where the second factor is required too, a passkey alone is enough and an app code alone is not', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const app = await appOf(world, ann);
  const key = await keyOf(ann, app.next());
  world.pass(days(1));
  const account = makeAccount('123456789012');
  const holder = { bankName: 'Practice Bank', branchName: 'Main', branchNumber: '004', holder: 'Specimen Ann' };
  const body = { name: 'Rent', payee: { to: 'bank', account, ...holder } } as const;
  const add = async (proof: object) =>
    (await ann.call(withdrawals.addPayee, { ...body, ...proof } as never)).data as { reason?: string };
  expect(await add({ appCode: app.next() })).toMatchObject({ reason: 'trade_password_needed' });
  expect(await add({ appCode: app.next(), code: app.next() })).toMatchObject({ reason: 'trade_password_needed' });
  expect(await add({ tradePassword })).toMatchObject({ reason: 'factor_needed' });
  const { options } = await question(ann, '/index/withdraw/addPayee', body);
  expect(await add({ passkey: key.answer(options.challenge) })).not.toHaveProperty('reason');
});

test('a withdrawal is confirmed by a code or a passkey; one that saves its payee needs more than a code', async () => {
  const world = await newWorld({ now: new Date() });
  const ann = await verified(world);
  await world.give(ann, 'fund', 'USDT', 1_000_000_000n);
  const app = await appOf(world, ann);
  const key = await keyOf(ann, app.next());
  // The database checks withdrawals by its own clock, so the test backdates what was added instead of advancing the
  // clock.
  await world.owner
    .updateTable('person_authenticator')
    .set({ on_since: new Date(Date.now() - days(2)) })
    .execute();
  await world.owner
    .updateTable('person_passkey')
    .set({ created_at: new Date(Date.now() - days(2)) })
    .execute();
  const { tradePassword: _, ...to } = toAddress;
  const start = async (more: object) => {
    const body = { id: newId(), amount: '20', ...to, ...more };
    return (await ann.call(withdrawals.startWithdrawal, body as never)).data as { reason?: string };
  };
  expect(await start({ saveAs: 'Rent', appCode: app.next(), code: app.next() })).toMatchObject({
    reason: 'trade_password_needed',
  });
  expect(await start({ appCode: app.next() })).not.toHaveProperty('reason');
  const body = { id: newId(), amount: '20', ...to, saveAs: 'Rent' };
  const { options } = await question(ann, '/index/withdraw/start', body);
  expect(await start({ ...body, passkey: key.answer(options.challenge) })).not.toHaveProperty('reason');
  expect((await ann.call(withdrawals.listPayees, {})).data.payees).toHaveLength(1);
});
