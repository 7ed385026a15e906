import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { adminUrl } from '../server/database/prepare.ts';
import { wakeArchive } from '../server/src/platform/database/archive.ts';
import { openDb, openPool } from '../server/src/platform/database/db.ts';
import { startPostgres } from './postgres.ts';

test('writes after a start are archived in time although PostgreSQL is idle', async () => {
  const postgres = await startPostgres(['archive_mode=on', 'archive_timeout=1', 'archive_command=/bin/true']);
  const pool = openPool(postgres.adminUrl, 1, () => {});
  onTestFinished(async () => {
    await pool.end();
    await postgres.stop();
  });
  const db = openDb(pool);
  const archived = async () =>
    (await pool.query('select last_archived_wal as name from pg_stat_archiver')).rows[0].name;
  await pool.query('create table written (one int)');
  expect(await wakeArchive(db), 'nothing is due yet').toBe(false);
  await wait(6500);
  await wakeArchive(db);
  await expect.poll(archived, { timeout: 5000 }).toMatch(/^0{7}1/);
  expect(await wakeArchive(db), 'it was archived just now').toBe(false);
}, 60_000);

test('a server without archiving is not changed', async () => {
  const pool = openPool(adminUrl, 1, () => {});
  onTestFinished(() => pool.end());
  const { rows } = await pool.query('show archive_mode');
  expect(rows).toEqual([{ archive_mode: 'off' }]);
  expect(await wakeArchive(openDb(pool))).toBe(false);
});
