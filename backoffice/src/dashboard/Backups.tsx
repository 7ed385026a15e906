import { formatTime, formatWhole } from '@glasshouse/kit/format.ts';
import { useWords } from '../lib/words.tsx';
import { KeyValues } from '../ui/KeyValues.tsx';
import { Note } from '../ui/Note.tsx';
import styles from './Dashboard.module.css';
import type { Figures } from './Panel.tsx';
import { Panel } from './Panel.tsx';

const megabyte = 1_000_000;

/** Whether the current data could be restored: the archive of the write-ahead log, and the last verified backup. */
export function Backups({ backups }: { backups: Figures['backups'] }) {
  const { t } = useWords();
  const { problem, archivedAt, failedAt, verifiedAt, databaseBytes } = backups;
  const time = (at: string | null) => (at === null ? t('dashboard.never') : formatTime(at));
  return (
    <Panel
      name="backups"
      table={
        <div className={styles.pad}>
          {problem && <Note tone="error">{t(`dashboard.backupProblem.${problem}`)}</Note>}
          <KeyValues
            pairs={[
              [t('dashboard.archived'), time(archivedAt)],
              ...(failedAt ? [[t('dashboard.archiveFailed'), time(failedAt)] as const] : []),
              [t('dashboard.verified'), time(verifiedAt)],
              [
                t('dashboard.databaseSize'),
                t('dashboard.megabytes', { size: formatWhole(Math.ceil(databaseBytes / megabyte)) }),
              ],
            ]}
          />
        </div>
      }
    />
  );
}
