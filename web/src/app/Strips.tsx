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

// Loaded on demand because it is almost never needed.
const loadLogStrip = async () => (await withWords(import('./LogStrip.tsx'), ['publiclog'])).LogStrip;

/** The strips under every page's header: contradictory public log, no connection, no new prices. */
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

/** Says how long the server has been unreachable or prices have been paused, and offers a retry. */
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
