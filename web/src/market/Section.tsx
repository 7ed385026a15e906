import { type ReactNode, useId } from 'react';
import { Card } from '../ui/Card.tsx';
import styles from './TapeView.module.css';

/** A card of the tape page with a heading and a sentence about it. */
export function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card pad aria-labelledby={id} className={styles.section}>
      <h2 id={id}>{title}</h2>
      {text && <p className={styles.lead}>{text}</p>}
      {children}
    </Card>
  );
}
