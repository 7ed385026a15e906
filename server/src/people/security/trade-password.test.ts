import * as factors from '@glasshouse/protocol/factors/calls';
import * as protocol from '@glasshouse/protocol/security/calls';
import * as session from '@glasshouse/protocol/session/calls';
import * as transfers from '@glasshouse/protocol/transfers/calls';
import { upgradeVip } from '@glasshouse/protocol/vip/calls';
import { expect, test } from 'vitest';
import { step } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import { days, minutes, seconds } from '#platform/runtime/clock.ts';
import { newestSms } from '#platform/runtime/sms.ts';
import { codeAt } from '../../../test/operators.ts';
import { deposits, withLevel } from '../../../test/vip.ts';
import { newWorld, password, type World } from '../../../test/world.ts';
import * as table from './sql.ts';

type Person = Awaited<ReturnType<World['person']>>;
type Browser = Pick<Person, 'call'>;

const tradePassword = '135790';
const without = (world: World) => world.person({ tradePassword: undefined });
type Proofs = { password?: string; code?: string; tradePassword?: string; sentCode?: string };
/** The newest code that was sent for setting this person's trade password. */
async function codeFor(world: World, person: Person): Promise<string> {
  world.pass(minutes(6));
  expect((await person.call(protocol.sendTradePasswordCode, {})).data).toEqual({ resendAfterSeconds: 60 });
  return (await world.texted(person.phone))!;
}
const send = async (browser: Browser, given: Proofs & { sentCode: string }) =>
  (await browser.call(protocol.setTradePassword, { tradePassword, password, ...given })).data as { reason?: string };
const set = async (world: World, person: Person, given: Proofs = {}) =>
  send(person, { sentCode: await codeFor(world, person), ...given });
const upgrade = async (browser: Browser, given = tradePassword) =>
  (await browser.call(upgradeVip, { id: newId(), level: 1, deposit: deposits[1]!, tradePassword: given })).data as {
    reason?: string;
  };
const alarmsOf = async (world: World) => {
  await world.work();
  return (await newestSms(world.db)).filter(({ text }) => text.includes('A trade password was set'));
};

test('a user without a trade password sets it once, by password and code, and is told; until then acts require it', async () => {
  const world = await newWorld();
  const ann = await without(world);
  expect(ann.info).toMatchObject({ tradePassword: false });
  expect(await upgrade(ann)).toMatchObject({ reason: 'trade_password_missing' });
  // A password that doesn't exist can't be guessed, so this isn't counted as a wrong attempt.
  const { list } = (await ann.call(protocol.listEvents, { limit: 50 })).data;
  expect(list.map(({ kind }) => kind)).toEqual(['registered']);

  const phone = world.visitor();
  await phone.call(session.login, { account: ann.phone, password });
  const sentCode = await codeFor(world, ann);
  expect(await send(ann, { sentCode, password: 'not the password' })).toMatchObject({ reason: 'wrong_password' });
  expect((await ann.call(session.getUser, {})).data.tradePassword).toBe(false);
  expect(await alarmsOf(world)).toHaveLength(0);

  for (const [weak, reason] of [
    ['000000', 'trade_password_repeats'],
    ['987654', 'trade_password_sequence'],
    ['112233', 'trade_password_common'],
  ] as const)
    expect(await send(ann, { sentCode, tradePassword: weak })).toMatchObject({ reason });
  expect(await send(ann, { sentCode })).toEqual({});
  expect((await ann.call(session.getUser, {})).data.tradePassword).toBe(true);
  expect(await alarmsOf(world)).toHaveLength(1);
  expect((await phone.call(session.getUser, {})).code).toBe(401);
  expect(await send(ann, { sentCode, tradePassword: '113355' })).toMatchObject({ reason: 'trade_password_is_set' });
  expect((await ann.call(protocol.sendTradePasswordCode, {})).data).toMatchObject({ reason: 'trade_password_is_set' });
  expect(await upgrade(ann, '111111')).toMatchObject({ reason: 'wrong_trade_password' });
  expect(await upgrade(ann)).not.toHaveProperty('reason');
});

test("setting it locks neither withdrawals nor transfers, and is refused while another change's lock lasts", async () => {
  const world = await newWorld();
  const [ann, bob] = [await without(world), await world.person({ username: 'Lantern7' })];
  await world.give(ann, 'fund', 'USDT', 100_000_000n);
  await withLevel(bob, 2);
  expect(await set(world, ann)).toEqual({});
  const lock = async (person: Browser) => (await person.call(protocol.showSecurity, {})).data.lock;
  expect(await lock(ann)).toBeNull();
  const { token } = (await ann.call(transfers.findPayee, { account: 'Lantern7' })).data;
  const sent = await ann.call(transfers.sendToMember, { id: newId(), token, amount: '5', tradePassword } as never);
  expect(sent.code).toBe(200);

  const carol = await without(world);
  await step(world.db, (tx) => table.markChange(tx, carol.info.id, 'passkey_removed', world.clock()));
  world.pass(minutes(120));
  // Removing a passkey locks until an hour after the next log-in; giving the password here isn't a log-in.
  expect(await set(world, carol)).toMatchObject({ reason: 'withdrawals_locked' });
  expect(await lock(carol)).toMatchObject({ kind: 'passkey_removed', loggedInAt: null, until: null });
});

test("a stranger who reads an account's messages cannot reset its password and send its money away at once", async () => {
  const world = await newWorld();
  const [ann, bob] = [await without(world), await world.person({ username: 'Lantern8' })];
  await world.give(ann, 'fund', 'USDT', 100_000_000n);
  await withLevel(bob, 2);
  const thief = world.visitor('en-US', '203.0.113.9');
  await thief.call(session.sendCode, { phone: ann.phone, purpose: 'forget' });
  const stolen = 'the password of a thief';
  await thief.call(session.forget, { phone: ann.phone, code: (await world.texted(ann.phone))!, password: stolen });
  expect((await thief.call(session.login, { account: ann.phone, password: stolen })).code).toBe(200);
  expect(await set(world, { ...ann, ...thief }, { password: stolen })).toMatchObject({ reason: 'withdrawals_locked' });
  const { token } = (await thief.call(transfers.findPayee, { account: 'Lantern8' })).data;
  const sent = await thief.call(transfers.sendToMember, { id: newId(), token, amount: '5', tradePassword } as never);
  expect((sent.data as { reason?: string }).reason).toBe('trade_password_missing');
  world.pass(minutes(61));
  expect(await set(world, { ...ann, ...thief }, { password: stolen })).toEqual({});
});

test('a session with only the login password or only a code cannot set it', async () => {
  const world = await newWorld();
  const [ann, bob] = [await without(world), await without(world)];
  const sentCode = await codeFor(world, ann);
  const other = sentCode === '000000' ? '111111' : '000000';
  expect(await send(ann, { sentCode: other })).toMatchObject({ reason: 'wrong_code' });
  expect(await send(ann, { sentCode, password: 'not the password' })).toMatchObject({ reason: 'wrong_password' });
  expect((await ann.call(protocol.setTradePassword, { tradePassword, password } as never)).code).toBe(400);
  // Another user's code, and one that was sent for another purpose.
  expect(await send(bob, { sentCode })).toMatchObject({ reason: 'wrong_code' });
  world.pass(minutes(6));
  await ann.call(protocol.sendContactCode, { kind: 'phone' });
  const forPhone = (await world.texted(ann.phone))!;
  expect(await send(ann, { sentCode: forPhone })).toMatchObject({ reason: 'wrong_code' });
  // Six-digit codes can't be guessed, and requesting another code gives no more attempts.
  for (let i = 0; i < 20; i++) await send(ann, { sentCode: other });
  const next = await codeFor(world, ann);
  expect(next).toHaveLength(14);
  expect(await send(ann, { sentCode: next })).toEqual({});
});

test('a code sent to a contact that the account no longer has sets nothing', async () => {
  const world = await newWorld();
  const ann = await without(world);
  const sentCode = await codeFor(world, ann);
  await world.owner.updateTable('person').set({ phone: '+4915112345678' }).where('id', '=', ann.info.id).execute();
  expect(await send(ann, { sentCode })).toMatchObject({ reason: 'wrong_code' });
});

test('of two simultaneous requests one sets it, and an account with an authenticator app needs its code too', async () => {
  const world = await newWorld();
  const ann = await without(world);
  const sentCode = await codeFor(world, ann);
  const both = await Promise.all([send(ann, { sentCode }), send(ann, { sentCode, tradePassword: '975310' })]);
  expect(both.filter(({ reason }) => reason === undefined)).toHaveLength(1);

  const bob = await without(world);
  const { secret } = (await bob.call(factors.beginAuthenticator, {})).data;
  await bob.call(factors.confirmAuthenticator, { password, code: codeAt(secret, world.clock()) });
  const bobs = await codeFor(world, bob);
  expect(await send(bob, { sentCode: bobs })).toMatchObject({ reason: 'factor_needed' });
  expect(await send(bob, { sentCode: bobs, code: '000000' })).toMatchObject({ reason: 'wrong_factor' });
  world.pass(seconds(30));
  expect(await send(bob, { sentCode: bobs, code: codeAt(secret, world.clock()) })).toEqual({});
});

/** The owner follows the alarm's link, and unlocks the account by phone. */
async function takeBack(world: World, { phone }: Person) {
  await world.work();
  const link = (await newestSms(world.db)).find(({ text }) => text.includes('/lock#'))!;
  const token = link.text.split('#')[1]!.slice(0, 43);
  expect((await world.visitor().call(protocol.lockAccount, { token })).code).toBe(200);
  world.pass(minutes(10));
  const owner = world.visitor();
  await owner.call(session.sendCode, { phone, purpose: 'forget' });
  const fresh = 'the new password of the owner';
  await owner.call(session.forget, { phone, code: (await world.texted(phone))!, password: fresh });
  return (await owner.call(session.login, { account: phone, password: fresh })).data;
}

test("a trade password set by a stranger is removed with the account's recovery, and an older one stays", async () => {
  const world = await newWorld();
  const [ann, bob] = [await without(world), await without(world)];
  expect(await set(world, bob)).toEqual({});
  world.pass(days(8));
  // The stranger reads the owner's text messages too.
  const thief = world.visitor('en-US', '203.0.113.9');
  await thief.call(session.login, { account: ann.phone, password });
  expect(await set(world, { ...ann, ...thief })).toEqual({});
  expect(await takeBack(world, ann)).toMatchObject({ tradePassword: false });

  await world.visitor('en-US', '203.0.113.9').call(session.login, { account: bob.phone, password });
  expect(await takeBack(world, bob)).toMatchObject({ tradePassword: true });
});

test('a registration without a username gets a random one that reveals nothing and works at the log-in', async () => {
  const world = await newWorld();
  const ann = await world.person();
  expect(ann.info.username).toMatch(/^[a-z]{4,5}-[2-9a-hjkmnp-z]{6}$/);
  const entered = await world.visitor().call(session.login, { account: ann.info.username!, password });
  expect(entered.data.id).toBe(ann.info.id);
});
