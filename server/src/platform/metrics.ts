import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { openConnections } from './bounds.ts';
import type { Pool } from './db.ts';
import { faults } from './faults.ts';

export type Metrics = { registry: Registry; calls: Histogram<'path' | 'code'>; watchPool: (pool: Pool) => void };

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
  const watchPool = (pool: Pool) => {
    new Gauge({
      name: 'glasshouse_db_connections',
      help: 'Connections of the pool by what they do.',
      labelNames: ['state'],
      registers: [registry],
      collect() {
        this.set({ state: 'total' }, pool.totalCount);
        this.set({ state: 'idle' }, pool.idleCount);
        this.set({ state: 'waited_for' }, pool.waitingCount);
      },
    });
  };
  return { registry, calls, watchPool };
}
