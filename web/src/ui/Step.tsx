import { type ReactNode, useId } from 'react';
import styles from './Step.module.css';

type StepProps = { number: number; title: ReactNode; aside?: ReactNode; children: ReactNode };

/** A numbered part of a form with a heading. */
export function Step({ number, title, aside, children }: StepProps) {
  const id = useId();
  return (
    <section className={styles.step} aria-labelledby={id}>
      <div className={styles.head}>
        <span className={styles.number} aria-hidden="true">
          {number}
        </span>
        <h2 id={id}>{title}</h2>
        {aside && <small>{aside}</small>}
      </div>
      {children}
    </section>
  );
}
