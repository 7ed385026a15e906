import type { Figures } from '@glasshouse/protocol/backoffice/dashboard';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import type { Figure } from '#platform/observability/figures.ts';
import { minutes } from '#platform/runtime/clock.ts';

type Backups = Figures['backups'];
type Row = { archiving: boolean; archived: Date | null; failed: Date | null; verified: Date | null; bytes: bigint };

// The alerts ArchiveOld and BackupOld have the same limits.
const archiveIsLate = minutes(5);
const backupIsOld = minutes(26 * 60);

function problemOf({ archiving, archived, failed, verified }: Row, now: Date): Backups['problem'] {
  const isOlder = (at: Date, age: number) => now.getTime() - at.getTime() > age;
  if (!archiving) return 'off';
  if (failed) return 'failing';
  if (!archived || isOlder(archived, archiveIsLate)) return 'late';
  if (!verified) return 'none';
  return isOlder(verified, backupIsOld) ? 'old' : null;
}

/**
 * Seconds of the last verified backup, or 0. A database variable that no login of the application can change
 * (adr/0166).
 */
const verifiedBackup = sql`
  select to_timestamp(substring(entry from '=([1-9][0-9]{0,10})$')::bigint)
  from pg_db_role_setting, unnest(setconfig) entry
  where setdatabase = (select oid from pg_database where datname = current_database()) and setrole = 0
    and entry like 'glasshouse.verified\_backup=%'`;

async function readBackups(tx: Tx, now: Date): Promise<Backups> {
  const { rows } = await sql<Row>`
    select current_setting('archive_mode') <> 'off' as archiving, last_archived_time as archived,
      case when last_failed_time > coalesce(last_archived_time, '-infinity') then last_failed_time end as failed,
      (${verifiedBackup}) as verified, pg_database_size(current_database()) as bytes
    from pg_stat_archiver`.execute(tx);
  const row = rows[0]!;
  const shown = (at: Date | null) => at?.toISOString() ?? null;
  return {
    problem: problemOf(row, now),
    archivedAt: shown(row.archived),
    failedAt: shown(row.failed),
    verifiedAt: shown(row.verified),
    databaseBytes: Number(row.bytes),
  };
}

const backups: Figure<Backups> = {
  read: readBackups,
  table: (shown, { header, pairs }) => [header('figure', 'value'), ...pairs(shown)],
};

export const figures = { backups };
