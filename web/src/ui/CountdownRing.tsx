import { classes } from '@glasshouse/kit/classes.ts';
import { useWords } from '../lib/words.tsx';
import styles from './CountdownRing.module.css';

type CountdownRingProps = {
  /** End, duration and current time in milliseconds. */
  endsAt: number;
  total: number;
  now: number;
  /** Shows no text at the end, because other text nearby says so. */
  wordless?: boolean;
  /** Formats the seconds left, by default as a number. */
  textOf?: (seconds: number) => string;
};

const radius = 19.5;
const round = 2 * Math.PI * radius;
const warnAt = 10;

/** The time left as a shrinking ring. Always neutral: it never blinks, speeds up or changes color. */
export function CountdownRing({ endsAt, total, now, wordless = false, textOf = String }: CountdownRingProps) {
  const { t } = useWords();
  const left = Math.max(0, endsAt - now);
  const seconds = Math.ceil(left / 1000);
  const label = seconds > 0 ? t('ui.secondsLeft', { count: seconds }) : t('ui.settling');
  const text = seconds > 0 ? textOf(seconds) : '';
  const drawn = Math.min(1, left / total) * round;
  const warns = total > warnAt * 1000 && seconds > 0 && seconds <= warnAt;
  return (
    <span className={styles.holder}>
      <span className={styles.ring} role="timer" aria-live="off" aria-label={label}>
        <svg viewBox="0 0 44 44" aria-hidden="true">
          <circle className={styles.track} cx="22" cy="22" r={radius} />
          {left > 0 && (
            <circle className={styles.left} cx="22" cy="22" r={radius} strokeDasharray={`${drawn} ${round}`} />
          )}
        </svg>
        <span aria-hidden="true" className={classes(text.length > 4 && styles.long)}>
          {text}
        </span>
      </span>
      {seconds === 0 && !wordless && (
        <span className={styles.settling} aria-hidden="true">
          {t('ui.settling')}
        </span>
      )}
      <span className="vh" role="status">
        {warns && t('ui.tenSeconds')}
      </span>
    </span>
  );
}
