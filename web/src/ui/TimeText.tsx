import { formatTime, toMillis } from '@glasshouse/kit/format.ts';
import { Fragment } from 'react';
import { serverNow } from '../lib/server-clock.ts';
import styles from './TimeText.module.css';

type TimeTextProps = { at: number | string; part?: 'full' | 'date' | 'time' | 'clear' };

/** As short as it is clear: today's moment by its time, another one without the year if it is this one. */
function clearly(at: number | string): string {
  const [moment, today] = [formatTime(at), formatTime(serverNow(), 'date')];
  if (moment.startsWith(today)) return formatTime(at, 'time');
  return moment.slice(0, 4) === today.slice(0, 4) ? moment.slice(5) : moment;
}

/** A moment as `YYYY-MM-DD HH:mm:ss`, or one part of it. A line may end between day and time, never at a hyphen. */
export function TimeText({ at, part = 'full' }: TimeTextProps) {
  return (
    <time dateTime={new Date(toMillis(at)).toISOString()}>
      {(part === 'clear' ? clearly(at) : formatTime(at, part)).split(' ').map((piece, i) => (
        <Fragment key={i}>
          {i > 0 && ' '}
          <span className={styles.piece}>{piece}</span>
        </Fragment>
      ))}
    </time>
  );
}
