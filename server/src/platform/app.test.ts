import { endpoint, nothing } from '@glasshouse/protocol/endpoint';
import { login } from '@glasshouse/protocol/session';
import { getSite } from '@glasshouse/protocol/site';
import { getServiceList } from '@glasshouse/protocol/support';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { newWorld, origin } from '../../test/world.ts';
import { serve } from './http.ts';
import { ok } from './result.ts';

const probe = endpoint({
  method: 'POST',
  path: '/index/test/probe',
  auth: 'visitor',
  summary: '',
  input: nothing,
  output: z.object({ n: z.int() }),
  errors: [],
});

test('every POST refuses a missing or wrong Origin, cookie or header, and takes it with all three', async () => {
  const world = await newWorld();
  const posts = world.routes.map((route) => route.endpoint).filter((e) => e.method === 'POST');
  expect(posts.length).toBeGreaterThan(8);
  const token = { cookie: 'XSRF-TOKEN=abc', 'x-xsrf-token': 'abc', origin };
  const broken = [
    [{ ...token, origin: undefined }, 'forbidden_origin'],
    [{ ...token, origin: 'https://evil.example' }, 'forbidden_origin'],
    [{ ...token, origin: 'null' }, 'forbidden_origin'],
    [{ ...token, cookie: undefined }, 'xsrf_mismatch'],
    [{ ...token, 'x-xsrf-token': undefined }, 'xsrf_mismatch'],
    [{ ...token, 'x-xsrf-token': '' }, 'xsrf_mismatch'],
    [{ ...token, 'x-xsrf-token': 'abcd' }, 'xsrf_mismatch'],
  ] as const;
  for (const post of posts) {
    for (const [headers, reason] of broken) {
      const response = await world.visitor().raw(post, {}, headers);
      expect(response.json(), post.path).toMatchObject({ code: 403, data: { reason } });
    }
    const taken = await world.visitor().raw(post, {}, token);
    expect([200, 400, 401], post.path).toContain(taken.json().code);
  }
});

test('every call that needs a user answers 401 to a visitor, and has its own path', async () => {
  const world = await newWorld();
  expect(new Set(world.routes.map((route) => route.endpoint.path)).size).toBe(world.routes.length);
  for (const { endpoint: e } of world.routes.filter((route) => route.endpoint.auth !== 'visitor')) {
    expect((await world.visitor().raw(e, {})).json(), e.path).toMatchObject({ code: 401 });
  }
});

test('the first answer brings a cookie that scripts may read; every answer brings the security headers', async () => {
  const world = await newWorld();
  const response = await world.app.inject({ method: 'GET', url: getSite.path });
  const [cookie] = response.cookies;
  expect(cookie).toMatchObject({ name: 'XSRF-TOKEN', sameSite: 'Lax', path: '/' });
  expect(cookie).not.toHaveProperty('httpOnly');
  // Data may load nothing at all, everything else only what is our own.
  expect(response.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
  const { headers } = await world.app.inject('/no/such');
  expect(headers['content-security-policy']).toContain("script-src 'self';");
  expect(headers['content-security-policy']).not.toContain('unsafe');
  expect(response.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cache-control': 'no-store',
  });
});

test('the site and the contacts answer as specified', async () => {
  const world = await newWorld();
  await world.owner
    .insertInto('support_contact')
    .values([
      { account: 'second', link: null, position: 2 },
      { account: 'first', link: 'https://support.example/chat', position: 1 },
    ])
    .execute();
  const site = await world.visitor().call(getSite, {});
  expect(site).toMatchObject({
    code: 200,
    data: {
      title: 'Glasshouse',
      singlemin: '10.00',
      singlemax: '50000.00',
      daymax: '100000.00',
      fee: '1.00',
      cnyRate: '7.20',
    },
  });
  const { data } = await world.visitor().call(getServiceList, {});
  expect(data.list).toEqual([
    { account: 'first', link: 'https://support.example/chat' },
    { account: 'second', link: null },
  ]);
  await expect(
    world.owner
      .insertInto('support_contact')
      .values({ account: 'x', link: 'javascript:alert(1)', position: 3 })
      .execute(),
  ).rejects.toThrow('check');
});

test('a body that is no JSON, too large, or of another type is bad input', async () => {
  const world = await newWorld();
  const headers = { cookie: 'XSRF-TOKEN=abc', 'x-xsrf-token': 'abc', origin, 'content-type': 'application/json' };
  for (const [payload, type] of [
    ['{', 'application/json'],
    ['x'.repeat(70_000), 'application/json'],
    ['a=b', 'text/plain'],
    ['{"__proto__":{}}', 'application/json'],
  ] as const) {
    const response = await world.app.inject({
      method: 'POST',
      url: login.path,
      headers: { ...headers, 'content-type': type },
      payload,
    });
    expect(response.json(), payload.slice(0, 20)).toMatchObject({ code: 400, data: { reason: 'bad_input' } });
  }
});

test('a bug answers 500 with a reference and no detail; an unknown call answers 404', async () => {
  const broken = serve(probe, async () => {
    throw new Error('the secret detail');
  });
  const world = await newWorld({ routes: () => [broken] });
  const answer = await world.visitor().raw(probe, {});
  expect(answer.json()).toMatchObject({
    code: 500,
    data: { reason: 'server_error', ref: answer.headers['x-request-id'] },
  });
  expect(answer.body).not.toContain('secret');
  expect((await world.visitor().raw({ ...probe, path: '/index/no/such' }, {})).json()).toMatchObject({ code: 404 });
});

test('a call that takes too long is answered at the ceiling', async () => {
  const slow = serve(probe, () => new Promise((resolve) => setTimeout(() => resolve(ok({ n: 1 })), 2000)));
  const world = await newWorld({ routes: () => [slow], ceilingMs: 100 });
  const began = performance.now();
  expect((await world.visitor().raw(probe, {})).json()).toMatchObject({ code: 500 });
  expect(performance.now() - began).toBeLessThan(1500);
});

test('the OpenAPI document lists every call, and its page runs no inline script', async () => {
  const world = await newWorld();
  const document = (await world.app.inject('/docs/openapi.json')).json();
  expect(document.openapi).toBe('3.1.0');
  expect(Object.keys(document.paths).sort()).toEqual(world.routes.map((route) => route.endpoint.path).sort());
  expect(document.paths[login.path].post.requestBody.content['application/json'].schema.required).toEqual([
    'account',
    'password',
  ]);
  const page = await world.app.inject('/docs');
  expect(page.headers['content-security-policy']).toContain("script-src 'self';");
  expect(page.body).not.toMatch(/<script>|onload|<style/);
  expect((await world.app.inject('/docs/start.js')).statusCode).toBe(200);
});
