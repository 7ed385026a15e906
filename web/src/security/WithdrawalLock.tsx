import { Icon } from '@glasshouse/kit/Icon.tsx';
import { useEffect, useEffectEvent, useState } from 'react';
import { useServerNow } from '../lib/use-server-now.ts';
import { useWords, Words } from '../lib/words.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import type { Overview } from './calls.ts';
import styles from './Security.module.css';

const two = (part: number) => String(part).padStart(2, '0');
const clockOf = (seconds: number) => `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;

type Props = { lock: Overview['lock'] | undefined; onOver: () => void };

/**
 * Why and until when withdrawals are locked, with the remaining time. Screen readers announce the reason and the end,
 * not each second.
 */
export function WithdrawalLock({ lock, onOver }: Props) {
  const { t } = useWords();
  const until = lock?.until ? Date.parse(lock.until) : undefined;
  const now = useServerNow(until !== undefined);
  const left = until === undefined ? undefined : Math.max(0, Math.ceil((until - now) / 1000));
  const [over, setOver] = useState(false);
  const end = useEffectEvent(() => {
    setOver(true);
    onOver();
  });
  useEffect(() => {
    if (left === 0) end();
  }, [left]);
  const shown = lock && left !== 0 ? lock : undefined;
  return (
    <>
      {shown && (
        <section className={styles.lock} aria-label={t('security.lockTitle')}>
          <Icon name="lock" />
          <div className={styles.grow}>
            <div className={styles.between}>
              <b>{t('security.lockTitle')}</b>
              {left !== undefined && (
                <span className={styles.left} role="timer" aria-label={t('security.timeLeft', { left: clockOf(left) })}>
                  {clockOf(left)}
                </span>
              )}
            </div>
            <p role="status">
              <Reason lock={shown} />
            </p>
          </div>
        </section>
      )}
      <p className="vh" role="status">
        {over && !shown ? t('security.lockOver') : ''}
      </p>
    </>
  );
}

function Reason({ lock: { kind, changedAt, loggedInAt, until } }: { lock: NonNullable<Overview['lock']> }) {
  const { t } = useWords();
  const parts = { what: t(`security.kinds.${kind}`), changed: <TimeText at={changedAt} part="clear" /> };
  if (until === null || loggedInAt === null) return <Words k="security.lockWaiting" {...parts} />;
  const ends = { loggedIn: <TimeText at={loggedInAt} part="clear" />, until: <TimeText at={until} part="clear" /> };
  return <Words k="security.lockUntil" {...parts} {...ends} />;
}
