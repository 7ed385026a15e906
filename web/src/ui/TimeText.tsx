import { formatTime, toMillis } from '@glasshouse/kit/format.ts';
import { Fragment } from 'react';
import { serverNow } from '../lib/server-clock.ts';
import styles from './TimeText.module.css';

type TimeTextProps = { at: number | string; part?: 'full' | 'date' | 'time' | 'clear' };

/** As short as is clear: today's times without the date, this year's without the year. */
function clearly(at: number | string): string {
  const [moment, today] = [formatTime(at), formatTime(serverNow(), 'date')];
  if (moment.startsWith(today)) return formatTime(at, 'time');
  return moment.slice(0, 4) === today.slice(0, 4) ? moment.slice(5) : moment;
}

/** A time as `YYYY-MM-DD HH:mm:ss`, or a part of it. A line may break between date and time, never at a hyphen. */
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
