import { classes } from '@glasshouse/kit/classes.ts';
import { utcDay } from '@glasshouse/protocol/utc-day';
import type { ReactNode } from 'react';
import styles from './Figure.module.css';

type FigureProps = { label: ReactNode; large?: boolean; end?: boolean; children: ReactNode };

/** A figure below its name. `end` aligns it to the right. */
export const Figure = ({ label, large, end, children }: FigureProps) => (
  <span className={classes(styles.figure, large && styles.large, end && styles.end)}>
    <small>{label}</small>
    <b>{children}</b>
  </span>
);

/** A figure above its name, in a row of several. */
export const Fact = ({ label, large, end, children }: FigureProps) => (
  <span className={classes(styles.figure, large && styles.large, end && styles.end)}>
    <b>{children}</b>
    <small>{label}</small>
  </span>
);

/** A UTC day, as used for accounting. Never broken across lines. */
export const Day = ({ at }: { at: number | string }) => (
  <time className={styles.day} dateTime={utcDay(new Date(at))}>
    {utcDay(new Date(at))}
  </time>
);
