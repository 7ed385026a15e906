import { Icon } from '@glasshouse/kit/Icon.tsx';
import { type ReactNode, useEffect, useRef } from 'react';
import styles from './Done.module.css';

/** Replaces a form after success, with the next step. */
export function Done({ title, text, children }: { title: ReactNode; text: ReactNode; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus();
  }, []);
  return (
    <section className={styles.done}>
      <span className={styles.mark}>
        <Icon name="check" size={24} />
      </span>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>{text}</p>
      {children}
    </section>
  );
}
