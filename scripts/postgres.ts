import { type ChildProcess, execFile } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { access, chown, constants, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { makeFolder, onInterrupt, startChild, stopChild } from '../server/test/child.ts';
import { freePorts } from './ports.ts';

const run = promisify(execFile);
export type Postgres = { adminUrl: string; bin: string; stop: () => Promise<void> };
const prefix = 'glasshouse-postgres-';

/**
 * A dedicated PostgreSQL server, for work that must not share one: killing a backend restarts all backends of its
 * server, and a checkpoint caused by one client slows down the others. It has the distribution's default settings,
 * durability included, except those given here. It stops when this process does.
 */
export const startPostgres = (settings: readonly string[] = []): Promise<Postgres> => startIn(tmpdir(), settings);

/** Settings for data that need not survive a crash. Without fsync a checkpoint costs nothing, and copying files is the fastest clone. */
const volatile = [
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0'],
  ...['shared_buffers=256MB', 'max_wal_size=1GB', 'max_connections=300'],
];
const shared = '/dev/shm';
const neededBytes = 3 * 1024 ** 3;

/** A server for tests: without durability, and in memory if there is room. */
export async function startTestPostgres(): Promise<Postgres> {
  const hasRoom = await access(shared, constants.W_OK)
    .then(() => statfs(shared))
    .then(({ bavail, bsize }) => bavail * bsize > neededBytes)
    .catch(() => false);
  return startIn(hasRoom ? shared : tmpdir(), volatile);
}

async function startIn(parent: string, settings: readonly string[]): Promise<Postgres> {
  const user = await postgresUser();
  await removeAbandoned(parent);
  const { folder, remove } = await makeFolder(prefix, parent);
  try {
    await writeFile(join(folder, 'owner'), String(process.pid));
    await user.own(folder);
    const data = join(folder, 'data');
    const make = ['-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
    await user.as(join(user.bin, 'initdb'), ['-D', data, ...make]);
    const port = await freePorts();
    const all = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, ...settings];
    const args = all.flatMap((line) => ['-c', line]);
    const server = await user.serve({ data, port, args, log: join(folder, 'log') });
    const stop = async () => {
      await stopChild(server, 'SIGQUIT');
      await remove();
    };
    return { adminUrl: `postgres://postgres@127.0.0.1:${port}/postgres`, bin: user.bin, stop };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Removes the data of servers whose starter was killed before it could clean up. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of (await readdir(parent)).filter((entry) => entry.startsWith(prefix))) {
    const owner = await readFile(join(parent, name, 'owner'), 'utf8').catch(() => undefined);
    if (owner !== undefined && !isRunning(Number(owner)))
      await rm(join(parent, name), { recursive: true, force: true }).catch(() => {}); // another run may be removing it
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

type Serving = { data: string; port: number; log: string; args?: readonly string[]; env?: NodeJS.ProcessEnv };

/** The location of PostgreSQL's programs, and how to run them as the owner of its data. */
export async function postgresUser() {
  const bin = (await run('pg_config', ['--bindir'])).stdout.trim();
  const user = asRoot ? 'postgres' : undefined;
  const ids = user ? await idsOf(user) : undefined;
  const isUp = (port: number) =>
    run(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)]).then(
      () => true,
      () => false,
    );
  return {
    bin,
    own: async (path: string) => {
      if (ids) await chown(path, ...ids);
    },
    as: async (program: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env) => {
      const child = startChild(program, args, { env, cwd: tmpdir(), stdio: ['ignore', 'pipe', 'pipe'] }, { user });
      const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
      const [stdout, stderr] = await Promise.all([text(child.stdout!), text(child.stderr!)]);
      if ((await ended) === 0) return { stdout, stderr };
      throw Object.assign(new Error(`${program} ${args.join(' ')} failed:\n${stderr}`), { stdout, stderr });
    },
    /** Starts a server that stops when this process does, and waits until it accepts connections. */
    serve: async ({ data, port, log, args = [], env = process.env }: Serving): Promise<ChildProcess> => {
      const file = openSync(log, 'a');
      const options = { env, cwd: dirname(log), stdio: ['ignore', file, file] as ('ignore' | number)[] };
      const following = { signal: 'QUIT', user, stopsLast: true } as const;
      const server = startChild(join(bin, 'postgres'), ['-D', data, ...args], options, following);
      closeSync(file);
      onInterrupt(() => stopChild(server, 'SIGQUIT'));
      for (let tries = 0; !(await isUp(port)); tries++) {
        if (tries < 1000 && server.exitCode === null) await wait(50);
        else {
          await stopChild(server, 'SIGQUIT');
          throw new Error(`PostgreSQL did not start:\n${await readFile(log, 'utf8')}`);
        }
      }
      return server;
    },
  };
}

async function idsOf(user: string): Promise<[number, number]> {
  const [uid, gid] = await Promise.all([run('id', ['-u', user]), run('id', ['-g', user])]);
  return [Number(uid.stdout), Number(gid.stdout)];
}
