import { utcDay } from '@glasshouse/protocol/utc-day';
import styles from './Day.module.css';

/** A day as the books count days. No line ends inside it. */
export const Day = ({ at }: { at: number | string }) => (
  <time className={styles.day} dateTime={utcDay(new Date(at))}>
    {utcDay(new Date(at))}
  </time>
);
