import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Db, Pool } from '../database/db.ts';
import { openConnections } from '../http/bounded-server.ts';
import { faults } from '../runtime/faults.ts';

export type Metrics = { registry: Registry; calls: Histogram<'path' | 'code'> };

/** The services a process depends on, checked at every scrape. */
type Ground = { pool: Pool; db: Db; busReady: (() => boolean) | undefined; roles: readonly string[] };

export const answerWithin = 3; // seconds: after that, the answer is too late anyway

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registry.registerMetric(faults);
  registry.registerMetric(openConnections);
  const calls = new Histogram({
    name: 'glasshouse_call_seconds',
    help: 'Time from a call to its answer, by path and envelope code.',
    labelNames: ['path', 'code'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers: [registry],
  });
  return { registry, calls };
}

/** Exports which roles a process runs, and how well PostgreSQL and NATS answer it. */
export function watchGround({ registry }: Metrics, { pool, db, busReady, roles }: Ground): void {
  const registers = [registry];
  const running = new Gauge({
    name: 'glasshouse_role',
    help: '1 for each role that this process runs.',
    labelNames: ['role'],
    registers,
  });
  for (const role of roles) running.set({ role }, 1);
  if (busReady)
    new Gauge({
      name: 'glasshouse_bus_up',
      help: '1 while this process is connected to NATS.',
      registers,
      collect() {
        this.set(busReady() ? 1 : 0);
      },
    });
  new Gauge({
    name: 'glasshouse_db_connections',
    help: 'Connections of the pool by what they do (total, idle), and calls that wait for one (waited_for).',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'total' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waited_for' }, pool.waitingCount);
    },
  });
  new Gauge({
    name: 'glasshouse_db_answer_seconds',
    help: 'Time to a connection and an answer of PostgreSQL, measured when asked; 3 if there was none by then.',
    registers,
    async collect() {
      const began = performance.now();
      const asked = sql`select 1`.execute(db).then(
        () => (performance.now() - began) / 1000,
        () => answerWithin,
      );
      this.set(Math.min(await Promise.race([asked, wait(answerWithin * 1000, answerWithin)]), answerWithin));
    },
  });
}
