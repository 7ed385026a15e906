import { execFileSync } from 'node:child_process';
import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { parse } from 'yaml';
import { figures } from '../server/src/console/backoffice/backups.ts';
import { openDb, openPool, step } from '../server/src/platform/database/db.ts';
import { minutes, plus } from '../server/src/platform/runtime/clock.ts';
import { makeFolder } from '../server/test/child.ts';
import { postgresUser, startPostgres } from './postgres.ts';
import { root } from './run.ts';

// The backup container of one machine, without a container: its script and the archive settings of compose.yaml, on a
// dedicated PostgreSQL server.
const hasPgBackRest = (() => {
  try {
    return execFileSync('pgbackrest', ['version']).length > 0;
  } catch {
    return false;
  }
})();

async function openBackups() {
  const user = await postgresUser();
  const { folder, remove } = await makeFolder('glasshouse-backup-');
  onTestFinished(remove);
  const place = (name: string) => join(folder, name);
  for (const path of [folder, place('repository'), place('secrets'), place('programs'), place('tmp')]) {
    await mkdir(path, { recursive: true });
    await chmod(path, 0o755);
    await user.own(path);
  }
  await cp(join(root, 'deploy/images/backup.sh'), place('programs/glasshouse-backup'));
  await cp(join(root, 'deploy/backups/pgbackrest.conf'), place('pgbackrest.conf'));
  await writeFile(place('secrets/BACKUP_KEY'), 'a key of this test');
  await writeFile(place('secrets/POSTGRES_PASSWORD'), 'unused');
  // Only the time is faked. All other calls reach the real `date`.
  const date = `#!/bin/sh\nif [ "$*" = +%s ]; then cat ${place('now')}; else exec /bin/date "$@"; fi\n`;
  await writeFile(place('programs/date'), date, { mode: 0o755 });
  for (const name of ['programs/glasshouse-backup', 'pgbackrest.conf']) await chmod(place(name), 0o755);
  const environment = {
    PATH: `${place('programs')}:${process.env.PATH}`,
    LANG: 'C.UTF-8',
    SECRETS_DIRECTORY: place('secrets'),
    PGPASSFILE: place('tmp/pgpass'),
    PGBACKREST_STANZA: 'glasshouse',
    PGBACKREST_CONFIG: place('pgbackrest.conf'),
    PGBACKREST_CONFIG_INCLUDE_PATH: place('tmp/pgbackrest'),
    PGBACKREST_REPO1_PATH: place('repository'),
    PGBACKREST_LOCK_PATH: place('tmp'),
    PGBACKREST_SPOOL_PATH: place('tmp'),
  };
  return { user, place, environment };
}

test.runIf(hasPgBackRest)(
  'one machine archives and backs up with nothing set up by hand, and catches up on a missed backup',
  async () => {
    const { user, place, environment } = await openBackups();
    const { services } = parse(await readFile(join(root, 'deploy/one-machine/compose.yaml'), 'utf8'), { merge: true });
    const settings = (services.postgres.command as string[]).filter((line) => line.startsWith('archive_'));
    // In a file, because PostgreSQL truncates archive_command at 1,023 characters, and PATH alone may be longer.
    const lines = Object.entries(environment).map(([name, value]) => `export ${name}="${value}"`);
    const program = `#!/bin/sh\n${lines.join('\n')}\nexec pgbackrest --pg1-path="$PWD" "$@"\n`;
    await writeFile(place('programs/pgbackrest-here'), program, { mode: 0o755 });
    await chmod(place('programs/pgbackrest-here'), 0o755);
    const server = await startPostgres(
      settings.map((line) => line.replace('pgbackrest ', `${place('programs/pgbackrest-here')} `)),
    );
    onTestFinished(server.stop);
    const pool = openPool(server.adminUrl, 1, () => {});
    onTestFinished(() => pool.end());
    const { rows } = await pool.query("select current_setting('data_directory') as data, inet_server_port() as port");
    const port = String(rows[0].port);
    const env = {
      ...environment,
      PGPORT: port,
      PGBACKREST_PG1_PORT: port,
      PGBACKREST_PG1_SOCKET_PATH: dirname(rows[0].data),
    };
    const backUpAt = async (moment: string, what = 'due') => {
      await writeFile(place('now'), `${Date.parse(moment) / 1000}\n`);
      await user.as(place('programs/glasshouse-backup'), [what], env);
    };
    const backups = async () => {
      const { stdout } = await user.as('pgbackrest', ['--output=json', 'info'], env);
      return JSON.parse(stdout)[0].backup.map(({ type }: { type: string }) => type);
    };

    await backUpAt('2020-11-18T14:00:00Z');
    expect(await backups(), 'the first one, at once').toEqual(['full']);
    const { rows: archived } = await pool.query('select archived_count > 0 as some from pg_stat_archiver');
    expect(archived).toEqual([{ some: true }]);
    const line = (moment: string) => `glasshouse_backup_timestamp_seconds ${Date.parse(moment) / 1000}\n`;
    const metric = () => readFile(place('repository/glasshouse-backup.prom'), 'utf8');
    expect(await metric()).toBe(line('2020-11-18T14:00:00Z'));

    // The migrations of a new site may run after its first backup.
    await pool.query('create database glasshouse');
    const site = openPool(server.adminUrl.replace(/[^/]*$/, 'glasshouse'), 1, () => {});
    const db = openDb(site);
    onTestFinished(() => db.destroy());
    const overviewAt = (now: Date) => step(db, (tx) => figures.backups.read(tx, now, undefined));
    expect(await overviewAt(new Date('2020-11-18T14:00:00Z'))).toMatchObject({ problem: 'none' });
    await backUpAt('2020-11-19T03:19:59Z');
    const reported = await overviewAt(new Date('2020-11-19T03:19:59Z'));
    expect(reported).toMatchObject({ problem: null, verifiedAt: '2020-11-18T14:00:00.000Z' });
    expect(await backups(), 'not due before 03:20').toEqual(['full']);
    await backUpAt('2020-11-19T03:20:00Z');
    expect(await backups()).toEqual(['full', 'incr']);
    await backUpAt('2020-11-23T09:00:00Z');
    expect(await backups(), 'off on Sunday').toEqual(['full', 'incr', 'full']);
    await backUpAt('2020-11-23T09:01:00Z', 'incr');
    expect(await backups(), 'by hand').toEqual(['full', 'incr', 'full', 'incr']);
    expect(await metric()).toBe(line('2020-11-23T09:01:00Z'));

    const verified = new Date('2020-11-23T09:01:00Z');
    const overview = await overviewAt(verified);
    expect(overview).toMatchObject({ problem: null, failedAt: null, verifiedAt: verified.toISOString() });
    expect(await overviewAt(plus(verified, minutes(27 * 60)))).toMatchObject({ problem: 'old' });
    expect(await overviewAt(plus(new Date(overview.archivedAt!), minutes(6)))).toMatchObject({ problem: 'late' });

    await writeFile(
      place('repository/glasshouse-backup.prom'),
      'glasshouse_backup_timestamp_seconds 0)); drop database glasshouse --',
    );
    await backUpAt('2020-11-23T09:04:00Z');
    expect(await overviewAt(verified), 'the repository is not believed').toMatchObject({ problem: null });

    const files = await readdir(place('repository/archive'), { recursive: true });
    const piece = files.find((name) => name.endsWith('.zst'))!;
    await writeFile(join(place('repository/archive'), piece), 'damaged');
    const damaged = backUpAt('2020-11-24T09:00:00Z');
    await expect(damaged, 'says what is damaged').rejects.toThrow(/verify failed|checksum/);
    expect(await metric()).toContain('drop database');
    expect(await overviewAt(verified)).toMatchObject({ problem: 'none', verifiedAt: null });

    // Without the repository's key.
    await rm(place('tmp/pgbackrest'), { recursive: true });
    await pool.query('create table later (); select pg_switch_wal()');
    await vi.waitFor(async () => expect(await overviewAt(verified)).toMatchObject({ problem: 'failing' }), 60_000);
  },
  300_000,
);
