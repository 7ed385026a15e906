import { formatTime } from '@glasshouse/kit/format.ts';
import { useConnection } from '../lib/connection.ts';
import { withWords } from '../lib/lazily.ts';
import { useLogMemory } from '../lib/log-memory.ts';
import { useTape } from '../lib/quotes.ts';
import { useWords } from '../lib/words.tsx';
import { OfflineStrip } from '../ui/OfflineStrip.tsx';
import { useCode } from '../ui/use-code.ts';
import styles from './Root.module.css';
import { retryAll } from './watch.ts';

// Hardly anybody ever needs it.
const loadLogStrip = async () => (await withWords(import('./LogStrip.tsx'), ['publiclog'])).LogStrip;

/** What every page says under its header: that the public log has shown two pasts, and that there is no line or no new price. */
export function Strips() {
  const lostAt = useConnection((connection) => connection.lostAt);
  const paused = useTape((tape) => tape.paused);
  const alarmed = useLogMemory(({ alarm }) => alarm !== undefined);
  const LogStrip = useCode(alarmed, loadLogStrip);
  const stands = lostAt !== undefined || paused;
  if (!alarmed && !stands) return null;
  return (
    <div className={styles.strip}>
      {LogStrip && <LogStrip />}
      {stands && <ConnectionStrip />}
    </div>
  );
}

/** Says since when the server cannot be reached, or prices stand still, and offers to ask again. */
function ConnectionStrip() {
  const { t } = useWords();
  const lostAt = useConnection((connection) => connection.lostAt);
  const paused = useTape((tape) => tape.paused);
  const words =
    lostAt !== undefined
      ? t('app.offline', { time: formatTime(lostAt, 'time') })
      : paused && t(`app.strip.${paused.why}`, { time: formatTime(paused.at, 'time') });
  return <OfflineStrip onRetry={retryAll}>{words}</OfflineStrip>;
}
