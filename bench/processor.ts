import { readFileSync } from 'node:fs';
import { urlFor } from '../server/database/prepare.ts';
import { openPool } from '../server/src/platform/database/db.ts';

// Linux counts processor time in hundredths of a second: the process's own user and system time, and that of its ended
// children.
const times = (pid: number | 'self') =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11, 15).map(Number);

/** Processor seconds in a program's own code, and in the kernel on its behalf. */
export type ProcessorTime = { user: number; system: number };
const spent = (user: number, system: number): ProcessorTime => ({ user: user / 100, system: system / 100 });
const plus = (a: ProcessorTime, b: ProcessorTime): ProcessorTime => ({
  user: a.user + b.user,
  system: a.system + b.system,
});
export const minus = (a: ProcessorTime, b: ProcessorTime): ProcessorTime => ({
  user: a.user - b.user,
  system: a.system - b.system,
});
export const total = ({ user, system }: ProcessorTime): number => user + system;

/** The processor time of a process so far, and that of its ended children. */
export function spentBy(pid: number | 'self'): { own: ProcessorTime; ended: ProcessorTime } {
  const [user, system, endedUser, endedSystem] = times(pid) as [number, number, number, number];
  return { own: spent(user, system), ended: spent(endedUser, endedSystem) };
}

async function postmaster(): Promise<number> {
  const admin = openPool(urlFor('postgres', 'postgres'), 1, () => {});
  const { rows } = await admin.query(
    `select (string_to_array(pg_read_file('postmaster.pid'), chr(10)))[1]::int as pid`,
  );
  await admin.end();
  return rows[0].pid;
}

/** A clock of PostgreSQL's processor time: that of its running and ended processes. */
export async function serverClock(): Promise<() => ProcessorTime> {
  const pid = await postmaster();
  return () => {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
    const { own, ended } = spentBy(pid);
    // A process that ends between the two reads is counted with the ended ones in the next read.
    return children.reduce(
      (sum, child) => {
        try {
          return plus(sum, spentBy(child).own);
        } catch {
          return sum;
        }
      },
      plus(own, ended),
    );
  };
}

/**
 * A clock of the processor time used by this process, by its child processes and by closed database connections. Unlike
 * wall-clock time, it hardly depends on other load on the machine.
 */
export async function processorClock(): Promise<() => number> {
  const pid = await postmaster();
  return () => {
    const { own, ended } = spentBy('self');
    return total(own) + total(ended) + total(spentBy(pid).ended);
  };
}

/** Processor seconds these processes have used so far. */
export const secondsOf = (pids: readonly number[]): number =>
  pids.flatMap((pid) => times(pid).slice(0, 2)).reduce((sum, ticks) => sum + ticks, 0) / 100;

export const loadAverage = (): string => readFileSync('/proc/loadavg', 'utf8').split(' ')[0]!;
