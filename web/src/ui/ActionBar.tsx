import type { ReactNode } from 'react';
import styles from './ActionBar.module.css';

/** The main act of a sub-page, fixed to the bottom, with a short sentence above it where one is needed. */
export function ActionBar({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.holder}>
      <div className={styles.bar}>
        {note && <small className={styles.note}>{note}</small>}
        {children}
      </div>
    </div>
  );
}
