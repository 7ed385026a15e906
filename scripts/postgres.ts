import { execFile } from 'node:child_process';
import { openSync } from 'node:fs';
import { access, chown, constants, mkdtemp, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { onInterrupt, startChild, stopChild } from './child.ts';
import { freePorts } from './ports.ts';

const run = promisify(execFile);
export type Postgres = { adminUrl: string; bin: string; stop: () => Promise<void> };
const prefix = 'glasshouse-postgres-';

/**
 * A dedicated PostgreSQL server, for work that must not share one: killing a backend restarts all backends of its server, and a
 * checkpoint caused by one client slows the others down. It has the distribution's default settings, durability included, except
 * those given here. It ends with this process.
 */
export const startPostgres = (settings: readonly string[] = []): Promise<Postgres> => startIn(tmpdir(), settings);

/** Settings for data that nobody needs after a crash. A checkpoint costs nothing without fsync, and copying files is the fastest clone. */
const volatile = [
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0'],
  ...['shared_buffers=256MB', 'max_wal_size=1GB', 'max_connections=300'],
];
const shared = '/dev/shm';
const neededBytes = 3 * 1024 ** 3;

/** A server for tests: in memory where there is room, and without durability. */
export async function startTestPostgres(): Promise<Postgres> {
  const hasRoom = await access(shared, constants.W_OK)
    .then(() => statfs(shared))
    .then(({ bavail, bsize }) => bavail * bsize > neededBytes)
    .catch(() => false);
  return startIn(hasRoom ? shared : tmpdir(), volatile);
}

async function startIn(parent: string, settings: readonly string[]): Promise<Postgres> {
  const { bin, own, as } = await postgresUser();
  await removeAbandoned(parent);
  const folder = await mkdtemp(join(parent, prefix));
  await writeFile(join(folder, 'owner'), String(process.pid));
  await own(folder);
  const data = join(folder, 'data');
  const port = await freePorts();
  await as(join(bin, 'initdb'), [
    '-D',
    data,
    '-U',
    'postgres',
    '--auth=trust',
    '-E',
    'UTF8',
    '--no-locale',
    '--no-sync',
  ]);
  const all = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, ...settings];
  const log = openSync(join(folder, 'log'), 'a');
  const args = ['-D', data, ...all.flatMap((line) => ['-c', line])];
  const server = startChild(
    join(bin, 'postgres'),
    args,
    { cwd: folder, stdio: ['ignore', log, log] },
    { signal: 'QUIT', user: asRoot ? 'postgres' : undefined },
  );
  const stop = onInterrupt(async () => {
    await stopChild(server, 'SIGQUIT');
    await rm(folder, { recursive: true });
  });
  const isUp = () => run(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)]).then(() => true);
  for (let tries = 0; !(await isUp().catch(() => false)); tries++) {
    if (tries < 600 && server.exitCode === null) await wait(50);
    else {
      const reason = await readFile(join(folder, 'log'), 'utf8');
      await stop();
      throw new Error(`PostgreSQL did not start:\n${reason}`);
    }
  }
  return { adminUrl: `postgres://postgres@127.0.0.1:${port}/postgres`, bin, stop };
}

/** Removes the data of servers whose starter was killed before it could clean up. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of (await readdir(parent)).filter((entry) => entry.startsWith(prefix))) {
    const owner = await readFile(join(parent, name, 'owner'), 'utf8').catch(() => undefined);
    if (owner !== undefined && !isRunning(Number(owner)))
      await rm(join(parent, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}

/** PostgreSQL refuses to run as root, so root runs it as the user postgres. */
const asRoot = process.getuid?.() === 0;

/** Where PostgreSQL's programs are, and how to run them as the user that owns its data. */
export async function postgresUser() {
  const bin = (await run('pg_config', ['--bindir'])).stdout.trim();
  const ids = asRoot ? await idsOf('postgres') : undefined;
  return {
    bin,
    own: async (path: string) => {
      if (ids) await chown(path, ...ids);
    },
    as: (program: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env) =>
      asRoot
        ? run('runuser', ['-u', 'postgres', '--', program, ...args], { env, cwd: tmpdir() })
        : run(program, args, { env, cwd: tmpdir() }),
  };
}

async function idsOf(user: string): Promise<[number, number]> {
  const [uid, gid] = await Promise.all([run('id', ['-u', user]), run('id', ['-g', user])]);
  return [Number(uid.stdout), Number(gid.stdout)];
}
