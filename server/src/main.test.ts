import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { getSite } from '@glasshouse/protocol/site';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newSigningKey } from '../test/signing-key.ts';
import { newWorld } from '../test/world.ts';

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

async function startMain(args: string[], environment: Record<string, string>) {
  const main = spawn(process.execPath, [new URL('main.ts', import.meta.url).pathname, ...args], {
    env: { PATH: process.env.PATH, ...environment },
  });
  let output = '';
  main.stdout.on('data', (chunk) => {
    output += chunk;
  });
  main.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const ended = new Promise<number | null>((resolve) => main.on('exit', resolve));
  const said = async (text: string) => {
    for (let i = 0; i < 200 && !output.includes(text); i++) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(output).toContain(text);
  };
  return { main, ended, said, output: () => output };
}

test('one process runs the roles it is told, says it is well, and stops cleanly while a call is under way', async () => {
  const world = await newWorld();
  const [http, ops, office] = [await freePort(), await freePort(), await freePort()];
  const running = await startMain(['all'], {
    DATABASE_URL: world.config.DATABASE_URL,
    FEED_DATABASE_URL: world.config.FEED_DATABASE_URL!,
    OFFICE_DATABASE_URL: world.config.OFFICE_DATABASE_URL!,
    OFFICE_PORT: String(office),
    OFFICE_ORIGINS: `http://localhost:${office}`,
    OFFICE_SECRET: randomBytes(32).toString('base64'),
    SETTLE_DATABASE_URL: world.config.SETTLE_DATABASE_URL!,
    TAPE_SIGNING_KEY: newSigningKey(),
    SLIP_SIGNING_KEY: newSigningKey(),
    TAPE_HISTORY_MINUTES: '1',
    NATS_URL: world.config.NATS_URL,
    ORIGINS: `http://127.0.0.1:${http}`,
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'x@y.example',
    HTTP_PORT: String(http),
    OPS_PORT: String(ops),
  });
  await running.said('"started"');
  const get = async (port: number, path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  expect(await get(ops, '/healthz')).toBe('ok');
  expect(await get(ops, '/readyz')).toBe('ready');
  expect(await get(http, getSite.path)).toContain('"code":200');
  expect(await get(office, '/docs/openapi.json')).toContain('/office/session/login');
  expect(await get(ops, '/metrics')).toMatch(
    /glasshouse_call_seconds_count\{path="\/index\/site\/getsite",code="200"\} 1/,
  );
  expect((await fetch(`http://127.0.0.1:${ops}/outbox`)).status).toBe(404); // shown in development only

  // The table is held, so a call waits; stopping must wait for its answer.
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = world.owner.transaction().execute(async (tx) => {
    await sql`lock table site_config in access exclusive mode`.execute(tx);
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const underWay = get(http, getSite.path);
  const waiting = () =>
    sql`select 1 from pg_locks where not granted and relation = 'site_config'::regclass`.execute(world.db);
  while ((await waiting()).rows.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  running.main.kill('SIGTERM');
  await running.said('"stopping"');
  release.resolve();
  expect(await underWay).toContain('"code":200');
  expect(await running.ended).toBe(0);
  await held;
});

test('a wrong role or a wrong environment ends at once with a sentence that says what to do', async () => {
  const role = await startMain(['banker'], {});
  expect(await role.ended).toBe(1);
  expect(role.output()).toContain('Say which roles to start');
  const environment = await startMain(['api'], { DATABASE_URL: 'nonsense' });
  expect(await environment.ended).toBe(1);
  expect(environment.output()).toContain('see .env.example');
});
