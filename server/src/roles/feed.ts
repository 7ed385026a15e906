import { utcDay } from '@glasshouse/protocol/utc-day';
import { Counter, Gauge, Histogram } from 'prom-client';
import { startTape } from '#evidence/market/jobs.ts';
import { openDb, openPool } from '#platform/database/db.ts';
import { days, seconds } from '#platform/runtime/clock.ts';
import type { Process, Role } from './process.ts';

/**
 * Writes the price tape, with the only database role that may. If two run, the second waits until the first has
 * stopped.
 */
export async function startFeed({ config, clock, log, bus, metrics }: Process<'feed'>): Promise<Role> {
  if (!config.FEED_DATABASE_URL) throw new Error('The role feed needs FEED_DATABASE_URL (see .env.example)');
  const registers = [metrics.registry];
  const newest = new Gauge({ name: 'glasshouse_tape_slot', help: 'The newest slot this process wrote.', registers });
  const commits = new Histogram({
    name: 'glasshouse_tape_commit_seconds',
    help: 'Time to commit one slot of all symbols.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1],
    registers,
  });
  const warn = (error: Error) => log.warn({ err: error }, 'database');
  const pool = openPool(config.FEED_DATABASE_URL, 3, warn, { timeout: seconds(config.DATABASE_TIMEOUT_SECONDS) });
  const stuck = new Gauge({
    name: 'glasshouse_tape_stuck',
    help: '1 while a day cannot be generated, with the day and what is missing (seed, beacon, rounds).',
    labelNames: ['day', 'reason'],
    registers,
  });
  const onStuck = (day: number, reason: string) => {
    stuck.reset();
    stuck.set({ day: utcDay(days(day)), reason }, 1);
  };
  const missed = new Counter({
    name: 'glasshouse_tape_missed_slots_total',
    help: 'Slots that stayed empty between two that this process wrote.',
    registers,
  });
  let last: number | undefined;
  const onSlot = (slot: number, milliseconds: number) => {
    stuck.reset();
    if (last !== undefined && slot > last + 1) missed.inc(slot - last - 1);
    last = slot;
    newest.set(slot);
    commits.observe(milliseconds / 1000);
  };
  const tape = startTape({ config, clock, log, bus, db: openDb(pool), onSlot, onStuck });
  return {
    name: 'feed',
    stop: async () => {
      await tape.stop();
      await pool.end();
    },
  };
}
