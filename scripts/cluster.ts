import { execFile } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePorts } from './ports.ts';

const run = promisify(execFile);
export type Cluster = { adminUrl: string; bin: string; stop: () => Promise<void> };

/**
 * A PostgreSQL server of our own, for what must not disturb or be disturbed by others: killing a backend restarts all
 * backends of its server, and a checkpoint that somebody else causes slows down whoever writes. Settings are the
 * distribution's defaults, durability included, but for those given.
 */
export async function startCluster(settings: readonly string[] = []): Promise<Cluster> {
  const { bin, own, as } = await postgresUser();
  const folder = await mkdtemp(join(tmpdir(), 'glasshouse-cluster-'));
  await own(folder);
  const data = join(folder, 'data');
  const port = await freePorts();
  await as(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--no-locale']);
  const all = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, ...settings];
  const options = [`-p ${port}`, ...all.map((setting) => `-c ${setting}`)].join(' ');
  await as(join(bin, 'pg_ctl'), ['-D', data, '-o', options, '-l', join(folder, 'log'), '-w', 'start']);
  const stop = async () => {
    await as(join(bin, 'pg_ctl'), ['-D', data, '-m', 'immediate', '-w', 'stop']);
    await rm(folder, { recursive: true });
  };
  return { adminUrl: `postgres://postgres@127.0.0.1:${port}/postgres`, bin, stop };
}

/** Where PostgreSQL's programs are, and how they run: as root they refuse, so then as its own user. */
export async function postgresUser() {
  const bin = (await run('pg_config', ['--bindir'])).stdout.trim();
  const asRoot = process.getuid?.() === 0;
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
