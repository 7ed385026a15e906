import { msOf } from '@glasshouse/protocol/market/tape';
import { Counter, Gauge, Histogram } from 'prom-client';
import { openDb, openPool } from '#platform/database/db.ts';
import { seconds } from '#platform/runtime/clock.ts';
import { startSettling } from '#trading/orders/jobs.ts';
import type { Process, Role } from './process.ts';
import { endings } from './products.ts';

/** Settles orders by the tape, with the only database role that may. Any number may run and share the work. */
export async function startSettle({ config, clock, log, bus, metrics }: Process<'settle'>): Promise<Role> {
  if (!config.SETTLE_DATABASE_URL) throw new Error('The role settle needs SETTLE_DATABASE_URL (see .env.example)');
  const registers = [metrics.registry];
  const settled = new Counter({ name: 'glasshouse_settled_total', help: 'Orders this process settled.', registers });
  const lateness = new Histogram({
    name: 'glasshouse_settle_seconds',
    help: 'Time from the tick that ended orders to their booked result, once per statement.',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
    registers,
  });
  const backlog = new Gauge({
    name: 'glasshouse_settle_backlog_slots',
    help: 'Slots whose orders are not all settled.',
    registers,
  });
  const looked = new Gauge({
    name: 'glasshouse_settle_looked_timestamp_seconds',
    help: 'When the least recently checked product was last checked against the tape.',
    registers,
  });
  looked.set(clock().getTime() / 1000);
  const warn = (error: Error) => log.warn({ err: error }, 'database');
  const pool = openPool(config.SETTLE_DATABASE_URL, 2 * endings.length, warn, {
    timeout: seconds(config.DATABASE_TIMEOUT_SECONDS),
  });
  const settling = startSettling({
    endings,
    db: openDb(pool),
    bus,
    clock,
    log,
    onSettled: ({ count, exitSlot }) => {
      settled.inc(Number(count));
      if (exitSlot !== undefined) lateness.observe((clock().getTime() - msOf(exitSlot)) / 1000);
    },
    onLook: ({ backlog: slots, since }) => {
      backlog.set(slots);
      looked.set(since / 1000);
    },
  });
  return {
    name: 'settle',
    stop: async () => {
      await settling.stop();
      await pool.end();
    },
  };
}
