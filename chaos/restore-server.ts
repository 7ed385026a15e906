import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';
import { freePorts } from '../scripts/ports.ts';
import { postgresUser } from '../scripts/postgres.ts';
import { root, run } from '../scripts/run.ts';
import { makeFolder, stopChild } from '../server/test/child.ts';

// A PostgreSQL server with archiving and backups as in `deploy`: the archive settings of three machines, and pgBackRest
// with deploy/backups/pgbackrest.conf. Only paths are the drill's own.

export type Server = {
  adminUrl: string;
  /** Maximum seconds until written data is in the archive. */
  archiveTimeout: number;
  /** Runs pgBackRest. Throws its output if it fails. */
  pgbackrest: (...args: string[]) => Promise<string>;
  /** Stops the server properly, so that it archives everything that is left. */
  stop: () => Promise<void>;
  /** Destroys the machine and its disk. */
  lose: () => Promise<void>;
  /**
   * Restores into a new directory, up to a moment or to the end of the archive, and starts the server for writing.
   * Returns the seconds it took.
   */
  restore: (to?: string) => Promise<number>;
  /**
   * Damages a copy of all backups. Returns the output of `verify`, and the reason why it cannot be restored to a
   * moment. The server must be stopped.
   */
  damage: (what: 'archive' | 'backup', to: string) => Promise<{ verified: string; refused: string | undefined }>;
  close: () => Promise<void>;
};

/** The archive settings in deploy/three-machines. */
async function archiveSettings(): Promise<Record<string, string>> {
  const read = (name: string) => readFile(join(root, 'deploy/three-machines', name), 'utf8');
  const { parameters } = parse(await read('patroni.yml')).bootstrap.dcs.postgresql;
  const { ARCHIVE_COMMAND } = parseEnv(await read('machine.env.example'));
  return {
    archive_mode: parameters.archive_mode,
    archive_timeout: String(parameters.archive_timeout),
    archive_command: ARCHIVE_COMMAND!,
    wal_level: parameters.wal_level,
  };
}

async function installed(): Promise<void> {
  if ((await run('pgbackrest', ['version'])).code === 0) return;
  const { code, output } = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'pgbackrest']);
  if (code !== 0) throw new Error(`pgbackrest is missing (Debian's package of that name), and:\n${output}`);
}

export async function openServer(): Promise<Server> {
  await installed();
  const user = await postgresUser();
  const { folder, remove } = await makeFolder('glasshouse-restore-');
  const [repository, secrets, log] = [join(folder, 'backups'), join(folder, 'conf.d'), join(folder, 'log')];
  for (const path of [folder, repository, secrets]) {
    await mkdir(path, { recursive: true, mode: 0o755 });
    await user.own(path);
  }
  await writeFile(join(secrets, 'key.conf'), `[global]\nrepo1-cipher-pass=${randomBytes(32).toString('base64')}\n`);
  const port = await freePorts();
  const adminUrl = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const settings = await archiveSettings();
  let [data, restores] = [join(folder, 'data-0'), 0];

  const environment = (more: Record<string, string> = {}) => ({
    PATH: process.env.PATH,
    LANG: 'C.UTF-8',
    PGBACKREST_CONFIG: join(root, 'deploy/backups/pgbackrest.conf'),
    PGBACKREST_CONFIG_INCLUDE_PATH: secrets,
    PGBACKREST_REPO1_PATH: repository,
    PGBACKREST_PG1_PATH: data,
    PGBACKREST_PG1_SOCKET_PATH: folder,
    PGBACKREST_PG1_PORT: String(port),
    PGBACKREST_LOCK_PATH: folder,
    PGBACKREST_SPOOL_PATH: folder,
    ...more,
  });
  const backrest = async (args: readonly string[], env = environment()): Promise<string> =>
    (await user.as('pgbackrest', ['--stanza=glasshouse', ...args], env)).stdout;
  let server: ChildProcess | undefined;
  const start = async (where: string, env = environment()) => {
    server = await user.serve({ data: where, port, env, log }).catch(async (error) => {
      throw new Error(`PostgreSQL did not start:\n${await tail(log)}`, { cause: error });
    });
  };

  /** A restored server answers queries while it still reads the archive, but accepts no writes. */
  const question = 'select pg_is_in_recovery()';
  const writable = async (where: string) => {
    for (let tries = 0; tries < 600 && existsSync(join(where, 'postmaster.pid')); tries++) {
      const asked = user.as('psql', ['-h', folder, '-p', String(port), '-U', 'postgres', '-Atc', question]);
      if ((await asked.catch(() => undefined))?.stdout.trim() === 'f') return;
      await wait(100);
    }
    throw new Error(`PostgreSQL did not end its recovery:\n${await tail(log)}`);
  };
  const restoreInto = async (where: string, to: string | undefined, env = environment()) => {
    const upTo = to ? ['--type=time', `--target=${to}`, '--target-action=promote'] : ['--type=default'];
    await backrest([...upTo, 'restore'], { ...env, PGBACKREST_PG1_PATH: where });
    await start(where, { ...env, PGBACKREST_PG1_PATH: where });
    await writable(where);
  };

  const make = ['-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--no-locale', '--data-checksums'];
  await user.as(join(user.bin, 'initdb'), ['-D', data, ...make]);
  const told = { port: String(port), listen_addresses: '127.0.0.1', unix_socket_directories: folder, ...settings };
  const lines = Object.entries(told).map(([name, value]) => `${name} = '${value}'\n`);
  await appendFile(join(data, 'postgresql.conf'), lines.join(''));
  await start(data);
  await backrest(['stanza-create']);

  return {
    adminUrl,
    archiveTimeout: Number(settings.archive_timeout),
    pgbackrest: (...args) => backrest(args),
    stop: async () => {
      if (server) await stopChild(server, 'SIGINT'); // a fast shutdown
    },
    lose: async () => {
      if (server) await stopChild(server, 'SIGKILL');
      // Its socket was on that machine too. The lock file next to it would remain until the dead process is noticed.
      const socket = join(folder, `.s.PGSQL.${port}`);
      for (const gone of [data, socket, `${socket}.lock`])
        await rm(gone, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
    restore: async (to) => {
      const began = performance.now();
      data = join(folder, `data-${++restores}`);
      await restoreInto(data, to);
      return (performance.now() - began) / 1000;
    },
    damage: async (what, to) => {
      const [copy, where] = [join(folder, `damaged-${what}`), join(folder, `data-${what}`)];
      await cp(repository, copy, { recursive: true });
      await spoil(what === 'archive' ? join(copy, 'archive') : join(copy, 'backup'), what);
      await own(user, copy);
      const env = environment({ PGBACKREST_REPO1_PATH: copy });
      const verified = await backrest(['--output=text', 'verify'], env);
      const refused = await restoreInto(where, to, env).then(
        () => undefined,
        async (error: { stderr?: string }) => error.stderr ?? String(error),
      );
      return { verified, refused };
    },
    close: async () => {
      if (server) await stopChild(server, 'SIGQUIT');
      await remove();
    },
  };
}

const tail = async (path: string) => (await readFile(path, 'utf8')).trim().split('\n').slice(-8).join('\n');

async function own(user: Awaited<ReturnType<typeof postgresUser>>, folder: string): Promise<void> {
  await user.own(folder);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) await user.own(join(entry.parentPath, entry.name));
}

/** Overwrites bytes in the middle of each large segment of the write-ahead log, or of each bundle of a backup. */
async function spoil(folder: string, what: 'archive' | 'backup'): Promise<void> {
  const isOne = what === 'archive' ? /\/[0-9A-F]{24}-[0-9a-f]{40}\.zst$/ : /\/bundle\/\d+$/;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !isOne.test(path)) continue;
    const bytes = await readFile(path);
    if (bytes.length < 20_000) continue;
    bytes.fill(7, bytes.length / 2, bytes.length / 2 + 64);
    await writeFile(path, bytes);
  }
}
