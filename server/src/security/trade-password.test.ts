import * as factors from '@glasshouse/protocol/factors/calls';
import * as protocol from '@glasshouse/protocol/security/calls';
import * as session from '@glasshouse/protocol/session/calls';
import * as transfers from '@glasshouse/protocol/transfers/calls';
import { upgradeVip } from '@glasshouse/protocol/vip/calls';
import { expect, test } from 'vitest';
import { codeAt } from '../../test/operators.ts';
import { deposits, withLevel } from '../../test/vip.ts';
import { newWorld, password, type World } from '../../test/world.ts';
import { days, minutes, plus, seconds } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';
import { newestSms } from '../platform/sms.ts';

type Person = Awaited<ReturnType<World['person']>>;
type Browser = Pick<Person, 'call'>;

const tradePassword = '135790';
const without = (world: World) => world.person({ tradePassword: undefined });
const set = async (browser: Browser, given: { password?: string; code?: string; tradePassword?: string } = {}) =>
  (await browser.call(protocol.setTradePassword, { tradePassword, password, ...given })).data as { reason?: string };
const upgrade = async (browser: Browser, given = tradePassword) =>
  (await browser.call(upgradeVip, { id: newId(), level: 1, deposit: deposits[1]!, tradePassword: given })).data as {
    reason?: string;
  };
const alarmsOf = async (world: World) => {
  await world.work();
  return (await newestSms(world.db)).filter(({ text }) => text.includes('trade password'));
};

test('who registers without a trade password sets it once, by the login password, and is told; acts ask for it until then', async () => {
  const world = await newWorld();
  const ann = await without(world);
  expect(ann.info).toMatchObject({ tradePassword: false });
  expect(await upgrade(ann)).toMatchObject({ reason: 'trade_password_missing' });
  // What nobody has cannot be guessed: it is no wrong try.
  const { list } = (await ann.call(protocol.listEvents, { limit: 50 })).data;
  expect(list.map(({ kind }) => kind)).toEqual(['registered']);

  const phone = world.visitor();
  await phone.call(session.login, { account: ann.phone, password });
  expect(await set(ann, { password: 'not the password' })).toMatchObject({ reason: 'wrong_password' });
  expect((await ann.call(session.getUser, {})).data.tradePassword).toBe(false);
  expect(await alarmsOf(world)).toHaveLength(0);

  expect(await set(ann)).toEqual({});
  expect((await ann.call(session.getUser, {})).data.tradePassword).toBe(true);
  expect(await alarmsOf(world)).toHaveLength(1);
  expect((await phone.call(session.getUser, {})).code).toBe(401);
  expect(await set(ann, { tradePassword: '111111' })).toMatchObject({ reason: 'trade_password_is_set' });
  expect(await upgrade(ann, '111111')).toMatchObject({ reason: 'wrong_trade_password' });
  expect(await upgrade(ann)).not.toHaveProperty('reason');
});

test('withdrawals stay locked for an hour after it was set, without another log-in', async () => {
  const world = await newWorld();
  const ann = await without(world);
  await set(ann);
  const lock = async () => (await ann.call(protocol.showSecurity, {})).data.lock;
  expect(await lock()).toMatchObject({ kind: 'trade_password_set' });
  world.pass(minutes(59));
  expect(await lock()).not.toBeNull();
  world.pass(minutes(1));
  expect(await lock()).toBeNull();
});

test('of two that set it at once one does, and where an authenticator app is on its code is asked for too', async () => {
  const world = await newWorld();
  const ann = await without(world);
  const both = await Promise.all([set(ann), set(ann, { tradePassword: '975310' })]);
  expect(both.map(({ reason }) => reason ?? 'set').toSorted()).toEqual(['set', 'trade_password_is_set']);

  const bob = await without(world);
  const { secret } = (await bob.call(factors.beginAuthenticator, {})).data;
  await bob.call(factors.confirmAuthenticator, { password, code: codeAt(secret, world.clock()) });
  expect(await set(bob)).toMatchObject({ reason: 'factor_needed' });
  expect(await set(bob, { code: '000000' })).toMatchObject({ reason: 'wrong_factor' });
  world.pass(seconds(30));
  expect(await set(bob, { code: codeAt(secret, world.clock()) })).toEqual({});
});

test('whoever set it sends nothing to members for an hour, whatever else they change', async () => {
  const world = await newWorld();
  const [ann, bob] = [await without(world), await world.person({ username: 'Lantern7' })];
  await world.give(ann, 'fund', 'USDT', 100_000_000n);
  await withLevel(bob, 2);
  await set(ann);
  const send = async (browser: Browser) => {
    const { token } = (await browser.call(transfers.findPayee, { account: 'Lantern7' })).data;
    const sent = { id: newId(), token, amount: '5', tradePassword } as never;
    return (await browser.call(transfers.sendToMember, sent)).data as { reason?: string };
  };
  expect(await send(ann)).toMatchObject({ reason: 'sending_locked' });
  const lockedUntil = async (browser: Browser) => (await browser.call(transfers.showSending, {})).data.lockedUntil;
  expect(await lockedUntil(ann)).toBe(plus(world.clock(), minutes(60)).toISOString());
  const another = 'another password';
  await ann.call(session.editPassword, { oldPassword: password, password: another });
  const again = world.visitor();
  await again.call(session.login, { account: ann.phone, password: another });
  expect(await send(again)).toMatchObject({ reason: 'sending_locked' });
  world.pass(minutes(60));
  expect(await lockedUntil(again)).toBeNull();
  expect(await send(again)).not.toHaveProperty('reason');
});

/** The owner follows the link of the alarm, and opens the account again by the phone. */
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

test('one that a stranger set is taken back with the account, and an older one stays', async () => {
  const world = await newWorld();
  const [ann, bob] = [await without(world), await without(world)];
  expect(await set(bob)).toEqual({});
  world.pass(days(8));
  const thief = world.visitor('en-US', '203.0.113.9');
  await thief.call(session.login, { account: ann.phone, password });
  expect(await set(thief)).toEqual({});
  expect(await takeBack(world, ann)).toMatchObject({ tradePassword: false });

  await world.visitor('en-US', '203.0.113.9').call(session.login, { account: bob.phone, password });
  expect(await takeBack(world, bob)).toMatchObject({ tradePassword: true });
});

test('a name that was not given is made up, says nothing of its owner and can be logged in by', async () => {
  const world = await newWorld();
  const ann = await world.person();
  expect(ann.info.username).toMatch(/^[a-z]{4,5}-[2-9a-hjkmnp-z]{6}$/);
  const entered = await world.visitor().call(session.login, { account: ann.info.username!, password });
  expect(entered.data.id).toBe(ann.info.id);
});
