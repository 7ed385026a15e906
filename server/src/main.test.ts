import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { getSite } from '@glasshouse/protocol/site/calls';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openPool } from '#platform/database/db.ts';
import { healthRole, pushRole, urlFor } from '../database/prepare.ts';
import { documentedMetrics, exportedLabels, exportedMetrics } from '../test/documented.ts';
import { freePort, start } from '../test/process.ts';
import { beaconFor, filesFor, newSecret, newSigningKey } from '../test/signing-key.ts';
import { newWorld, type World } from '../test/world.ts';

// Processes start slowly while many tests run at once.

/** A call that stays in progress until it is released: the table it reads is locked. */
async function holdCall(world: World, call: () => Promise<string>) {
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = world.owner.transaction().execute(async (tx) => {
    await sql`lock table site_config in access exclusive mode`.execute(tx);
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const answer = call();
  const waiting = () =>
    sql`select 1 from pg_locks where not granted and relation = 'site_config'::regclass`.execute(world.db);
  while ((await waiting()).rows.length === 0) await wait(20);
  return {
    release: async () => {
      release.resolve();
      await held;
      return answer;
    },
  };
}

const get = async (port: number, path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text();

test('one process runs the given roles, reports its health, and stops cleanly while a call is in progress', async () => {
  const world = await newWorld();
  const [http, ops, office] = [await freePort(), await freePort(), await freePort()];
  const running = await start('main.ts', ['all'], {
    DATABASE_URL: world.config.DATABASE_URL,
    FEED_DATABASE_URL: world.config.FEED_DATABASE_URL!,
    OFFICE_DATABASE_URL: world.config.OFFICE_DATABASE_URL!,
    OFFICE_PORT: String(office),
    OFFICE_ORIGINS: `http://localhost:${office}`,
    OFFICE_SECRET: newSecret(),
    SETTLE_DATABASE_URL: world.config.SETTLE_DATABASE_URL!,
    LOG_DATABASE_URL: world.config.LOG_DATABASE_URL!,
    LOG_SIGNING_KEY: newSigningKey(),
    TAPE_SIGNING_KEY: newSigningKey(),
    ...beaconFor(await freePort()),
    SLIP_SIGNING_KEY: newSigningKey(),
    ...filesFor(world.config.FILES_DIRECTORY),
    FACTOR_SECRET: newSecret(),
    TAPE_HISTORY_MINUTES: '1',
    NATS_URL: world.config.NATS_URL,
    ORIGINS: `http://127.0.0.1:${http}`,
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'x@y.example',
    HTTP_PORT: String(http),
    OPS_PORT: String(ops),
  });
  await running.said('"started"');
  expect(await get(ops, '/healthz')).toBe('ok');
  expect(await get(ops, '/readyz')).toBe('ready');
  expect(await get(http, getSite.path)).toContain('"code":200');
  expect(await get(office, '/docs/openapi.json')).toContain('/office/session/login');
  expect(await get(ops, '/metrics')).toMatch(
    /glasshouse_call_seconds_count\{path="\/index\/site\/getsite",code="200"\} 1/,
  );
  // With all roles it exports every metric.
  const metrics = await get(ops, '/metrics');
  const documented = documentedMetrics().filter(({ others }) => !others);
  expect(Object.fromEntries(exportedMetrics(metrics))).toEqual(
    Object.fromEntries(documented.map(({ name, type }) => [name, type])),
  );
  const labels = new Map(documented.map((metric) => [metric.name, metric.labels]));
  for (const [name, used] of exportedLabels(metrics)) expect([name, labels.get(name)]).toEqual([name, [...used]]);
  await expect.poll(() => get(http, '/log/checkpoint'), { timeout: 10_000 }).toContain(`127.0.0.1:${http}/log\n`);
  expect((await fetch(`http://127.0.0.1:${ops}/outbox`)).status).toBe(404); // shown in development only

  // Stopping must wait for the answers of calls in progress.
  const underWay = await holdCall(world, () => get(http, getSite.path));
  running.main.kill('SIGTERM');
  await running.said('"stopping"');
  expect(await underWay.release()).toContain('"code":200');
  expect(await running.ended).toBe(0);
});

const apiOf = (world: World, http: number, ops: number) => ({
  DATABASE_URL: world.config.DATABASE_URL,
  SLIP_SIGNING_KEY: newSigningKey(),
  ...filesFor(world.config.FILES_DIRECTORY),
  FACTOR_SECRET: newSecret(),
  NATS_URL: world.config.NATS_URL,
  ORIGINS: `http://127.0.0.1:${http}`,
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'x@y.example',
  HTTP_PORT: String(http),
  OPS_PORT: String(ops),
});

/** A connection that sends something and then stays open, whatever the server does. */
async function hold(port: number, text: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('connect', resolve));
  if (text) socket.write(text);
  return socket.resume();
}

test('idle connections do not delay the stop', async () => {
  const world = await newWorld();
  const [http, ops] = [await freePort(), await freePort()];
  const running = await start('main.ts', ['api', 'push'], apiOf(world, http, ops));
  await running.said('"started"');
  const upgrade = 'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n';
  await hold(http, '');
  await hold(http, 'GET / HTTP/1.1\r\nhost: x\r\n');
  await hold(http, `GET /live HTTP/1.1\r\nhost: x\r\norigin: https://evil.example\r\n${upgrade}\r\n`);
  await hold(ops, '');
  // Connections are accepted in order, so these answers prove that the others were accepted before.
  await Promise.all([get(http, getSite.path), get(ops, '/readyz')]);
  const began = performance.now();
  await running.stop();
  expect(performance.now() - began).toBeLessThan(5000);
});

test('an unexpected error ends the process cleanly, and its supervisor starts the next', async () => {
  const world = await newWorld();
  const [http, ops] = [await freePort(), await freePort()];
  // Loaded into the process: one signal throws an uncaught error, the other causes an unhandled rejection.
  const faulty = `
    process.on('SIGUSR2', () => { throw new Error('thrown by the test'); });
    process.on('SIGHUP', () => void Promise.reject(new Error('rejected by the test')));`;
  const running = await start('keep.ts', ['api'], {
    ...apiOf(world, http, ops),
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(faulty)}`,
  });
  const serverPid = () => {
    const pids = [...running.output().matchAll(/"pid":(\d+)[^\n]*"started"/g)];
    return Number(pids.at(-1)![1]);
  };
  await running.said('"started"');
  const first = serverPid();
  const underWay = await holdCall(world, () => get(http, getSite.path));
  process.kill(first, 'SIGUSR2');
  await running.said('"stopping"');
  expect(await underWay.release()).toContain('"code":200');
  await running.said('the server ended (1) and starts again in 0.5 s');
  expect(running.output()).toContain('thrown by the test');
  await running.said('"started"', 2);
  expect(serverPid()).not.toBe(first);
  expect(await get(http, getSite.path)).toContain('"code":200');

  process.kill(serverPid(), 'SIGHUP');
  await running.said('the server ended (1) and starts again in 1 s');
  expect(running.output()).toContain('rejected by the test');
  await running.said('"started"', 3);
  expect(await get(http, getSite.path)).toContain('"code":200');

  // Told to stop, the supervisor exits with its server.
  await running.stop();
  await expect(get(http, getSite.path)).rejects.toThrow();
});

test('a supervisor that is killed takes the server with it', async () => {
  const world = await newWorld();
  const [http, ops] = [await freePort(), await freePort()];
  const running = await start('keep.ts', ['api'], apiOf(world, http, ops));
  await running.said('"started"');
  running.main.kill('SIGKILL');
  await running.ended;
  const answers = () =>
    get(http, getSite.path).then(
      () => true,
      () => false,
    );
  for (let i = 0; i < 100 && (await answers()); i++) await wait(50);
  expect(await answers()).toBe(false);
});

test('the api starts, answers and is ready without NATS; push is not ready', async () => {
  const world = await newWorld();
  const [http, ops, nats, otherOps] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const environment = { ...apiOf(world, http, ops), NATS_URL: `nats://127.0.0.1:${nats}` };
  const api = await start('main.ts', ['api'], environment);
  const push = await start('main.ts', ['push'], { ...environment, OPS_PORT: String(otherOps) });
  await Promise.all([api.said('"started"'), push.said('"started"')]);
  expect(await get(ops, '/readyz')).toBe('ready');
  expect(await get(http, getSite.path)).toContain('"code":200');
  expect(await get(otherOps, '/readyz')).toBe('NATS does not answer');
  for (const role of [api, push]) await role.stop();
});

test('roles with their own login also need only the health login, and push only its read-only login', async () => {
  const world = await newWorld();
  const [http, ops, office, pushOps, live] = await Promise.all([1, 2, 3, 4, 5].map(() => freePort()));
  const [health, reading] = [urlFor(world.database, healthRole), urlFor(world.database, pushRole)];
  const { DATABASE_URL: _, ...needed } = apiOf(world, http!, ops!);
  const common = { ...needed, HEALTH_DATABASE_URL: health, PUSH_DATABASE_URL: reading };
  const five = await start('main.ts', ['beacon', 'feed', 'settle', 'log', 'office'], {
    ...common,
    FEED_DATABASE_URL: world.config.FEED_DATABASE_URL!,
    SETTLE_DATABASE_URL: world.config.SETTLE_DATABASE_URL!,
    LOG_DATABASE_URL: world.config.LOG_DATABASE_URL!,
    LOG_SIGNING_KEY: newSigningKey(),
    TAPE_SIGNING_KEY: newSigningKey(),
    ...beaconFor(await freePort()),
    TAPE_HISTORY_MINUTES: '1',
    OFFICE_DATABASE_URL: world.config.OFFICE_DATABASE_URL!,
    OFFICE_PORT: String(office),
    OFFICE_ORIGINS: `http://localhost:${office}`,
    OFFICE_SECRET: newSecret(),
  });
  const push = await start('main.ts', ['push'], { ...common, OPS_PORT: String(pushOps), LIVE_PORT: String(live) });
  await Promise.all([five.said('"started"'), push.said('"started"')]);
  for (const port of [ops!, pushOps!]) {
    await expect.poll(() => get(port, '/readyz'), { timeout: 10_000 }).toBe('ready');
    expect(await get(port, '/metrics')).toMatch(/glasshouse_db_answer_seconds 0\.\d/);
  }
  const count = async (table: 'tick' | 'log_checkpoint') =>
    Number((await sql<{ n: string }>`select count(*) as n from ${sql.table(table)}`.execute(world.owner)).rows[0]!.n);
  await expect.poll(() => count('tick'), { timeout: 20_000 }).toBeGreaterThan(0);
  await expect.poll(() => count('log_checkpoint'), { timeout: 20_000 }).toBeGreaterThan(0);
  expect(await get(office!, '/docs/openapi.json')).toContain('/office/session/login');
  const pool = openPool(health, 1, () => {});
  onTestFinished(() => pool.end());
  for (const text of [
    'select 1 from person',
    'select 1 from tick',
    'select post_legs(now(), true, null, null, null, null, null)',
  ])
    await expect(pool.query(text)).rejects.toThrow('permission denied');
  for (const role of [five, push]) await role.stop();
});

test('a wrong role or environment ends at once with a sentence that says what to do', async () => {
  const role = await start('main.ts', ['banker'], {});
  expect(await role.ended).toBe(1);
  expect(role.output()).toContain('Say which roles to start');
  const environment = await start('main.ts', ['api'], { DATABASE_URL: 'nonsense' });
  expect(await environment.ended).toBe(1);
  expect(environment.output()).toContain('see .env.example');
});
