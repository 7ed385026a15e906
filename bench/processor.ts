import { readFileSync } from 'node:fs';
import { urlFor } from '../server/database/prepare.ts';
import { openPool } from '../server/src/platform/db.ts';

// Linux counts processor time in hundredths of a second: own user and system time, then that of children that have ended.
const times = (pid: number | 'self') =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11, 15).map(Number);

/**
 * A clock of the processor time used by us, by programs we ran and by database connections that are closed. Unlike a clock
 * on the wall it hardly depends on what else the machine does.
 */
export async function processorClock(): Promise<() => number> {
  const admin = openPool(urlFor('postgres', 'postgres'), 1, () => {});
  const { rows } = await admin.query(
    `select (string_to_array(pg_read_file('postmaster.pid'), chr(10)))[1]::int as pid`,
  );
  await admin.end();
  return () => [...times('self'), ...times(rows[0].pid).slice(2)].reduce((sum, ticks) => sum + ticks, 0) / 100;
}

/** Processor seconds these processes have used so far. */
export const secondsOf = (pids: readonly number[]): number =>
  pids.flatMap((pid) => times(pid).slice(0, 2)).reduce((sum, ticks) => sum + ticks, 0) / 100;

export const loadAverage = (): string => readFileSync('/proc/loadavg', 'utf8').split(' ')[0]!;
