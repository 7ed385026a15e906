import type { ReactNode } from 'react';
import styles from './Figures.module.css';

/** An amount at the end of a row, with its result below. */
export function Figures({ below, children }: { below: ReactNode; children: ReactNode }) {
  return (
    <span className={styles.figures}>
      <b>{children}</b>
      {below}
    </span>
  );
}
