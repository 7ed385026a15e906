import { expect, onTestFinished, test } from 'vitest';
import { watchArchive } from '../database/archive.ts';
import { openDb, openPool } from '../database/db.ts';
import { createMetrics } from './metrics.ts';

test('metrics are exported even without PostgreSQL', async () => {
  const pool = openPool('postgres://nobody@127.0.0.1:9/nowhere', 1, () => {});
  onTestFinished(() => pool.end());
  const metrics = createMetrics();
  watchArchive(metrics, openDb(pool));
  expect(await metrics.registry.metrics()).toContain('glasshouse_db_archived_timestamp_seconds 0');
});
