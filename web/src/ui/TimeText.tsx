import { formatTime, toMillis } from '@glasshouse/kit/format.ts';
import { Fragment } from 'react';
import styles from './TimeText.module.css';

type TimeTextProps = { at: number | string; part?: 'full' | 'date' | 'time' };

/** A moment as `YYYY-MM-DD HH:mm:ss`, or one part of it. A line may end between day and time, never at a hyphen. */
export function TimeText({ at, part = 'full' }: TimeTextProps) {
  return (
    <time dateTime={new Date(toMillis(at)).toISOString()}>
      {formatTime(at, part)
        .split(' ')
        .map((piece, i) => (
          <Fragment key={i}>
            {i > 0 && ' '}
            <span className={styles.piece}>{piece}</span>
          </Fragment>
        ))}
    </time>
  );
}
