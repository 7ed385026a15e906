import { classes } from '@glasshouse/kit/classes.ts';
import type { CSSProperties } from 'react';
import styles from './Progress.module.css';

type ProgressProps = {
  label: string;
  /** From 0 to 100. */
  percent: number;
  /** The part that the current action would add, in a lighter shade. */
  adds?: number;
  tone?: 'neutral' | 'ink';
};

/** A progress bar in a neutral color, because it informs and doesn't warn. It may be used within a sentence. */
export function Progress({ label, percent, adds = 0, tone = 'neutral' }: ProgressProps) {
  const now = Math.min(100, Math.max(0, percent));
  const width = { '--at': `${now}%`, '--adds': `${Math.min(adds, 100 - now)}%` } as CSSProperties;
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(now)}
      aria-valuemin={0}
      aria-valuemax={100}
      className={classes(styles.track, styles[tone])}
      style={width}
    >
      <i className={styles.fill} />
      {adds > 0 && <i className={styles.adds} />}
    </span>
  );
}
