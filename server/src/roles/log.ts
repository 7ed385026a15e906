import { Counter, Gauge, Histogram } from 'prom-client';
import { startWriting } from '#evidence/publiclog/jobs.ts';
import { openDb, openPool } from '#platform/database/db.ts';
import { seconds } from '#platform/runtime/clock.ts';
import type { Process, Role } from './process.ts';

/**
 * Writes the public log, with the only database role that may. If two run, the second waits until the first has
 * stopped.
 */
export async function startLog({ config, clock, log, metrics }: Process<'log'>): Promise<Role> {
  if (!config.LOG_DATABASE_URL) throw new Error('The role log needs LOG_DATABASE_URL (see .env.example)');
  const registers = [metrics.registry];
  const signed = new Gauge({ name: 'glasshouse_log_size', help: 'Leaves under the newest checkpoint.', registers });
  const writing = new Histogram({
    name: 'glasshouse_log_seconds',
    help: 'Time to write and sign the entries submitted between two checkpoints.',
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers,
  });
  const signedAt = new Gauge({
    name: 'glasshouse_log_signed_timestamp_seconds',
    help: 'When this process last signed a checkpoint of the public log.',
    registers,
  });
  const asked = new Counter({
    name: 'glasshouse_log_witness_total',
    help: 'Answers of witnesses, by witness and outcome (cosigned, disagreed, failed).',
    labelNames: ['witness', 'outcome'],
    registers,
  });
  const warn = (error: Error) => log.warn({ err: error }, 'database');
  const pool = openPool(config.LOG_DATABASE_URL, 4, warn, { timeout: seconds(config.DATABASE_TIMEOUT_SECONDS) });
  const onSigned = (size: number, milliseconds: number) => {
    signed.set(size);
    signedAt.set(Math.floor(clock().getTime() / 1000));
    writing.observe(milliseconds / 1000);
  };
  const onAsked = (witness: string, outcome: string) => asked.inc({ witness, outcome });
  const writer = await startWriting({ config, clock, log, db: openDb(pool), onSigned, onAsked });
  return {
    name: 'log',
    stop: async () => {
      await writer.stop();
      await pool.end();
    },
  };
}
