import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../server/src/platform/observability/log.ts';
import { type BusOf, openBuses } from '../server/src/platform/runtime/bus.ts';
import {
  busAccess,
  isBusRole,
  natsUsers,
  newSeed,
  publicKeyOf,
  roleNames,
} from '../server/src/platform/runtime/bus-access.ts';
import { faults } from '../server/src/platform/runtime/faults.ts';
import { makeFolder } from '../server/test/child.ts';
import { openNats } from '../server/test/nats-client.ts';
import { freePort, start } from '../server/test/process.ts';
import { newWorld } from '../server/test/world.ts';
import { startNats } from './nats.ts';

const database = 'glasshouse';
const databaseUrl = `postgres://x@127.0.0.1/${database}`;
const busRoles = roleNames.filter(isBusRole);

/**
 * A NATS server with the users of `npm run secrets`, the seeds of their keys, and the seed of an observer with all
 * permissions.
 */
async function startGuarded() {
  const { folder, remove } = await makeFolder('glasshouse-nats-');
  const seeds = new Map(busRoles.map((role) => [role, newSeed()]));
  const config = join(folder, 'users.conf');
  const observer = newSeed();
  const users = natsUsers(database, (role) => seeds.get(role)!);
  await writeFile(config, users.replace('users: [', `users: [ { nkey: ${publicKeyOf(observer)} }`));
  const nats = await startNats(config);
  onTestFinished(async () => {
    await nats.kill();
    await remove();
  });
  return { ...nats, seeds, observer };
}
const everySubject = [...new Set(busRoles.flatMap((role) => Object.values(busAccess[role]).flat()))];
const concrete = (subject: string) => subject.replace('user.*', 'user.123');
const others = ['user', 'user.123.more', 'tape.other', 'order.open', 'session', ''];
const published = [
  ...[...everySubject.map(concrete), ...others].map((subject) => [database, subject].filter(Boolean).join('.')),
  ...everySubject.map((subject) => `other_database.${concrete(subject)}`),
  ...['_INBOX.x', 'x'],
];
const wide = ['user.*', 'user.>', 'tape.*', 'tape.>', '*.tick', '>', '*.*'].map((subject) => `${database}.${subject}`);
const subscribed = [...published, ...wide, '>', '*.tape.tick', '$SYS.>'];

test('each role can publish and subscribe to exactly the subjects in the table', async () => {
  const { url, seeds, observer: observerSeed } = await startGuarded();
  const observer = await openNats(url, observerSeed);
  const seen: string[] = [];
  observer.subscribe('>', { callback: (_, message) => void seen.push(`${message.string()} ${message.subject}`) });
  for (const role of busRoles) {
    const { publish, subscribe } = busAccess[role] as { publish: readonly string[]; subscribe: readonly string[] };
    const connection = await openNats(url, seeds.get(role)!);
    const heard = new Set<string>();
    for (const subject of subscribed)
      connection.subscribe(subject, { callback: (error) => void (error || heard.add(subject)) });
    await connection.flush();
    for (const subject of published) {
      connection.publish(subject, role);
      observer.publish(subject, 'observer');
    }
    await connection.flush();
    await observer.flush();
    await connection.flush();
    const full = (subjects: readonly string[]) => subjects.map((subject) => `${database}.${subject}`);
    // NATS 2.9 treats the `>` of a subscription as a token that `*` permits. No role may publish to the additional
    // subjects.
    const widened = full(subscribe).flatMap((subject) => (subject.endsWith('.*') ? subject.replace('*', '>') : []));
    const mayHear = [...full(subscribe), ...full(subscribe).map(concrete), ...widened];
    expect([role, [...heard].sort()]).toEqual([role, [...new Set(mayHear)].sort()]);
    const passed = seen.filter((line) => line.startsWith(`${role} `)).map((line) => line.split(' ')[1]);
    expect([role, passed.sort()]).toEqual([role, full(publish).map(concrete).sort()]);
  }
});

test('connections without a key, with an unknown key, or with a name and a password are refused', async () => {
  const { url } = await startGuarded();
  await expect(openNats(url)).rejects.toThrow(/authorization/i);
  await expect(openNats(url, newSeed())).rejects.toThrow(/authorization/i);
  await expect(openNats(url, undefined, { user: 'api', pass: 'api' })).rejects.toThrow(/authorization/i);
});

test("roles in one process use separate connections, receive each other's messages, and report no error", async () => {
  const { url, seeds } = await startGuarded();
  const log = createLog('silent');
  const logins = {
    url,
    databaseUrl,
    seedOf: (role: (typeof roleNames)[number]) => (isBusRole(role) ? seeds.get(role) : undefined),
  };
  const buses = openBuses(roleNames, logins, log);
  onTestFinished(buses.close);
  await expect.poll(() => buses.ready!()).toBe(true);
  const push: BusOf<'push'> = buses.of('push');
  const settle: BusOf<'settle'> = buses.of('settle');
  const feed: BusOf<'feed'> = buses.of('feed');
  const heard: string[] = [];
  push.subscribe('user.5', (text) => heard.push(`push ${text}`));
  settle.subscribe('tape.tick', (text) => heard.push(`settle ${text}`));
  await expect
    .poll(() => {
      settle.publish('user.5', 'won');
      feed.publish('tape.tick', '7');
      return heard;
    })
    .toEqual(expect.arrayContaining(['push won', 'settle 7']));
  const before = await countFaults();
  // @ts-expect-error A subject of another role does not compile, and the server refuses it.
  push.publish('user.5', 'forged');
  // @ts-expect-error Nor does one that is not in the table.
  feed.publish('tape.other', 'x');
  await expect.poll(countFaults).toBe(before + 2);
  expect(heard).not.toContain('push forged');
});

const countFaults = async () =>
  (await faults.get()).values.filter(({ labels }) => labels.where === 'bus').reduce((sum, { value }) => sum + value, 0);

test('without logins, all roles of a process share one connection to a plain NATS server', async () => {
  const nats = await startNats();
  onTestFinished(nats.kill);
  const buses = openBuses(roleNames, { url: nats.url, databaseUrl, seedOf: () => undefined }, createLog('silent'));
  onTestFinished(buses.close);
  await expect.poll(() => buses.ready!()).toBe(true);
  expect(new Set(busRoles.map(buses.of)).size).toBe(1);
});

test('roles without subjects do not connect to NATS and report no NATS state', () => {
  const nowhere = { url: 'nats://127.0.0.1:1', databaseUrl, seedOf: () => undefined };
  expect(openBuses(['log', 'beacon'], nowhere, createLog('silent')).ready).toBeUndefined();
});

test('a process with its role’s NATS login becomes ready; one without a login does not', async () => {
  const { url, seeds } = await startGuarded();
  const world = await newWorld();
  const [ops, stranger, live, otherLive] = await Promise.all([1, 2, 3, 4].map(() => freePort()));
  const environment = {
    DATABASE_URL: world.config.DATABASE_URL,
    ...{ NATS_URL: url, ORIGINS: 'http://127.0.0.1:1', SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'x@y.example' },
  };
  const processes = await Promise.all([
    start('main.ts', ['push'], {
      ...environment,
      ...{ PUSH_NATS_SEED: seeds.get('push')!, OPS_PORT: String(ops), LIVE_PORT: String(live) },
    }),
    start('main.ts', ['push'], { ...environment, OPS_PORT: String(stranger), LIVE_PORT: String(otherLive) }),
  ]);
  await Promise.all(processes.map(({ said }) => said('"started"')));
  const ask = async (port: number) => (await fetch(`http://127.0.0.1:${port}/readyz`)).text();
  await expect.poll(() => ask(ops!)).toBe('ready');
  expect(await ask(stranger!)).toBe('NATS does not answer');
  await expect.poll(() => processes[1]!.output()).toContain('Authorization Violation');
});
