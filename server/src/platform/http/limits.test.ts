import { endpoint, type Limit, limitsOf, nothing } from '@glasshouse/protocol/endpoint';
import { locales } from '@glasshouse/protocol/locales';
import { login } from '@glasshouse/protocol/session/calls';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openOffice } from '../../../test/office.ts';
import { newWorld } from '../../../test/world.ts';
import { step } from '../database/db.ts';
import { minutes, plus, seconds } from '../runtime/clock.ts';
import { serve } from './http.ts';
import { ok } from './result.ts';
import { takeTurn } from './throttle.ts';

const probe = (auth: 'visitor' | 'user', limit: Limit | Limit[]) =>
  endpoint({
    method: 'POST',
    path: '/index/test/probe',
    auth,
    limit,
    summary: '',
    input: z.object({ n: z.int().optional() }),
    output: nothing,
    errors: [],
  });
const served = async (auth: 'visitor' | 'user', limit: Limit | Limit[]) => {
  const call = probe(auth, limit);
  const world = await newWorld({ routes: (all) => [...all, serve(call, async () => ok({}))] });
  return { world, call };
};

test('every call has a limit per caller, and calls that visitors may make have one per address', async () => {
  const world = await newWorld();
  const office = await openOffice(world);
  const all = [...world.routes, ...office.routes].map((route) => route.endpoint);
  expect(all.length).toBeGreaterThan(60);
  for (const one of all) {
    const counted = limitsOf(one).map(({ per }) => per);
    const needed = { visitor: 'address', user: 'user', 'frozen-user': 'user', operator: 'operator' } as const;
    expect(counted, one.path).toContain(needed[one.auth]);
    // A limit counts only what the call has: a visitor has no account, and a user isn't an operator.
    const possible = ['address', needed[one.auth]];
    expect(
      counted.filter((per) => !per.startsWith('account') && !possible.includes(per)),
      one.path,
    ).toEqual([]);
    for (const { burst, everySeconds } of limitsOf(one)) {
      expect(burst, one.path).toBeGreaterThanOrEqual(3);
      expect(everySeconds, one.path).toBeGreaterThanOrEqual(0.05);
    }
  }
  // Calls that move money or check a secret have lower limits than those that only read.
  const asks = (pattern: RegExp) =>
    all.filter(({ input }) =>
      pattern.test(JSON.stringify(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }))),
    );
  const moving = asks(/"(amount|stake)":/);
  expect(moving.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/index/contract/open', '/index/assets/transfer', '/index/assets/exchange']),
  );
  for (const one of moving.filter(({ auth }) => auth === 'user'))
    expect(Math.min(...limitsOf(one).map(({ burst }) => burst)), one.path).toBeLessThanOrEqual(60);
  for (const one of asks(/"(password|oldPassword|code)":/))
    expect(
      limitsOf(one).some(({ shared, per }) => shared || per.startsWith('account')),
      one.path,
    ).toBe(true);
});

for (const shared of [false, true]) {
  const limit = { per: 'user', burst: 3, everySeconds: 90, ...(shared && { shared }) } as Limit;
  const where = shared ? 'in PostgreSQL' : 'in the process';
  test(`a limit per user, counted ${where}: the burst and no more, in parallel too, and each user separately`, async () => {
    const { world, call } = await served('user', limit);
    const [ann, bob] = [await world.person(), await world.person()];
    const answers = await Promise.all(Array.from({ length: 12 }, () => ann.raw(call, {})));
    const refused = answers.filter((answer) => answer.json().code === 429);
    expect(answers.filter((answer) => answer.json().code === 200)).toHaveLength(3);
    expect(refused).toHaveLength(9);
    expect(refused[0]!.json()).toEqual({
      code: 429,
      msg: 'Too many tries. Try again in 1 min, 30 sec',
      data: { reason: 'too_many_requests', seconds: 90 },
    });
    expect(refused[0]!.headers['retry-after']).toBe('90');
    expect((await bob.call(call, {})).code).toBe(200);
    world.pass(seconds(89));
    expect((await ann.call(call, {})).data).toEqual({ reason: 'too_many_requests', seconds: 1 });
    world.pass(seconds(1));
    expect((await ann.call(call, {})).code).toBe(200);
    expect((await ann.call(call, {})).code).toBe(429);
    // A clock that steps back costs the wait for one turn, not the length of the step.
    world.pass(minutes(-60));
    expect((await ann.call(call, {})).data).toMatchObject({ seconds: 90 });
    world.pass(seconds(90));
    expect((await ann.call(call, {})).code).toBe(200);
  });
}

test('a limit per address counts networks, in any notation; malformed input is not counted', async () => {
  const { world, call } = await served('visitor', { per: 'address', burst: 2, everySeconds: 60 });
  const from = async (address: string, body: unknown = {}) =>
    (await world.visitor('en-US', address).raw(call, body)).json().code;
  for (let i = 0; i < 5; i++) expect(await from('2001:db8::1', { n: 'x' })).toBe(400);
  expect([await from('2001:db8::1'), await from('2001:0DB8:0:0:2::'), await from('2001:db8::3')]).toEqual([
    200, 200, 429,
  ]);
  expect(await from('2001:db8:0:1::1')).toBe(200);
  expect([await from('10.0.0.1'), await from('::ffff:10.0.0.1'), await from('::ffff:a00:1')]).toEqual([200, 200, 429]);
  expect(await from('10.0.0.2')).toBe(200);
});

test('the wait is stated in the caller’s language', async () => {
  const { world, call } = await served('visitor', { per: 'address', burst: 1, everySeconds: 3661 });
  await world.visitor().call(call, {});
  const said = new Set<unknown>();
  for (const locale of locales) said.add((await world.visitor(locale).call(call, {})).msg);
  expect(said.size).toBe(locales.length);
  expect(said).toContain('Too many tries. Try again in 1 hr, 2 min');
  for (const sentence of said) expect(sentence).not.toMatch(/[{}]/);
});

test('the API reference shows every limit', async () => {
  const world = await newWorld();
  const document = (await world.app.inject('/docs/openapi.json')).json();
  for (const { endpoint: one } of world.routes) {
    const operation = document.paths[one.path][one.method.toLowerCase()];
    expect(operation['x-limit'], one.path).toEqual(JSON.parse(JSON.stringify(limitsOf(one))));
    expect(operation.responses[200].description, one.path).toContain('429 too_many_requests');
  }
  expect(document.paths[login.path].post.description).toContain('Per account: 100 calls at once, then one every 60 s.');
});

test('processes with slightly different clocks never share a turn counted in PostgreSQL', async () => {
  const world = await newWorld();
  const rate = { burst: 5, everySeconds: 60 };
  const now = world.clock();
  let taken = 0;
  for (let i = 0; i < 40; i++) {
    const skewed = plus(now, i % 2 === 0 ? 250 : -250);
    if ((await step(world.db, (tx) => takeTurn(tx, skewed, 'skewed', rate))) === 0) taken++;
  }
  expect(taken).toBe(5);
});
