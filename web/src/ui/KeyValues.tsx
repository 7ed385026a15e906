import type { ReactNode } from 'react';
import styles from './KeyValues.module.css';

/** Names on the left, figures on the right. */
export function KeyValues({ children }: { children: ReactNode }) {
  return <dl className={styles.list}>{children}</dl>;
}

/** One line of `KeyValues`; `note` is the calculation below the figure. */
export function KeyValue({ label, note, children }: { label: ReactNode; note?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.line}>
      <dt>{label}</dt>
      <dd>
        {children}
        {note && <small>{note}</small>}
      </dd>
    </div>
  );
}
