import type { ReactNode } from 'react';
import styles from './Blank.module.css';

type EmptyProps = { title: ReactNode; text?: ReactNode; action?: ReactNode; level?: 2 | 3 };

/** An empty list: what will appear here, and one action towards it. */
export function Empty({ title, text, action, level = 2 }: EmptyProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.blank}>
      <svg width="112" height="96" viewBox="0 0 112 96" aria-hidden="true">
        <rect className={styles.paper} x="26" y="8" width="60" height="72" rx="8" transform="rotate(-8 56 44)" />
        <rect className={styles.paper} x="28" y="10" width="60" height="74" rx="8" />
        <path className={styles.lines} d="M40 30h36M40 42h24M40 54h30" />
        <path className={styles.glint} d="m66 76 12-12M74 78l8-8" />
      </svg>
      <Heading className={styles.title}>{title}</Heading>
      {text && <p className={styles.text}>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
