import * as factors from '@glasshouse/protocol/factors/calls';
import { personTries } from '@glasshouse/protocol/factors/parts';
import * as protocol from '@glasshouse/protocol/session/calls';
import { expect, test } from 'vitest';
import { step } from '#platform/database/db.ts';
import { takeAccountTurn } from '#platform/http/account-turns.ts';
import { minutes } from '#platform/runtime/clock.ts';
import { codeAt } from '../../../test/operators.ts';
import { newWorld, password, type World } from '../../../test/world.ts';
import { triesOf } from '../security/security.ts';

type Visitor = ReturnType<World['visitor']>;
const wrong = 'a password from a leak';
const logIn = async (who: Pick<Visitor, 'call'>, account: string, given = password) =>
  (await who.call(protocol.login, { account, password: given })).data.reason ?? 'in';
const from = (i: number) => `10.20.${i >> 8}.${i & 255}`;
const count = (reasons: readonly string[], which: string) => reasons.filter((reason) => reason === which).length;

test('of a thousand accounts and passwords from one network, 200 are tried, then one every two seconds', async () => {
  const world = await newWorld();
  const ann = await world.person({ username: 'ann' });
  const thief = (i: number) => world.visitor('en-US', `2001:db8:7::${(i + 1).toString(16)}`);
  const reasons: string[] = [];
  for (let i = 0; i < 1000; i += 50)
    reasons.push(
      ...(await Promise.all(Array.from({ length: 50 }, (_, n) => logIn(thief(i + n), `somebody-${i + n}`, wrong)))),
    );
  expect(count(reasons, 'wrong_account_or_password')).toBe(200);
  expect(count(reasons, 'too_many_requests')).toBe(800);
  // A right pair among them is refused alike, so that continuing reveals nothing.
  expect(await logIn(thief(0), 'ann')).toBe('too_many_requests');
  expect(await logIn(ann, 'ann')).toBe('in');
  world.pass(minutes(1));
  const minute = await Promise.all(Array.from({ length: 60 }, (_, i) => logIn(thief(i), `nobody-${i}`, wrong)));
  expect(count(minute, 'wrong_account_or_password')).toBe(30);
}, 60_000);

test('of a thousand passwords for one account from hundreds of networks, 100 are tried; the owner still gets in from a known browser or network', async () => {
  const world = await newWorld();
  const ann = await world.person({ username: 'ann' });
  await ann.call(protocol.logout, {});
  const reasons: string[] = [];
  for (let i = 0; i < 1000; i += 50)
    reasons.push(
      ...(await Promise.all(
        Array.from({ length: 50 }, (_, n) => logIn(world.visitor('en-US', from((i + n) >> 1)), 'ann', wrong)),
      )),
    );
  expect(count(reasons, 'wrong_account_or_password')).toBe(100);
  expect(count(reasons, 'too_many_requests')).toBe(900);
  expect(await logIn(world.visitor('en-US', '203.0.113.9'), 'ann')).toBe('too_many_requests');
  expect(await logIn(ann, 'ann')).toBe('in');
  // An unknown browser, at the address where Ann has logged in before.
  const atHome = world.visitor();
  expect(await logIn(atHome, 'ann')).toBe('in');
  // That network has its own attempts, but no more than any other.
  const neighbours: string[] = [];
  for (let i = 0; i < 12; i++) neighbours.push(await logIn(world.visitor(), 'ann', wrong));
  expect(neighbours).toEqual([
    ...Array(10).fill('wrong_account_or_password'),
    'too_many_requests',
    'too_many_requests',
  ]);
}, 60_000);

test("a reset makes a stranger's networks unknown again", async () => {
  const world = await newWorld();
  const ann = await world.person({ username: 'ann' });
  const thief = () => world.visitor('en-US', '203.0.113.9');
  expect(await logIn(thief(), 'ann')).toBe('in');
  await world.visitor().call(protocol.sendCode, { phone: ann.phone, purpose: 'forget' });
  const reset = { phone: ann.phone, code: (await world.texted(ann.phone))!, password: 'another password' };
  expect((await world.visitor().call(protocol.forget, reset)).code).toBe(200);
  // Uses up the account's total attempts, without comparing a hundred passwords.
  const tries = { what: 'log in', account: `user:${ann.info.id}`, limits: protocol.login, knowsNetworks: true };
  const browser = { token: undefined, put: () => {} };
  for (let i = 0; i < 100; i++)
    await step(world.db, (tx) => takeAccountTurn(tx, tries, { now: world.clock(), address: from(i), browser }));
  expect(await logIn(thief(), 'ann', 'another password')).toBe('too_many_requests');
}, 60_000);

test('with the password and from all networks, 30 days allow 2,890 guesses at an app code; 1 in 333,333 is right', async () => {
  const world = await newWorld();
  const { info } = await world.person();
  const days = 2;
  let tried = 0;
  // A guess whenever one is available, each from its own network and browser.
  for (let quarter = 0; quarter < days * 96; quarter++) {
    for (let i = 0; i < (quarter === 0 ? 12 : 2); i++) {
      const browser = { token: undefined, put: () => {} };
      const trying = { now: world.clock(), address: from(quarter * 12 + i), browser };
      if ((await step(world.db, (tx) => takeAccountTurn(tx, triesOf(info), trying))) === 0) tried++;
    }
    world.pass(minutes(15));
  }
  expect(tried).toBe(10 + days * 96 - 1);
  const { burst, everySeconds } = personTries.find(({ per }) => per === 'account')!;
  const inThirtyDays = burst + (30 * 86_400) / everySeconds;
  expect(inThirtyDays).toBe(2890);
  // Three of a million codes are right at a time.
  expect((inThirtyDays * 3) / 1_000_000).toBeLessThan(1 / 115);
}, 60_000);

test('browsers that were known before an app was turned on have no separate guesses at its codes', async () => {
  const world = await newWorld();
  const ann = await world.person({ username: 'ann' });
  const strangers = [1, 2, 3].map((i) => world.visitor('en-US', from(i)));
  for (const stranger of strangers) expect(await logIn(stranger, 'ann')).toBe('in');
  const { secret } = (await ann.call(factors.beginAuthenticator, {})).data;
  await ann.call(factors.confirmAuthenticator, { password, code: codeAt(secret, world.clock()) });
  const reasons: string[] = [];
  for (const stranger of strangers)
    for (let i = 0; i < 6; i++)
      reasons.push(
        (await stranger.call(protocol.login, { account: 'ann', password, code: '000000' })).data.reason as string,
      );
  expect(count(reasons, 'wrong_factor')).toBe(10);
  // The browser in which it was turned on is still known.
  world.pass(minutes(1));
  const own = { account: 'ann', password, code: codeAt(secret, world.clock()) };
  expect((await ann.call(protocol.login, own)).code).toBe(200);
}, 60_000);
