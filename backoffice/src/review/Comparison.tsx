import type { ReactNode } from 'react';
import styles from './Specimen.module.css';

/** A table of what was submitted and what was read. On a narrow screen it scrolls sideways. */
export const Comparison = ({ caption, children }: { caption: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  <section className={styles.wide} aria-label={caption} tabIndex={0}>
    <table className={styles.compared}>
      <caption className="vh">{caption}</caption>
      {children}
    </table>
  </section>
);
