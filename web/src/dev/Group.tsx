import type { ReactNode } from 'react';
import styles from './Gallery.module.css';

/** Components with their names, on the page color. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.group} aria-label={title}>
      <h2 className={styles.heading}>{title}</h2>
      {children}
    </section>
  );
}
