import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { fillIn } from '../deploy/three-machines/fill.ts';
import { inDatabase } from '../server/database/prepare.ts';
import { createLog } from '../server/src/platform/observability/log.ts';
import { openBuses } from '../server/src/platform/runtime/bus.ts';
import { natsUsers, newSeed } from '../server/src/platform/runtime/bus-access.ts';
import { systemClock } from '../server/src/platform/runtime/clock.ts';
import { newCertificate } from '../server/src/platform/security/new-certificate.ts';
import { makeFolder, startChild, stopChild } from '../server/test/child.ts';
import { connectByDbmate } from '../server/test/dbmate.ts';
import { openNats } from '../server/test/nats-client.ts';
import { startNats } from './nats.ts';
import { postgresUser, startPostgres } from './postgres.ts';

// PostgreSQL and NATS with the settings of three machines, on addresses of this machine.

async function newFolder(): Promise<string> {
  const { folder, remove } = await makeFolder('glasshouse-tls-');
  onTestFinished(remove);
  await chmod(folder, 0o755);
  return folder;
}
async function keepCertificate(folder: string, name: string, names: readonly string[]) {
  const { certificate, key } = newCertificate(name, names, systemClock());
  const paths = { certificate: join(folder, `${name}.crt`), key: join(folder, `${name}.key`) };
  await writeFile(paths.certificate, certificate);
  await writeFile(paths.key, key, { mode: 0o600 });
  return { ...paths, text: certificate };
}
const machine = (folder: string): Record<string, string> => ({
  ...{ CERTIFICATES: folder, DATA: folder, NETWORK: '127.0.0.0/8', NAME: 'one', POSTGRES_BIN: 'x', WATCHDOG: 'off' },
  ...{ SHARED_BUFFERS: '16MB', ARCHIVE_COMMAND: 'x', RESTORE_COMMAND: 'x', PATRONI_PASSWORD: 'x' },
  ...{ POSTGRES_PASSWORD: 'x', REPLICATION_PASSWORD: 'x' },
});

/** PostgreSQL with the access rules and TLS settings of three machines, but without passwords. */
async function startEncrypted() {
  const folder = await newFolder();
  const postgres = await keepCertificate(folder, 'postgres', ['postgres', '127.0.0.1']);
  await (await postgresUser()).own(postgres.key);
  const told = { ...machine(folder), ...{ ADDRESS: '127.0.0.1', ONE: 'x', TWO: 'x', THREE: 'x' } };
  const { pg_hba: rules, parameters } = parse(fillIn('patroni.yml', told)).postgresql as {
    pg_hba: string[];
    parameters: Record<string, string>;
  };
  const hba = join(folder, 'pg_hba.conf');
  await writeFile(hba, rules.map((rule) => `${rule.replace('scram-sha-256', 'trust')}\n`).join(''));
  const settings = Object.entries(parameters).filter(([name]) => name.startsWith('ssl'));
  expect(settings.length).toBeGreaterThan(2);
  const server = await startPostgres([`hba_file=${hba}`, ...settings.map((line) => line.join('='))]);
  onTestFinished(server.stop);
  return { folder, url: server.adminUrl, certificate: postgres.certificate };
}
const trusting = (certificate: string) => `?sslmode=verify-full&sslrootcert=${certificate}`;
const answers = (url: string) =>
  inDatabase(url, 'do $$ begin assert (select ssl from pg_stat_ssl where pid = pg_backend_pid()); end $$');

test('PostgreSQL of three machines accepts only TLS, and its clients only the right certificate for the address', async () => {
  const { folder, url, certificate } = await startEncrypted();
  await answers(url + trusting(certificate));
  await expect(answers(url)).rejects.toThrow('no encryption');
  await expect(answers(`${url}?sslmode=disable`)).rejects.toThrow('no encryption');
  const other = await keepCertificate(folder, 'other', ['postgres', '127.0.0.1']);
  await expect(answers(url + trusting(other.certificate))).rejects.toThrow(/self-signed|verify/);
  const elsewhere = url.replace('127.0.0.1', '127.0.0.2');
  await expect(answers(elsewhere + trusting(certificate))).rejects.toThrow(/ECONNREFUSED|altnames/);
  // Migrations connect differently, with a program in Go.
  await connectByDbmate(url + trusting(certificate));
  await expect(connectByDbmate(`${url}?sslmode=disable`)).rejects.toThrow('no encryption');
  await expect(connectByDbmate(url + trusting(other.certificate))).rejects.toThrow('certificate');
});

test('a client that requires TLS refuses a PostgreSQL server without it or with another name', async () => {
  const folder = await newFolder();
  const postgres = await keepCertificate(folder, 'postgres', ['postgres', 'localhost']);
  const plain = await startPostgres();
  onTestFinished(plain.stop);
  await expect(answers(plain.adminUrl + trusting(postgres.certificate))).rejects.toThrow('does not support SSL');
  await (await postgresUser()).own(postgres.key);
  const settings = ['ssl=on', `ssl_cert_file=${postgres.certificate}`, `ssl_key_file=${postgres.key}`];
  const named = await startPostgres(settings);
  onTestFinished(named.stop);
  await expect(answers(named.adminUrl + trusting(postgres.certificate))).rejects.toThrow('altnames');
});

const [high, low] = [1 + ((process.pid >> 8) % 250), process.pid % 250];
const addressOf = (number: number) => `127.${high}.${low}.${number}`;
const server = (text: string) => text.replace('nats://', 'tls://');

/** Three NATS servers configured as on three machines, each at its own address. */
async function startCluster() {
  const folder = await newFolder();
  const addresses = [1, 2, 3].map(addressOf) as [string, string, string];
  const nats = await keepCertificate(folder, 'nats', ['nats', ...addresses]);
  const seeds = { push: newSeed(), settle: newSeed() } as Record<string, string>;
  const told = {
    ...machine(folder),
    ...{ ONE: addresses[0], TWO: addresses[1], THREE: addresses[2], NATS_ROUTE_PASSWORD: 'route-1' },
    NATS_USERS: natsUsers('glasshouse', (role) => (seeds[role] ??= newSeed())),
  };
  const start = async (name: string, text: string) => {
    const file = join(folder, `${name}.conf`);
    await writeFile(file, text);
    const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
    const child = startChild('nats-server', ['-c', file], { env, stdio: 'ignore' }, { signal: 'KILL' });
    onTestFinished(() => stopChild(child, 'SIGKILL'));
  };
  const conf = (name: string, ADDRESS: string) => fillIn('nats.conf', { ...told, NAME: name, ADDRESS });
  for (const [index, address] of addresses.entries()) await start(`n${index}`, conf(`n${index}`, address));
  const ask = async (address: string, path: string) => {
    const answer = await fetch(`http://${address}:8222/${path}`).catch(() => undefined);
    return (await answer?.json()) as { server_id: string; routes?: { remote_id: string }[] } | undefined;
  };
  const idOf = async (address: string) => (await ask(address, 'varz'))?.server_id;
  const routesOf = async (address: string) =>
    [...new Set((await ask(address, 'routez'))?.routes?.map((route) => route.remote_id))].sort();
  return { folder, addresses, nats, seeds, start, conf, idOf, routesOf };
}

test('NATS of three machines accepts only TLS from roles and servers, and its cluster requires certificate and password', async () => {
  const { folder, addresses, nats, seeds, start, conf, idOf, routesOf } = await startCluster();
  const others = async () => (await Promise.all(addresses.slice(1).map(idOf))).sort();
  await expect
    .poll(async () => [await routesOf(addresses[0]), await others()])
    .toSatisfy(([routes, ids]) => {
      return ids.every(Boolean) && JSON.stringify(routes) === JSON.stringify(ids);
    });
  const log = createLog('silent');
  const open = (address: string, role: 'push' | 'settle') => {
    const logins = { url: `tls://${address}:4222`, databaseUrl: 'postgres://x/glasshouse', certificate: nats.text };
    const buses = openBuses([role], { ...logins, seedOf: () => seeds[role] }, log);
    onTestFinished(buses.close);
    return buses.of(role);
  };
  const [push, settle] = [open(addresses[0], 'push'), open(addresses[2], 'settle')];
  const heard: string[] = [];
  push.subscribe('user.7', (text) => heard.push(text));
  await expect
    .poll(() => {
      settle.publish('user.7', 'won');
      return heard;
    })
    .toContain('won');

  // Servers that try to join with only one of the two.
  const intruder = (name: string, number: number, text: (conf: string) => string) =>
    start(name, text(conf(name, addressOf(number))));
  const other = await keepCertificate(folder, 'other', ['nats', addressOf(4), addressOf(5), addressOf(6)]);
  const withoutCertificate = (text: string) =>
    text.replaceAll('/nats.crt', '/other.crt').replaceAll('/nats.key', '/other.key');
  await intruder('i4', 4, withoutCertificate);
  await intruder('i5', 5, (text) => text.replaceAll('route-1', 'route-2'));
  await intruder('i6', 6, (text) => text.replace(/ {2}tls \{[^}]*\}\n/, ''));
  const ids = () => Promise.all([4, 5, 6].map((number) => idOf(addressOf(number))));
  await expect.poll(async () => (await ids()).every(Boolean)).toBe(true);
  await wait(3000);
  for (const address of addresses) {
    const routes = await routesOf(address);
    expect(routes).toHaveLength(2);
    expect((await ids()).filter((id) => routes.includes(id!))).toEqual([]);
  }
  // A server with both is accepted, so the others were refused for what they lack.
  await intruder('i7', 7, (text) => text);
  await expect.poll(async () => (await routesOf(addresses[0])).includes((await idOf(addressOf(7))) ?? '')).toBe(true);
  expect(other.text).not.toBe(nats.text);
});

test('a NATS client over TLS refuses a server without TLS, with another certificate or with another name', async () => {
  const folder = await newFolder();
  const write = async (name: string, names: string[]) => {
    const made = await keepCertificate(folder, name, names);
    const conf = join(folder, `${name}.conf`);
    await writeFile(conf, `tls { cert_file: "${made.certificate}", key_file: "${made.key}" }`);
    const started = await startNats(conf);
    onTestFinished(started.kill);
    return { url: server(started.url), plain: started.url, text: made.text };
  };
  const [right, wrong] = [await write('right', ['nats']), await write('wrong', ['postgres'])];
  const plain = await startNats();
  onTestFinished(plain.kill);
  const connects = async (url: string, certificate: string) => {
    const logins = { url, databaseUrl: 'postgres://x/glasshouse', certificate, seedOf: () => undefined };
    const buses = openBuses(['push'], logins, createLog('silent'));
    onTestFinished(buses.close);
    for (let tries = 0; tries < 40 && !buses.ready!(); tries++) await wait(50);
    return buses.ready!();
  };
  expect(await connects(right.url, right.text)).toBe(true);
  expect(await connects(right.url, wrong.text)).toBe(false);
  expect(await connects(wrong.url, wrong.text)).toBe(false);
  expect(await connects(server(plain.url), right.text)).toBe(false);
  await expect(openNats(right.plain, undefined, { tls: null })).rejects.toThrow();
  // A client that trusts only public authorities refuses our certificate.
  await expect(openNats(right.plain)).rejects.toThrow();
});
