import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Endpoint, endpoint, nothing, visitorsReading } from '@glasshouse/protocol/endpoint';
import { getUser, login, logout } from '@glasshouse/protocol/session/calls';
import { getSite } from '@glasshouse/protocol/site/calls';
import { getServiceList } from '@glasshouse/protocol/support/calls';
import { fastify } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createAuthenticate } from '#people/session/session.ts';
import { openOffice } from '../../../test/office.ts';
import { newBrowser, newWorld, origin, password } from '../../../test/world.ts';
import { buildApp } from './app.ts';
import { serve, serveInSteps } from './http.ts';
import { serveWeb } from './pages.ts';
import { ok } from './result.ts';

const probe = endpoint({
  method: 'POST',
  path: '/index/test/probe',
  auth: 'visitor',
  limit: visitorsReading,
  summary: '',
  input: nothing,
  output: z.object({ n: z.int() }),
  errors: [],
});

test('every POST is refused if Origin, cookie or header is missing or wrong, and accepted with all three', async () => {
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
    // The refusal of a call without a token sets one, so that retrying works.
    const fresh = await world.visitor().raw(post, {}, { origin, cookie: undefined, 'x-xsrf-token': undefined });
    expect(fresh.cookies, post.path).toMatchObject([{ name: 'XSRF-TOKEN' }]);
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

test('the first answer sets a cookie that scripts may read; every answer has the security headers', async () => {
  const world = await newWorld();
  const response = await world.app.inject({ method: 'GET', url: getSite.path });
  const [cookie] = response.cookies;
  expect(cookie).toMatchObject({ name: 'XSRF-TOKEN', sameSite: 'Lax', path: '/' });
  expect(cookie).not.toHaveProperty('httpOnly');
  // Data may load nothing, everything else only our own files.
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

test('over https cookies are for https only, and the session cookie is for this exact host', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const https = 'https://glasshouse.example';
  const app = await buildApp({
    ...world,
    config: { ...world.config, ORIGINS: [https] },
    door: { cookie: 'glasshouse_session', authenticate: createAuthenticate(world.db) },
  });
  onTestFinished(() => app.close());
  const browser = newBrowser(app, 'en-US', https);
  const { cookies } = await browser.raw(login, { account: ann.phone, password });
  const own = { secure: true, httpOnly: true, path: '/' };
  expect(cookies).toEqual([
    expect.objectContaining({ name: '__Host-glasshouse_session', ...own }),
    expect.objectContaining({ name: '__Host-glasshouse_session_browser', ...own }),
  ]);
  for (const cookie of cookies) expect(cookie).not.toHaveProperty('domain');
  expect((await browser.call(getUser, {})).code).toBe(200);
  // A cookie that another host could have planted is ignored.
  const planted = newBrowser(app, 'en-US', https);
  planted.jar.set('glasshouse_session', browser.jar.get('__Host-glasshouse_session')!);
  expect((await planted.call(getUser, {})).code).toBe(401);
  // A browser deletes such a cookie only by an answer that could have set it.
  const left = await browser.raw(logout, {});
  expect(left.cookies).toEqual([
    expect.objectContaining({ name: '__Host-glasshouse_session', secure: true, path: '/' }),
  ]);
  expect(browser.jar.has('__Host-glasshouse_session')).toBe(false);
  const [first] = (await app.inject({ method: 'GET', url: getSite.path })).cookies;
  expect(first).toMatchObject({ name: 'XSRF-TOKEN', secure: true, path: '/' });
});

test('the site and contacts calls answer as specified', async () => {
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

test('a body that is not JSON, too large, or of another type is bad input', async () => {
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

test('a bug answers 500 with a reference and no details; an unknown call answers 404', async () => {
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
  expect(await world.metrics.registry.metrics()).toContain(
    `glasshouse_call_seconds_count{path="${probe.path}",code="500"} 1`,
  );
  expect((await world.visitor().raw({ ...probe, path: '/index/no/such' }, {})).json()).toMatchObject({ code: 404 });
});

test('a call that takes too long is answered at its time limit', async () => {
  const { promise: late, resolve: end } = Promise.withResolvers<void>();
  const slow = serve(probe, async () => {
    await late;
    return ok({ n: 1 });
  });
  const world = await newWorld({ routes: () => [slow], ceilingMs: 100 });
  onTestFinished(() => end());
  expect((await world.visitor().raw(probe, {})).json()).toMatchObject({ code: 500 });
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

test('large answers are compressed as the caller accepts; small ones and those for operators are not', async () => {
  const long = { ...probe, output: z.object({ text: z.string() }) };
  const say = (path: Endpoint['path'], length: number) =>
    serve({ ...long, path }, async () => ok({ text: 'what is sealed never changes; '.repeat(length / 30) }));
  const world = await newWorld({ routes: () => [say(long.path, 30_000), say('/index/test/small', 600)] });
  const ask = async (accept: string | undefined, path: Endpoint['path'] = long.path) => {
    const answer = await world.visitor().raw({ ...long, path }, {}, { 'accept-encoding': accept });
    return { as: answer.headers['content-encoding'], size: answer.rawPayload.length, answer };
  };
  const plain = await ask(undefined);
  expect(plain).toMatchObject({ as: undefined, size: Number(plain.answer.headers['content-length']) });
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
  for (const [accept, as] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
  ] as const) {
    const packed = await ask(accept);
    expect(packed).toMatchObject({ as, size: Number(packed.answer.headers['content-length']) });
    expect(packed.size).toBeLessThan(plain.size / 20);
    expect(packed.answer.headers.vary).toBe('accept-encoding');
    expect(unpack[as](packed.answer.rawPayload).toString()).toBe(plain.answer.body);
  }
  for (const accept of ['identity', 'br;q=0', 'zstd', '']) expect((await ask(accept)).as, accept).toBeUndefined();
  expect((await ask('br', '/index/test/small')).as).toBeUndefined();
  const office = await openOffice(world, { routes: (usual) => [...usual, say('/office/test/probe', 30_000)] });
  const answer = await office.visitor().raw({ ...long, path: '/office/test/probe' }, {}, { 'accept-encoding': 'br' });
  expect([answer.headers['content-encoding'], answer.body.length > 30_000]).toEqual([undefined, true]);
});

test('the files of the API reference are compressed once and shared, and requests for them are limited', async () => {
  const world = await newWorld();
  const get = (url: string, headers: Record<string, string> = {}) => world.app.inject({ url, headers });
  const before = process.memoryUsage().arrayBuffers;
  const plain = await get('/docs/reference.js');
  expect([plain.statusCode, plain.rawPayload.length > 1_000_000]).toEqual([200, true]);
  for (const [path, whole] of [
    ['/docs/reference.js', plain],
    ['/docs/openapi.json', await get('/docs/openapi.json')],
  ] as const) {
    const packed = await get(path, { 'accept-encoding': 'gzip, br' });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(packed.headers['content-type']).toBe(whole.headers['content-type']);
    expect(brotliDecompressSync(packed.rawPayload).equals(whole.rawPayload)).toBe(true);
  }
  // Over a real connection, which copies nothing for the test: forty clients that don't read share the same bytes.
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = world.app.server.address() as AddressInfo;
  const answers: ServerResponse[] = [];
  world.app.server.on('request', (_, answer) => answers.push(answer));
  for (let i = 0; i < 40; i++) {
    const socket = connect(port, '127.0.0.1').pause();
    onTestFinished(() => void socket.destroy());
    socket.write('GET /docs/reference.js HTTP/1.1\r\nhost: x\r\n\r\n');
  }
  const handedOver = () => answers.filter((answer) => answer.writableNeedDrain || answer.writableEnded).length;
  await expect.poll(handedOver, { timeout: 20_000 }).toBe(40);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(60e6);
  const many = await Promise.all(Array.from({ length: 600 }, () => get('/docs/start.js')));
  const refused = many.find((answer) => answer.statusCode === 429)!;
  expect(refused.headers['retry-after']).toBe('1');
  expect(refused.json()).toMatchObject({ code: 429, data: { reason: 'too_many_requests', seconds: 1 } });
});

test('only a few answers are compressed at a time; others are sent uncompressed', async () => {
  const long = { ...probe, output: z.object({ text: z.string() }) };
  const callers = 20;
  let here = 0;
  const everybody = Promise.withResolvers<void>();
  // No call is answered before all have arrived, so that they are answered at the same time.
  const say = serveInSteps(long, async () => {
    if (++here === callers) everybody.resolve();
    await everybody.promise;
    return ok({ text: 'what is sealed never changes; '.repeat(10_000) });
  });
  const world = await newWorld({ routes: () => [say] });
  const visitor = world.visitor();
  const answers = await Promise.all(
    Array.from({ length: callers }, () => visitor.raw(long, {}, { 'accept-encoding': 'br' })),
  );
  const packed = answers.filter((answer) => answer.headers['content-encoding'] === 'br').length;
  expect(packed).toBeGreaterThan(0);
  expect(packed).toBeLessThan(10);
  const texts = answers.map(({ headers, rawPayload }) =>
    (headers['content-encoding'] ? brotliDecompressSync(rawPayload) : rawPayload).toString(),
  );
  expect(new Set(texts).size).toBe(1);
  expect((await visitor.raw(long, {}, { 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br');
});

test('robots are told which addresses are not pages, and find a description of the site', async () => {
  const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
  expect(read('web/index.html')).toMatch(/<meta name="description" content="[^"]{40,160}"/);
  expect(read('web/public/robots.txt')).toBe('User-agent: *\nDisallow: /index/\nDisallow: /docs\n');
  expect(read('backoffice/public/robots.txt')).toBe('User-agent: *\nDisallow: /\n');
  const root = mkdtempSync(join(tmpdir(), 'pages-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const path of ['index.html', 'public/robots.txt']) cpSync(join('web', path), join(root, basename(path)));
  const app = fastify();
  await serveWeb(app, root);
  const { headers, body } = await app.inject('/robots.txt');
  expect([headers['content-type'], body]).toEqual(['text/plain; charset=utf-8', read('web/public/robots.txt')]);
  expect((await app.inject('/home')).headers['content-type']).toContain('text/html');
});

test('a landing page names its own code and style sheets; built files have few headers and no cookie', async () => {
  const root = mkdtempSync(join(tmpdir(), 'pages-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'static'));
  writeFileSync(join(root, 'index.html'), '<head></head><body><i></i></body>');
  writeFileSync(
    join(root, 'preload.json'),
    JSON.stringify({ '/home': [], '/contract': ['/static/a.js', '/static/a.css'] }),
  );
  writeFileSync(join(root, 'static/a.js'), 'a');
  const world = await newWorld();
  const app = await buildApp({
    ...world,
    config: { ...world.config, WEB_ROOT: root },
    door: { cookie: 'glasshouse_session', authenticate: createAuthenticate(world.db) },
  });
  onTestFinished(() => app.close());
  const code = '<link rel="modulepreload" crossorigin href="/static/a.js">';
  const sheet = '<link rel="stylesheet" crossorigin href="/static/a.css">';
  const page = await app.inject('/contract/?symbol=ETH');
  expect(page.body).toBe(`<head>${code}</head><body><i></i>${sheet}</body>`);
  expect((await app.inject('/')).body).toBe('<head></head><body><i></i></body>');
  expect((await app.inject('/contract/records')).body).not.toContain('a.js');
  expect(page.headers['content-security-policy']).toContain("default-src 'none';");
  expect(page.cookies).toMatchObject([{ name: 'XSRF-TOKEN' }]);

  const file = await app.inject('/static/a.js');
  expect(file.body).toBe('a');
  expect(file.headers).toMatchObject({
    'content-security-policy': "default-src 'self'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(file.headers).not.toHaveProperty('permissions-policy');
  expect(file.headers).not.toHaveProperty('set-cookie');
});
