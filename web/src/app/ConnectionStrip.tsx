import { formatTime } from '@glasshouse/kit/format.ts';
import { useConnection } from '../lib/connection.ts';
import { useTape } from '../lib/quotes.ts';
import { useWords } from '../lib/words.tsx';
import { OfflineStrip } from '../ui/OfflineStrip.tsx';
import styles from './Root.module.css';
import { retryAll } from './watch.ts';

/** Says since when the server cannot be reached, or prices stand still, and offers to ask again. */
export function ConnectionStrip() {
  const { t } = useWords();
  const lostAt = useConnection((connection) => connection.lostAt);
  const paused = useTape((tape) => tape.paused);
  if (lostAt === undefined && !paused) return null;
  const words =
    lostAt !== undefined
      ? t('app.offline', { time: formatTime(lostAt, 'time') })
      : t(`app.strip.${paused!.why}`, { time: formatTime(paused!.at, 'time') });
  return (
    <div className={styles.strip}>
      <OfflineStrip onRetry={retryAll}>{words}</OfflineStrip>
    </div>
  );
}
