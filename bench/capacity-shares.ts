import { readFileSync } from 'node:fs';
import { minus, type ProcessorTime, secondsOf, serverClock, total } from './processor.ts';

/** Resident memory of a process in kilobytes. */
const residentOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
export const memoryOf = (pids: readonly number[]): number => pids.reduce((sum, pid) => sum + residentOf(pid), 0);

/** Seconds in which the machine's processors were busy, for any process. */
function busy(): number {
  const [user, nice, system, , , irq, softirq] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)[0]!
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number) as [number, number, number, number, number, number, number];
  return (user + nice + system + irq + softirq) / 100;
}

/**
 * Measures the percentage of one core used between two moments: by each group of processes, by PostgreSQL and by the
 * entire machine.
 */
export async function openShares(groups: () => Record<string, readonly number[]>) {
  const postgres = await serverClock();
  const look = () => ({
    at: performance.now(),
    groups: Object.fromEntries(Object.entries(groups()).map(([name, pids]) => [name, secondsOf(pids)])),
    postgres: postgres(),
    machine: busy(),
  });
  return {
    look,
    between: (before: ReturnType<typeof look>, after: ReturnType<typeof look>): Record<string, number> => {
      const percent = (seconds: number) => (100 * seconds * 1000) / (after.at - before.at);
      const used = (spent: ProcessorTime) => total(minus(spent, before.postgres));
      return {
        ...Object.fromEntries(
          Object.entries(after.groups).map(([name, seconds]) => [name, percent(seconds - (before.groups[name] ?? 0))]),
        ),
        postgres: percent(used(after.postgres)),
        machine: percent(after.machine - before.machine),
      };
    },
  };
}
