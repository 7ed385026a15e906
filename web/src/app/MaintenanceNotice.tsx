import { now, useSecondsLeft } from '@glasshouse/kit/clock.ts';
import { useEffect } from 'react';
import { serverNow } from '../lib/server-clock.ts';
import { useWords, Words } from '../lib/words.tsx';
import { type Maintenance, MaintenanceText } from '../ui/MaintenanceText.tsx';
import { Note } from '../ui/Note.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { LogStrip } from './LogStrip.tsx';
import styles from './Root.module.css';

const two = (part: number) => String(part).padStart(2, '0');

/** Replaces the app during maintenance: a countdown to its end, and the assurance that contracts still settle. */
export function MaintenanceNotice({ until, window }: { until: number; window: Maintenance }) {
  const { t } = useWords();
  const left = useSecondsLeft(until - (serverNow() - now()));
  useEffect(() => {
    document.getElementById('splash')?.remove();
    document.title = `${t('app.maintenance.title')} - Glasshouse`;
  }, [t]);
  return (
    <div className={styles.shell}>
      <PageBar title={t('app.maintenance.title')} />
      <LogStrip still />
      <main className={styles.notice}>
        <Note tone="amber" icon="clock" role="status" title={t('app.maintenance.notice')}>
          <span className={styles.block}>
            <MaintenanceText of={window} />
          </span>
        </Note>
        <div className={styles.countdown}>
          <span>{t('app.maintenance.left')}</span>
          <b role="timer">{`${two(Math.floor(left / 3600))}:${two(Math.floor(left / 60) % 60)}:${two(left % 60)}`}</b>
          <small>
            <Words k="app.maintenance.until" time={<TimeText at={until} />} />
          </small>
        </div>
        <Note tone="brand">{t('app.maintenance.settles')}</Note>
      </main>
    </div>
  );
}
