import { execFileSync } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { opsOf } from '../chaos/site.ts';
import { fillIn as fillInFile } from '../deploy/three-machines/fill.ts';
import { isBusRole, roleNames, seedLine } from '../server/src/platform/runtime/bus-access.ts';
import { readConfig } from '../server/src/platform/runtime/config.ts';
import { readEnvironment } from '../server/src/platform/runtime/environment.ts';
import { fillIn, stepsOf, testedSections } from './page-steps.ts';
import { root } from './run.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
type Service = {
  environment?: Record<string, string>;
  command?: string[];
  secrets?: string[];
  volumes?: string[];
  networks?: string[];
};
type Compose = {
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
  networks: Record<string, object>;
};
const text = read('deploy/one-machine/compose.yaml');
const compose: Compose = parse(text, { merge: true });
const told = parseEnv(read('deploy/one-machine/site.env.example'));

function newSecrets(): { directory: string; again: () => void } {
  const directory = mkdtempSync(join(tmpdir(), 'glasshouse-deploy-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const again = () => execFileSync(process.execPath, ['scripts/secrets.ts', directory, 'postgres:5432'], { cwd: root });
  again();
  return { directory, again };
}
const textsOf = (directory: string) =>
  Object.fromEntries(readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), 'utf8')]));

test('secrets are created once, and existing ones never change', () => {
  const { directory, again } = newSecrets();
  const first = textsOf(directory);
  const empty = Object.keys(first).filter((name) => first[name] === '');
  expect(empty.sort()).toEqual(['FACTOR_SECRET_OLD', 'FILES_KEY_OLD', 'OFFICE_SECRET_OLD', 'TAPE_SEED_KEY_OLD']);
  expect(new Set(Object.values(first)).size).toBe(Object.keys(first).length - empty.length + 1);
  rmSync(join(directory, 'FILES_KEY'));
  again();
  const { FILES_KEY: key, ...others } = textsOf(directory);
  const { FILES_KEY: before, ...same } = first;
  expect(others).toEqual(same);
  expect(key).not.toBe(before);
  expect(statSync(directory).mode & 0o077).toBe(0);
});

test('the server starts with the example of one machine and new secrets, and all settings are known and documented', () => {
  const { directory } = newSecrets();
  const fill = (value: string) => value.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => told[name] ?? `no ${name}`);
  const lines = Object.entries(compose.services.api!.environment!);
  const said = Object.fromEntries(lines.map(([name, value]) => [name, fill(value)]));
  const environment = { ...said, SMTP_URL: 'smtp://mail.example:25', SECRETS_DIRECTORY: directory };
  const config = readConfig(readEnvironment(environment));
  expect(Object.keys(said).filter((name) => !(name in config))).toEqual([]);
  const contact = 'mailto:security@glasshouse.example';
  expect(config).toMatchObject({
    ORIGINS: [told.ORIGIN],
    SECURITY_CONTACT: [contact],
    WITNESSES: [],
    BEACON: 'local',
  });

  // Each service gets files that exist, and refers only to declared names.
  const files = new Set([...readdirSync(directory), 'SMTP_URL']);
  const handed = new Set(Object.values(compose.services).flatMap(({ secrets = [] }) => secrets));
  expect([...handed].filter((name) => !files.has(name))).toEqual([]);
  const declared = [...handed].map((name) => [name, { file: `\${SECRETS}/${name}` }]);
  expect(compose.secrets).toEqual(Object.fromEntries(declared));
  const named = [...text.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name!);
  expect(new Set(named)).toEqual(new Set(Object.keys(told)));
});

test('Prometheus of one machine scrapes every role by its name, and evaluates the alerts of all profiles', () => {
  const { scrape_configs: scraped, rule_files: rules } = parse(read('deploy/one-machine/prometheus.yml'));
  const roles = Object.keys(compose.services).filter((name) =>
    compose.services[name]!.command?.includes('server/src/main.ts'),
  );
  expect(scraped).toEqual([
    { job_name: 'glasshouse', static_configs: [{ targets: roles.map((role) => `${role}:4101`) }] },
    { job_name: 'machine', static_configs: [{ targets: ['machine:9100'] }] },
  ]);
  expect(rules).toEqual(['alerts.yml']);
  expect(compose.services.prometheus!.volumes).toContain('../prometheus/alerts.yml:/etc/prometheus/alerts.yml:ro');
});

test('only the role that signs or seals gets the key for it', () => {
  const holders = (secret: string) =>
    Object.keys(compose.services).filter((name) => compose.services[name]!.secrets?.includes(secret));
  expect(holders('TAPE_SIGNING_KEY')).toEqual(['feed']);
  expect(holders('TAPE_SEED_KEY')).toEqual(['feed']);
  expect(holders('LOG_SIGNING_KEY')).toEqual(['log']);
  expect(holders('SLIP_SIGNING_KEY')).toEqual(['api']);
  expect(holders('OFFICE_SECRET')).toEqual(['office']);
  for (const name of ['FACTOR_SECRET', 'OFFICE_SECRET', 'FILES_KEY', 'TAPE_SEED_KEY'])
    expect(holders(`${name}_OLD`)).toEqual(holders(name));
  expect(holders('BEACON_SECRET')).toEqual(['beacon']);
  expect(holders('ADMIN_DATABASE_URL')).toEqual(['migrate']);
  expect(holders('SETTLE_DATABASE_URL')).toEqual(['migrate', 'settle']);
  expect(holders('DATABASE_URL')).toEqual(['migrate', 'api', 'worker']);
  expect(holders('PUSH_DATABASE_URL')).toEqual(['migrate', 'push']);
  expect(holders('HEALTH_DATABASE_URL')).toEqual(['migrate', 'beacon', 'feed', 'settle', 'log', 'office']);
  expect(holders('BACKUP_KEY')).toEqual(['postgres', 'backup']);
  for (const role of roleNames.filter(isBusRole)) expect([role, holders(seedLine(role))]).toEqual([role, [role]]);
  for (const name of ['NATS_USERS', 'NATS_CERTIFICATE_KEY']) expect([name, holders(name)]).toEqual([name, ['nats']]);
  expect(holders('POSTGRES_CERTIFICATE_KEY')).toEqual([]);
  expect(holders('NATS_ROUTE_PASSWORD')).toEqual([]);
});

test('NATS of one and of three machines starts with the users of the secrets, and cluster members authenticate with a password', async () => {
  const { directory } = newSecrets();
  const { command } = compose.services.nats!;
  expect(command!.slice(-2)).toEqual(['-c', '/run/secrets/NATS_USERS']);
  expect(command).toContain('--tls');
  const texts = textsOf(directory);
  const here = { ONE: '127.0.0.1', ADDRESS: '127.0.0.1', CERTIFICATES: directory };
  writeFileSync(join(directory, 'nats.crt'), texts.NATS_CERTIFICATE!);
  writeFileSync(join(directory, 'nats.key'), texts.NATS_CERTIFICATE_KEY!);
  const filled = fillInFile('nats.conf', { ...machine, ...texts, ...here });
  expect(filled).not.toContain('_SEED');
  for (const role of roleNames.filter(isBusRole)) expect(filled).not.toContain(texts[seedLine(role)]);
  const file = join(directory, 'nats.conf');
  writeFileSync(file, filled);
  execFileSync('nats-server', ['-t', '-c', file], { env: { PATH: `${process.env.PATH}:/usr/sbin` }, stdio: 'pipe' });
  expect(filled.match(/nats:\/\/[^@\s]+@/g)).toEqual(Array(3).fill(`nats://route:${texts.NATS_ROUTE_PASSWORD}@`));
  expect(filled).toContain(`authorization { user: route, password: "${texts.NATS_ROUTE_PASSWORD}" }`);
});

test('PostgreSQL and NATS of three machines accept only TLS, with certificates for their addresses that clients verify', () => {
  const { directory } = newSecrets();
  const trusted = `${machine.CERTIFICATES}/postgres.crt`;
  const own = join(directory, 'three');
  const args = [own, '127.0.0.1:5000', '--trust', trusted, machine.ONE!, machine.TWO!, machine.THREE!];
  execFileSync(process.execPath, ['scripts/secrets.ts', ...args], { cwd: root });
  const texts = textsOf(own);
  const urls = Object.entries(texts).filter(([name]) => name.endsWith('DATABASE_URL'));
  expect(urls.length).toBeGreaterThan(8);
  for (const [name, url] of urls)
    expect([name, new URL(url).search]).toEqual([name, `?sslmode=verify-full&sslrootcert=${trusted}`]);
  for (const [name, names] of [
    ['NATS_CERTIFICATE', [machine.ONE!, machine.THREE!]],
    ['POSTGRES_CERTIFICATE', ['127.0.0.1', machine.TWO!]],
  ] as const) {
    const certificate = new X509Certificate(texts[name]!);
    for (const address of names) expect([name, certificate.checkIP(address)]).toEqual([name, address]);
    expect(certificate.checkPrivateKey(createPrivateKey(texts[`${name}_KEY`]!))).toBe(true);
    expect(certificate.ca).toBe(false);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
  }
  const { postgresql } = parse(read('deploy/three-machines/patroni.yml'));
  const network: string[] = postgresql.pg_hba.filter((line: string) => !line.startsWith('local'));
  for (const line of network) expect(line).toMatch(/^hostssl .* scram-sha-256$/);
  for (const login of Object.values(postgresql.authentication))
    expect(login).toMatchObject({ sslmode: 'verify-ca', sslrootcert: '${CERTIFICATES}/postgres.crt' });
  expect(parseEnv(fillInFile('roles.env', machine)).NATS_URL).toMatch(/^tls:/);
  expect(compose.services.api!.environment!.NATS_URL).toMatch(/^tls:/);
});

test('a certificate whose key is missing is replaced together with its key', () => {
  const { directory, again } = newSecrets();
  const first = textsOf(directory);
  rmSync(join(directory, 'NATS_CERTIFICATE_KEY'));
  again();
  const { NATS_CERTIFICATE: certificate, NATS_CERTIFICATE_KEY: key, ...others } = textsOf(directory);
  expect(first).toMatchObject(others);
  expect(new X509Certificate(certificate!).checkPrivateKey(createPrivateKey(key!))).toBe(true);
});

test('npm run secrets updates the NATS permissions of a role and keeps its key', () => {
  const { directory, again } = newSecrets();
  const first = textsOf(directory);
  rmSync(join(directory, 'NATS_USERS'));
  writeFileSync(join(directory, 'NATS_USERS'), 'of an older release');
  again();
  expect(textsOf(directory)).toEqual(first);
  expect(first.NATS_USERS).not.toContain(first.API_NATS_SEED);
});

test('containers that face the internet or other parties cannot reach PostgreSQL and NATS', () => {
  const on = (network: string) =>
    Object.keys(compose.services).filter((name) => (compose.services[name]!.networks ?? ['default']).includes(network));
  expect(compose.networks.back).toEqual({ internal: true });
  const inside = on('back');
  expect(Object.keys(compose.services).filter((name) => !inside.includes(name))).toEqual(['web', 'witness', 'proxy']);
  expect(inside.filter((name) => !on('default').includes(name))).toEqual([
    'postgres',
    'backup',
    'nats',
    'migrate',
    'beacon',
    'settle',
    'machine',
  ]);
});

test('both deployments archive within the same number of seconds and delete backups after the documented number of days', () => {
  const { parameters } = parse(read('deploy/three-machines/patroni.yml')).bootstrap.dcs.postgresql;
  expect(parameters).toMatchObject({ archive_mode: 'on', archive_timeout: 30 });
  const { command } = parse(text, { merge: true }).services.postgres as { command: string[] };
  expect(command).toContain('archive_mode=on');
  expect(command).toContain(`archive_timeout=${parameters.archive_timeout}`);
  const conf = parseEnv(read('deploy/backups/pgbackrest.conf'));
  expect(conf).toMatchObject({ 'repo1-cipher-type': 'aes-256-cbc', 'repo1-retention-full-type': 'time' });
  expect(conf).not.toHaveProperty('repo1-cipher-pass');
  const days = Number(conf['repo1-retention-full']) + 7 + 1; // until the next full backup has that age, and the hour of the day
  for (const page of [
    'docs/how-to/set-up-backups.md',
    'docs/adr/0152-back-up-with-pgbackrest-and-keep-14-days.md',
    'docs/adr/0088-let-each-domain-export-and-erase-its-own-personal-data.md',
  ])
    expect(read(page)).toMatch(new RegExp(`\\b${days} days`));
});

test('one machine backs up into the repository that PostgreSQL archives to, and its alerts monitor both disks', () => {
  const { postgres, backup, machine } = compose.services;
  expect(backup!.command).toEqual(['glasshouse-backup']);
  const mounts = (service: Service) => Object.fromEntries(service.volumes!.map((volume) => volume.split(/:(.*)/)));
  expect(mounts(backup!)).toEqual({ ...mounts(postgres!), database: '/var/lib/glasshouse:ro' });
  for (const name of ['PGBACKREST_STANZA', 'PGBACKREST_CONFIG_INCLUDE_PATH'])
    expect(backup!.environment![name]).toBe(postgres!.environment![name]);
  // PostgreSQL listens there too.
  const socket = backup!.environment!.PGBACKREST_PG1_SOCKET_PATH!;
  expect(read('deploy/images/postgres.sh')).toContain(`unix_socket_directories=/tmp,${socket} `);
  expect(mounts(machine!)).toEqual({
    database: '/var/lib/glasshouse:ro',
    '${BACKUPS}': '/var/lib/pgbackrest:ro',
  });
  expect(machine!.command).toContain('--collector.textfile.directory=/var/lib/pgbackrest');
  const image = read('deploy/images/services.Containerfile');
  for (const name of ['backup', 'postgres']) expect(image).toContain(`${name}.sh /usr/local/bin/glasshouse-${name}\n`);
});

test('timers back up and verify on three machines', () => {
  const service = read('deploy/three-machines/glasshouse-backup@.service');
  const commands = [...service.matchAll(/^ExecStart=(.*)$/gm)].map(([, command]) => command!);
  expect(commands).toEqual([
    expect.stringMatching(/pgbackrest (--\S+ )*--type=%i backup$/),
    expect.stringContaining('--output=text verify'),
  ]);
  const report = /^ExecStartPost=-.*psql .*-h "\$\$(\w+)" -d postgres /m.exec(service)?.[1];
  expect(read('deploy/three-machines/patroni.yml')).toContain(`unix_socket_directories: \${${report}}\n`);
  for (const type of ['full', 'incr'])
    expect(read(`deploy/backups/glasshouse-backup@${type}.timer`)).toMatch(/^OnCalendar=.* UTC$/m);
});

const machine = parseEnv(read('deploy/three-machines/machine.env.example'));

test('each role on three machines has the settings the server reads and the secrets compose gives it, and reports its health on the scraped port', () => {
  const { directory } = newSecrets();
  const said = parseEnv(fillInFile('roles.env', machine));
  const environment = { ...said, SMTP_URL: 'smtp://mail.example:25', SECRETS_DIRECTORY: directory };
  const config = readConfig(readEnvironment(environment));
  expect(Object.keys(said).filter((name) => !(name in config))).toEqual([]);
  expect(Object.keys(said).sort()).toEqual([...Object.keys(compose.services.api!.environment!), 'HTTP_HOST'].sort());
  for (const [role, port] of Object.entries(opsOf)) {
    const unit = read(`deploy/three-machines/roles/${role}.conf`);
    const handed = [...unit.matchAll(/^LoadCredential=(\w+):\/etc\/glasshouse\/secrets\/\1$/gm)].map(
      ([, name]) => name,
    );
    expect(handed).toEqual(compose.services[role]!.secrets);
    expect(unit).toMatch(new RegExp(`^Environment=OPS_PORT=${port}\\b`, 'm'));
  }
});

test('every setting that three machines leave open is in the example or the secrets, and the pages mention every file and port', () => {
  const { directory } = newSecrets();
  const page = read('docs/how-to/install-three-machines.md') + read('docs/how-to/set-up-backups.md');
  const own = Object.fromEntries(
    [...page.matchAll(/for name in ([A-Z_ ]+); do/g)].flatMap(([, names]) =>
      names!.split(' ').map((name) => [name, 'x']),
    ),
  );
  const filled = [...page.matchAll(/node fill\.ts ([\w. ]+) >/g)].flatMap(([, names]) => names!.split(' '));
  for (const name of filled) fillInFile(name, { ...machine, ...textsOf(directory), ...own });
  const files = readdirSync(join(root, 'deploy/three-machines')).filter((name) => name !== 'etcd.sh');
  expect(files.filter((name) => !page.includes(name))).toEqual([]);
  const table = read('docs/reference/network.md')
    .split('\n')
    .filter((line) => /^\| [\d, ]+ \|/.test(line));
  const ports = (rows: string[]) => rows.flatMap((row) => row.split('|')[1]!.split(',').map(Number)).sort();
  const open = [...fillInFile('nftables.conf', machine).matchAll(/(.*)tcp dport \{(.*)\} accept/g)];
  const reached = new Set(open.flatMap(([, , list]) => list!.split(',').map(Number)));
  expect(ports(table.filter((row) => !row.includes('this machine')))).toEqual([...reached].sort());
  const watched = open
    .find(([, from]) => from!.includes(machine.WATCH!))![2]!
    .split(',')
    .map(Number);
  expect(ports(table.filter((row) => row.includes('`WATCH`')))).toEqual(watched.sort());
});

test('the witness is for other sites: it gets no secret of this one, and has its own state and key', () => {
  const { secrets, environment, volumes } = compose.services.witness!;
  expect({ secrets, environment }).toEqual({ secrets: undefined, environment: { OPS_PORT: '4191' } });
  const holders = Object.keys(compose.services).filter((name) =>
    compose.services[name]!.volumes?.some((volume) => volume.startsWith('witness:')),
  );
  expect({ volumes, holders }).toEqual({ volumes: ['witness:/data/witness'], holders: ['witness'] });
});

test('the steps of a page are the lines of its shell blocks with the answers filled in', () => {
  const page =
    '# A\n\n## One\ntext\n```sh\nget URL   # why\n\ntouch SMTP_URL\n```\n```\nnot this\n```\n\n## Two\n```sh\nnor this\n```\n';
  expect(fillIn(stepsOf(page, '## One'), { URL: 'a$&b' })).toEqual(['get a$&b   # why', 'touch SMTP_URL']);
  expect(() => fillIn(stepsOf(page, '## One'), { NAME: 'x' })).toThrow('does not ask for NAME');
  expect(() => stepsOf(page, '## Three')).toThrow('no steps');
  const parts = '## A\n### B\n```sh\none\n```\n```sh\ntwo\n```\n### C\n```sh\nthree\n```\n';
  expect(stepsOf(parts, '## A')).toEqual(['one', 'two', 'three']);
  expect(stepsOf(parts, '### B', 1)).toEqual(['two']);
});

test('the tested pages have their steps, and an installation has fifteen', () => {
  const { install, ...others } = testedSections;
  expect(stepsOf(read(install[0]), install[1]).length).toBeLessThanOrEqual(15);
  for (const [page, heading, only] of Object.values(others)) stepsOf(read(page), heading, only);
  expect(stepsOf(read('docs/how-to/restore.md'), '### One machine').join()).toMatch(/--target='[^']+'/);
});
