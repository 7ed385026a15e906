import { getUser, login, logout } from '@glasshouse/protocol/session/calls';
import { expect, onTestFinished, test } from 'vitest';
import { createAuthenticate } from '#people/session/session.ts';
import { openOffice } from '../../../test/office.ts';
import { newBrowser, newWorld, origin, password } from '../../../test/world.ts';
import { newToken } from '../database/ids.ts';
import { seconds } from '../runtime/clock.ts';
import { buildApp } from './app.ts';
import type { Authenticate } from './http.ts';
import { createSessionTries, unknownSessions } from './session-tries.ts';

const { burst } = unknownSessions;
const [shared, other] = ['198.51.100.7', '198.51.100.8'];

/** An app that counts how often it looks up a session. */
async function counted(wrap: (authenticate: Authenticate) => Authenticate = (usual) => usual) {
  const world = await newWorld();
  let lookups = 0;
  const usual = wrap(createAuthenticate(world.db));
  const authenticate: Authenticate = (...asked) => {
    lookups++;
    return usual(...asked);
  };
  const app = await buildApp({ ...world, door: { cookie: 'glasshouse_session', authenticate } });
  onTestFinished(() => app.close());
  const from = (address: string, token = newToken()) => {
    const browser = newBrowser(app, 'en-US', origin, address);
    browser.jar.set('glasshouse_session', token);
    return browser;
  };
  const useUp = async () => {
    for (let i = 0; i < burst; i++) expect((await from(shared).call(getUser, {})).code).toBe(401);
  };
  return { world, from, useUp, lookups: () => lookups };
}
const tokenOf = ({ jar }: { jar: Map<string, string> }) => jar.get('glasshouse_session')!;

test('unknown sessions are looked up until their network’s budget is used up, then refused without a look-up', async () => {
  const { world, from, useUp, lookups } = await counted();
  await useUp();
  expect(lookups()).toBe(burst);
  const refused = await from(shared).raw(getUser, {});
  expect(refused.json()).toMatchObject({ code: 429, data: { reason: 'too_many_requests', seconds: 1 } });
  expect(refused.headers['retry-after']).toBe('1');
  // The cookie stays: its session may be one that this process has not seen yet.
  expect(refused.cookies).toEqual([]);
  expect(lookups()).toBe(burst);
  expect((await from(other).call(getUser, {})).code).toBe(401);
  // Calls without a session need no look-up and are not counted.
  expect((await world.visitor('en-US', shared).call(getUser, {})).code).toBe(401);
  world.pass(seconds(1));
  expect((await from(shared).call(getUser, {})).code).toBe(401);
});

test('sessions that were valid before, and new ones, work while their network is refused', async () => {
  const { world, from, useUp } = await counted();
  const [ann, bob] = [await world.person(), await world.person()];
  const known = from(shared, tokenOf(ann));
  // Valid sessions use up nothing.
  for (let i = 0; i < 200; i++) expect((await known.call(getUser, {})).code).toBe(200);
  await useUp();
  expect((await known.call(getUser, {})).code).toBe(200);
  const logged = from(shared);
  logged.jar.delete('glasshouse_session');
  expect((await logged.call(login, { account: bob.phone, password })).code).toBe(200);
  expect((await logged.call(getUser, {})).code).toBe(200);
  // An ended session is forgotten at its first look-up.
  const token = tokenOf(known);
  expect((await known.call(logout, {})).code).toBe(200);
  expect((await from(shared, token).call(getUser, {})).code).toBe(401);
  expect((await from(shared, token).call(getUser, {})).code).toBe(429);
});

test('a failed look-up is not counted as an unknown session', async () => {
  let isDown = true;
  const { from, lookups } = await counted((usual) => async (...asked) => {
    if (isDown) throw new Error('the database is down');
    return usual(...asked);
  });
  for (let i = 0; i < burst + 5; i++) expect((await from(shared).call(getUser, {})).code).toBe(500);
  isDown = false;
  expect((await from(shared).call(getUser, {})).code).toBe(401);
  expect(lookups()).toBe(burst + 6);
});

test('the console counts the same way', async () => {
  const world = await newWorld();
  const office = await openOffice(world);
  const [one] = office.routes.filter(({ endpoint }) => endpoint.auth === 'operator' && endpoint.method === 'POST');
  const call = async () => {
    const browser = office.visitor(shared);
    browser.jar.set('glasshouse_operator', newToken());
    return (await browser.call(one!.endpoint, {})).code;
  };
  for (let i = 0; i < burst; i++) expect(await call()).toBe(401);
  expect(await call()).toBe(429);
});

test('the memory of valid sessions is bounded, and forgets the one used longest ago', () => {
  const tries = createSessionTries({ burst: 1, everySeconds: 1000 }, 2);
  const now = new Date(1_800_000_000_000);
  for (const token of ['a', 'b', 'a', 'c']) tries.remember(token);
  tries.notFound('x', shared, now);
  expect(['a', 'b', 'c'].map((token) => tries.wait(token, shared, now))).toEqual([0, 1000, 0]);
});
