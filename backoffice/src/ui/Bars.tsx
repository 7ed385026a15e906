import { classes } from '@glasshouse/kit/classes.ts';
import { Fragment } from 'react';
import styles from './Bars.module.css';

export type Bar = { name: string; size: number; words: string };

/**
 * Amounts as bars, the longest at full width; negative ones are hollow. The words next to each bar state the exact
 * amount.
 */
export function Bars({ bars }: { bars: readonly Bar[] }) {
  const most = Math.max(...bars.map(({ size }) => Math.abs(size)), 0) || 1;
  return (
    <div className={styles.bars}>
      {bars.map(({ name, size, words }) => (
        <Fragment key={name}>
          <span className={styles.name}>{name}</span>
          <svg className={styles.track} width="100%" height="10" aria-hidden="true">
            <rect width="100%" height="10" rx="3" />
            <rect
              className={classes(size < 0 ? styles.less : styles.fill)}
              width={`${(Math.abs(size) / most) * 100}%`}
              height="10"
              rx="3"
            />
          </svg>
          <span className={styles.value}>{words}</span>
        </Fragment>
      ))}
    </div>
  );
}
