import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readArguments } from '../server/src/platform/runtime/arguments.ts';
import { onInterrupt } from '../server/test/child.ts';
import { freePorts } from './ports.ts';
import { must, root, run } from './run.ts';

const { option, refuse } = readArguments({
  usage: 'npm run try-compose [-- --minutes N]',
  about: `Tries the compose file of one machine with the images of npm run images: starts it, registers, trades and checks the receipt through the
proxy, checks what each container may do, that Prometheus reaches every role and that a backup was made, and removes everything again.
With --minutes, twenty people trade for that long while the disk is measured; then a backup is made and restored.`,
  values: ['minutes'],
});
const minutes = Number(option('minutes') ?? 0);
if (Number.isNaN(minutes)) refuse('--minutes takes a number.');
const folder = join(root, 'artifacts/one-machine');
const site = join(folder, 'one-machine');
const port = await freePorts();
const [http, https, mail] = [port, port + 1, port + 2];
const roles = ['beacon', 'feed', 'settle', 'log', 'api', 'push', 'office', 'worker', 'witness'];
const env = { ...process.env, CONTAINERS_CONF: join(folder, 'containers.conf') };

const podman = (...args: string[]): Promise<string> => must('podman', args, { cwd: site, env });
// A separate project name, so that a running site on this machine is not affected.
const project = 'glasshouse_try';
const compose = (...args: string[]) => must('podman-compose', ['-p', project, ...args], { cwd: site, env });
const container = (name: string) => `${project}_${name}_1`;

async function layOut(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(site, 'secrets'), { recursive: true });
  for (const name of ['one-machine', 'prometheus', 'backups'])
    await cp(join(root, 'deploy', name), join(folder, name), { recursive: true });
  // On this machine and on others with older kernels, crun does not find its cgroups.
  const limits = 'default_ulimits = ["nofile=20000:20000", "nproc=4096:4096"]';
  await writeFile(env.CONTAINERS_CONF, `[engine]\nruntime = "runc"\n[containers]\n${limits}\n`);
  const lines = {
    SITE_NAME: 'localhost',
    OFFICE_NAME: 'office.localhost',
    WITNESS_NAME: 'witness.localhost',
    ORIGIN: `https://localhost:${https}`,
    OFFICE_ORIGIN: `https://office.localhost:${https}`,
    HTTP_PORT: `127.0.0.1:${http}`,
    HTTPS_PORT: `127.0.0.1:${https}`,
    MAIL_FROM: 'Glasshouse <no-reply@glasshouse.example>',
    SECURITY_CONTACT: '',
    WITNESSES: '',
    WITNESSED: '',
    PICTURES_WITHOUT_NAMESPACES: '0',
    SECRETS: './secrets',
    OPEN_FILES: '20000',
    DATA: 'data',
    BACKUPS: 'backups',
  };
  await writeFile(
    join(site, '.env'),
    Object.entries(lines)
      .map((line) => line.join('='))
      .join('\n'),
  );
  await writeFile(join(site, 'secrets/SMTP_URL'), 'smtp://mail:2525');
  const secrets = ['-v', `${join(site, 'secrets')}:/secrets`, '--user', '0', '-e', 'SECRETS_DIRECTORY='];
  console.log(
    await podman(
      'run',
      '--rm',
      ...secrets,
      'localhost/glasshouse-server',
      'scripts/secrets.ts',
      '/secrets',
      'postgres:5432',
    ),
  );
}

/** A mail server next to the site, from this tree. */
const startMail = () =>
  podman(
    ...['run', '-d', '--name', container('mail'), '--no-healthcheck'],
    ...['--net', `${project}_default`, '--network-alias', 'mail'],
    ...['-p', `127.0.0.1:${mail}:2580`, '-v', `${root}:/tree:ro`],
    ...['localhost/glasshouse-server', '/tree/scripts/mail-sink.ts', '2525', '2580', '0.0.0.0'],
  );

/** Runs `try-site` as a new visitor, trusting the proxy's own authority. */
async function arrive(): Promise<string> {
  const authority = join(folder, 'authority.crt');
  for (let tries = 0; ; tries++) {
    const { code } = await run(
      'podman',
      ['cp', `${container('proxy')}:/data/pki/authorities/local/root.crt`, authority],
      { env },
    );
    if (code === 0) break;
    if (tries > 60) throw new Error('the proxy made no certificate within a minute');
    await wait(1000);
  }
  const args = ['scripts/try-site.ts', `https://localhost:${https}`, `http://127.0.0.1:${mail}`];
  const { code, output } = await run(process.execPath, args, { env: { ...env, NODE_EXTRA_CA_CERTS: authority } });
  if (code !== 0) throw new Error(`trading failed:\n${output}`);
  return output.trim().split('\n').at(-1)!;
}

/** Checks a container: no privileges, no writable paths except its volumes, no shell, and a passing health check. */
async function look(role: string): Promise<string[]> {
  const faults: string[] = [];
  const inside = (script: string) => run('podman', ['exec', container(role), '/usr/bin/node', '-e', script], { env });
  if ((await inside('process.exit(process.getuid() === 10001 ? 0 : 1)')).code !== 0)
    faults.push('runs as another user');
  if ((await inside("require('node:fs').writeFileSync('/app/x', '')")).code === 0)
    faults.push('can write into its files');
  if ((await run('podman', ['exec', container(role), '/bin/sh', '-c', 'true'], { env })).code === 0)
    faults.push('has a shell');
  const capabilities = await inside(
    "process.stdout.write(/CapEff:\\s*(\\w+)/.exec(require('node:fs').readFileSync('/proc/self/status', 'utf8'))[1])",
  );
  if (!/^0+$/.test(capabilities.output.trim())) faults.push(`has capabilities ${capabilities.output}`);
  if ((await run('podman', ['healthcheck', 'run', container(role)], { env })).code !== 0)
    faults.push('does not answer its health check');
  return faults.map((fault) => `${role} ${fault}`);
}

/** Waits until Prometheus has scraped every role, which takes up to 15 s. */
async function listen(): Promise<string[]> {
  const query = ['promtool', 'query', 'instant', 'http://127.0.0.1:9090', 'up{job="glasshouse"} == 1'];
  let missing: string[] = [];
  for (let tries = 0; tries < 20; tries++) {
    const { output } = await run('podman', ['exec', container('prometheus'), ...query], { env });
    missing = roles.filter((role) => role !== 'witness' && !output.includes(`"${role}:4101"`));
    if (missing.length === 0) break;
    await wait(2000);
  }
  return missing.map((role) => `${role} is not heard by Prometheus`);
}

/** Checks that the first backup is made and verified without manual setup, and that the alerts monitor it and the disks. */
async function findBackup(): Promise<string[]> {
  const metrics = [
    'glasshouse_backup_timestamp_seconds',
    'node_filesystem_avail_bytes{mountpoint="/var/lib/pgbackrest"}',
  ];
  let missing = metrics;
  for (let tries = 0; missing.length > 0 && tries < 90; tries++) {
    if (tries > 0) await wait(2000);
    const query = ['exec', container('prometheus'), 'promtool', 'query', 'instant', 'http://127.0.0.1:9090'];
    const answers = await Promise.all(metrics.map((metric) => run('podman', [...query, `${metric} > 0`], { env })));
    missing = metrics.filter((_, index) => !answers[index]!.output.includes('=>'));
  }
  return missing.map((metric) => `Prometheus has no ${metric}`);
}

/** The sizes of everything that grows, in megabytes. */
async function sizes(): Promise<string> {
  const du = async (name: string, ...paths: string[]) =>
    (await podman('exec', container(name), 'du', '-sm', ...paths)).split('\n').map((line) => line.split('\t')[0]);
  const data = '/var/lib/glasshouse/data';
  const [database, wal] = await du('postgres', `${data}/base`, `${data}/pg_wal`);
  const [backups, archive] = await du('backup', '/var/lib/pgbackrest/backup', '/var/lib/pgbackrest/archive');
  return `database=${database} wal=${wal} backups=${backups} archive=${archive} MB`;
}

const countOrders = () => psql('select count(*) from contract');
const psql = (query: string) =>
  podman('exec', container('postgres'), 'psql', '-h', '/tmp', '-U', 'postgres', '-d', 'glasshouse', '-Atc', query);

/**
 * Visitors trade for this many minutes. Then a full backup is made, and everything written until now is restored into a
 * new directory.
 */
async function endure(minutes: number): Promise<string[]> {
  const authority = join(folder, 'authority.crt');
  const args = ['scripts/site-traders.ts', `https://localhost:${https}`, `http://127.0.0.1:${mail}`, String(minutes)];
  const trading = run(process.execPath, args, { env: { ...env, NODE_EXTRA_CA_CERTS: authority } });
  const step = Math.min(5, minutes);
  for (let passed = 0; passed < minutes; passed += step) {
    console.log(`${passed} min: ${await sizes()}`);
    await wait(step * 60_000);
  }
  const { code, output } = await trading;
  console.log(output.trim());
  console.log(`${minutes} min: ${await sizes()}`);
  if (code !== 0) return ['trading broke off'];
  await podman('exec', container('backup'), 'glasshouse-backup', 'full');
  console.log(`after another full backup: ${await sizes()}`);
  await compose('stop', '-t', '60', ...roles, 'backup', 'proxy');
  const before = await countOrders();
  return restore(before);
}

/** Restores everything up to the end of the archive, as docs/how-to/restore.md describes for lost disks. */
async function restore(before: string): Promise<string[]> {
  await compose('stop', '-t', '60', 'postgres');
  const said = join(site, '.env');
  await writeFile(said, (await readFile(said, 'utf8')).replace(/^DATA=.*/m, 'DATA=data-2'));
  await compose('up', '-d', '--force-recreate', '--no-deps', 'postgres');
  const began = performance.now();
  await podman('exec', container('postgres'), 'pgbackrest', '--type=default', 'restore');
  for (let tries = 0; ; tries++) {
    const ready = [
      'exec',
      container('postgres'),
      'psql',
      '-h',
      '/tmp',
      '-U',
      'postgres',
      '-Atc',
      'select pg_is_in_recovery()',
    ];
    if ((await run('podman', ready, { env })).output.trim() === 'f') break;
    if (tries > 300) return ['the restored database does not answer'];
    await wait(1000);
  }
  const after = await countOrders();
  const place = await psql("select current_setting('data_directory')");
  console.log(
    `restored in ${((performance.now() - began) / 1000).toFixed(0)} s into ${place}: ${after} of ${before} orders`,
  );
  return after === before && place.endsWith('data-2')
    ? await command(0, 'scripts/books.ts')
    : ['the restore is not whole'];
}

/** Checks that an operators' command exits with the expected code. */
async function command(code: number, ...args: string[]): Promise<string[]> {
  const ended = await run(join(site, 'once.sh'), args, { env: { ...env, PROJECT: project } });
  return ended.code === code ? [] : [`${args.join(' ')} ends with ${ended.code}: ${ended.output}`];
}

/** Removes everything of an earlier run: secrets are new each time, but a database keeps the old ones. */
async function takeAway(): Promise<void> {
  const named = ['--filter', `name=${project}_`, '-q'];
  const containers = (await podman('ps', '-a', ...named)).split('\n').filter(Boolean);
  if (containers.length > 0) await podman('rm', '-f', '-t', '1', ...containers);
  const volumes = (await podman('volume', 'ls', ...named)).split('\n').filter(Boolean);
  if (volumes.length > 0) await podman('volume', 'rm', '-f', ...volumes);
  await run('podman', ['network', 'rm', '-f', `${project}_default`, `${project}_back`], { env });
}

await layOut();
await takeAway();
const remove = onInterrupt(takeAway);
let faults: string[] = [];
try {
  await compose('up', '-d');
  await startMail();
  const began = performance.now();
  console.log(await arrive());
  console.log(`from "up" to a verified receipt: ${((performance.now() - began) / 1000).toFixed(0)} s`);
  faults = (await Promise.all(roles.map(look))).flat();
  faults.push(
    ...(await listen()),
    ...(await findBackup()),
    ...(await command(0, 'scripts/books.ts')),
    ...(await command(3, '-e', 'process.exit(3)')),
  );
  if (minutes > 0) faults.push(...(await endure(minutes)));
  for (const fault of faults) console.log(fault);
} finally {
  await remove();
}
console.log(`try-compose: roles=${roles.length} faults=${faults.length}`);
process.exitCode = faults.length > 0 ? 1 : 0;
