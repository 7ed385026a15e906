import { now } from '@glasshouse/kit/clock.ts';
import { useEffect } from 'react';
import { followLog, isMissed, useLooks } from '../lib/follow-log.ts';
import { useLogMemory } from '../lib/log-memory.ts';
import { useReconnected } from '../lib/use-reconnected.ts';
import { useWords, Words } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { Verdict } from '../ui/Verdict.tsx';
import styles from './PublicLog.module.css';

// Frequent enough that a check every minute isn't delayed by almost another minute. followLog itself enforces the
// minute.
const lookAgain = 5000;

/** How long this device has followed the log, and the result of the last comparison. */
export function Followed() {
  const { t } = useWords();
  const busy = useLooks((looks) => looks.busy);
  useReconnected(true, () => void followLog(true));
  useEffect(() => {
    const timer = setInterval(() => void followLog(), lookAgain);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className={styles.followed}>
      <Found />
      <Button small kind="proof" icon="refresh" busy={busy} onClick={() => void followLog(true)}>
        {t('log.checkNow')}
      </Button>
      <p className={styles.help}>{t('log.onThisDevice')}</p>
    </div>
  );
}

function Found() {
  const { t } = useWords();
  const { since, checkedAt, isLost } = useLogMemory();
  const looks = useLooks();
  if (looks.last === 'unable') return <Verdict state="unable" title={t('tape.unable')} text={t('log.unableText')} />;
  const missed = isMissed(looks, checkedAt);
  if (checkedAt === undefined || since === undefined) {
    if (missed && !looks.busy) return <Verdict state="unreached" title={t('log.notYet')} text={t('log.away')} />;
    const awaited = { text: <Words k="log.begun" time={<TimeText at={now()} />} /> };
    return <Verdict state="busy" title={t('tape.checking')} awaited={awaited} />;
  }
  const time = <TimeText at={checkedAt} />;
  if (missed) {
    const why = t(looks.last === 'behind' ? 'log.behind' : 'log.away');
    return <Verdict state="unreached" title={<Words k="log.notSince" time={time} />} text={why} />;
  }
  const begun = <Words k="log.begun" time={time} />;
  if (isLost) return <Verdict state="unable" title={t('log.lost')} text={begun} />;
  if (since === checkedAt) return <Verdict state="begun" title={t('log.following')} text={begun} />;
  return (
    <Verdict
      state="ok"
      title={t('tape.recomputed')}
      result={t('tape.matches')}
      text={<Words k="log.unchanged" since={<TimeText at={since} />} time={time} />}
    />
  );
}
