import { type ChildProcess, execFileSync } from 'node:child_process';
import { appendFileSync, closeSync, mkdirSync, openSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillIn } from '../deploy/three-machines/fill.ts';
import { root } from '../scripts/run.ts';
import { ready } from '../scripts/stack.ts';
import { appRole, ownerRole, urlFor, urlsFor } from '../server/database/prepare.ts';
import { startChild, stopChild } from '../server/test/child.ts';
import { roles } from './cluster-faults.ts';
import { opsOf, siteEnvironment } from './site.ts';

// Two machines of deploy/three-machines, each on a loopback address, and their proxy.

export type Generation = { name: string; folder: string };
export type Upgraded = {
  door: string;
  ops: string[];
  url: string;
  ownerUrl: string;
  start: (release: Generation) => Promise<void>;
  /** Installs the release's files on a machine, and replaces its processes, or those of some roles, one by one. */
  replace: (machine: number, release: Generation, some?: readonly Role[]) => Promise<void>;
  /** Sets different settings for processes that are started later. */
  tell: (lines: Record<string, string>) => void;
  told: (line: string) => string;
  close: () => Promise<void>;
};
const readyWithin = 120;
type Role = (typeof roles)[number];
type Stack = { folder: string; database: string; nats: string };

export function openMachines({ folder, database, nats }: Stack): Upgraded {
  const network = `127.${100 + (process.pid % 100)}.${(process.pid >> 7) % 250}`;
  const machines = [`${network}.1`, `${network}.2`];
  const front = `${network}.9`;
  const door = `http://${front}:8080`;
  const shared: Record<string, string | undefined> = {
    ...siteEnvironment(folder, [door]),
    ...{ PATH: process.env.PATH, NATS_URL: nats, BEACON_URL: `http://${front}:4003`, DATABASE_CONNECTIONS: '4' },
    ...urlsFor(database),
  };
  const told = { CONNECTIONS: '2000', ADDRESS: front, ONE: machines[0]!, TWO: machines[1]!, THREE: `${network}.3` };
  const config = join(folder, 'haproxy.cfg');
  writeFileSync(config, fillIn('haproxy.cfg', told).replaceAll('127.0.0.1:', `${front}:`));
  const running = new Map<string, ChildProcess>();
  const begin = (name: string, program: string, args: string[], cwd: string, env: NodeJS.ProcessEnv) => {
    const log = openSync(join(folder, `${name}.log`), 'a');
    running.set(name, startChild(program, args, { cwd, env, stdio: ['ignore', log, log] }));
    closeSync(log);
  };
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
  begin('haproxy', 'haproxy', ['-db', '-f', config], root, env);
  /** Like the image of the web app does it. */
  const lay = (machine: number, { name, folder: release }: Generation) => {
    const files = join(folder, `files-${name}`);
    mkdirSync(files, { recursive: true });
    try {
      symlinkSync(join(release, 'web/dist'), join(files, 'app'));
    } catch {
      // It was installed on the other machine before.
    }
    execFileSync(process.execPath, [join(root, 'deploy/images/lay.ts'), files, join(folder, `web-${machine}`)]);
  };
  const startRole = async (machine: number, role: Role, release: Generation) => {
    const address = machines[machine]!;
    const own = { HTTP_HOST: address, BEACON_HOST: address, OPS_PORT: String(opsOf[role]) };
    const web = { WEB_ROOT: join(folder, `web-${machine}/app`) };
    appendFileSync(join(folder, `${role}-${machine}.log`), `--- ${release.name}\n`);
    const lines = { ...shared, ...own, ...(role === 'api' && web) };
    begin(`${role}-${machine}`, process.execPath, ['server/src/main.ts', role], release.folder, lines);
    await ready(`http://${address}:${opsOf[role]}/readyz`, readyWithin);
  };
  return {
    door,
    ops: machines.map((address) => `http://${address}:${opsOf.worker}`),
    url: urlFor(database, appRole),
    ownerUrl: urlFor(database, ownerRole),
    start: async (release) => {
      for (const machine of machines.keys()) {
        lay(machine, release);
        for (const role of roles) await startRole(machine, role, release);
      }
      await ready(`${door}/log/checkpoint`);
    },
    tell: (lines) => Object.assign(shared, lines),
    told: (line) => shared[line]!,
    replace: async (machine, release, some = roles) => {
      lay(machine, release);
      for (const role of some) {
        await stopChild(running.get(`${role}-${machine}`)!);
        await startRole(machine, role, release);
      }
    },
    close: async () => {
      await Promise.all([...running.values()].map((child) => stopChild(child)));
    },
  };
}
