import { useConnection } from '../lib/connection.ts';
import { formatTime } from '../lib/format.ts';
import { useWords } from '../lib/words.tsx';
import { OfflineStrip } from '../ui/OfflineStrip.tsx';
import styles from './Root.module.css';
import { retryAll } from './watch.ts';

/** Says since when the server cannot be reached, and offers to ask again. */
export function ConnectionStrip() {
  const { t } = useWords();
  const lostAt = useConnection((connection) => connection.lostAt);
  if (lostAt === undefined) return null;
  return (
    <div className={styles.strip}>
      <OfflineStrip onRetry={retryAll}>{t('app.offline', { time: formatTime(lostAt, 'time') })}</OfflineStrip>
    </div>
  );
}
