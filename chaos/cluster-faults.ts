import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Machine } from './cluster-machines.ts';
import { pick, type Random } from './random.ts';

// Faults of machines. `process` faults end a program and are over at once. Others last longer than the lease of the
// primary.
export type Fault = { name: string; process: boolean; strike: () => Promise<void> };
export const roles = ['api', 'push', 'office', 'settle', 'feed', 'log', 'worker', 'beacon'] as const;
const lasts = 30_000;
const restAfter = 1500;

type State = { role: string; state: string };
const stateOf = (machine: Machine): Promise<State | undefined> =>
  fetch(`http://${machine.address}:8008/patroni`, { signal: AbortSignal.timeout(1500) }).then(
    (answer) => answer.json() as Promise<State>,
    () => undefined,
  );

/** The machine with the PostgreSQL primary. */
export async function primaryOf(machines: readonly Machine[]): Promise<Machine> {
  for (let tries = 0; tries < 120; tries++) {
    for (const machine of machines) {
      const state = await stateOf(machine);
      if (state?.state === 'running' && /^(master|primary)$/.test(state.role)) return machine;
    }
    await wait(500);
  }
  throw new Error('no machine is primary');
}

/** Waits until all three machines serve, so that each fault hits a complete cluster. */
export async function whole(machines: readonly Machine[]): Promise<void> {
  for (let tries = 0; tries < 240; tries++) {
    const states = await Promise.all(machines.map(stateOf));
    if (states.every((state) => state?.state === 'running' || state?.state === 'streaming')) return;
    await wait(500);
  }
  throw new Error('the cluster is not complete after two minutes');
}

/** PostgreSQL's own processes on a machine: the first one and all that it started. */
function postgresOf(machine: Machine): number[] {
  const file = join(machine.folder, 'postgres/postmaster.pid');
  if (!existsSync(file)) return [];
  const first = Number(readFileSync(file, 'utf8').split('\n')[0]);
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(first)], { encoding: 'utf8' });
  return [first, ...children.split('\n').filter(Boolean).map(Number)];
}
function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, name);
    } catch {
      // It has already ended.
    }
}

/** Fills a machine's disk completely for a while. */
async function fillDisk(machine: Machine): Promise<void> {
  const ballast = join(machine.folder, 'ballast');
  try {
    execFileSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=1M', 'count=100000'], { stdio: 'pipe' });
  } catch {
    // A full disk is the goal.
  }
  await wait(10_000);
  rmSync(ballast);
}

/** All faults, each with the machine that it hits. */
export function faultsOn(machines: readonly Machine[], random: Random): Fault[] {
  const withRoles = machines.filter((machine) => machine.runs('api'));
  const ended = (what: string): Fault => ({
    name: `kill -9 ${what}`,
    process: true,
    strike: async () => {
      const machine = pick(random, withRoles);
      machine.kill(what, 'SIGKILL');
      await wait(restAfter);
      machine.start(what);
    },
  });
  const stopped = (what: string, among: readonly Machine[]): Fault => ({
    name: `${what} stands still`,
    process: false,
    strike: async () => {
      const machine = pick(random, among);
      machine.kill(what, 'SIGSTOP');
      await wait(lasts);
      machine.kill(what, 'SIGCONT');
    },
  });
  const stands = async (pids: readonly number[]) => {
    signal(pids, 'SIGSTOP');
    await wait(lasts);
    signal(pids, 'SIGCONT');
  };
  return [
    {
      name: 'kill -9 of the PostgreSQL that writes',
      process: true,
      strike: async () => signal(postgresOf(await primaryOf(machines)).slice(0, 1), 'SIGKILL'),
    },
    {
      name: 'kill -9 of a PostgreSQL that follows',
      process: true,
      strike: async () => {
        const primary = await primaryOf(machines);
        signal(
          postgresOf(
            pick(
              random,
              machines.filter((machine) => machine !== primary),
            ),
          ).slice(0, 1),
          'SIGKILL',
        );
      },
    },
    {
      name: 'the PostgreSQL that writes stands still',
      process: false,
      strike: async () => stands(postgresOf(await primaryOf(machines))),
    },
    {
      name: 'kill -9 of NATS',
      process: true,
      strike: async () => {
        const machine = pick(random, machines);
        machine.kill('nats', 'SIGKILL');
        await wait(3000);
        machine.start('nats');
      },
    },
    stopped('nats', machines),
    {
      name: 'the machine that writes is cut off',
      process: false,
      strike: async () => {
        const machine = await primaryOf(machines);
        machine.cut();
        await wait(lasts);
        machine.join();
      },
    },
    {
      name: 'the disk of the machine that writes is full',
      process: false,
      strike: async () => fillDisk(await primaryOf(machines)),
    },
    ...roles.map(ended),
    ...roles.map((role) => stopped(role, withRoles)),
  ];
}
