import { type ReactNode, useId } from 'react';
import { Card } from '../ui/Card.tsx';
import styles from './PublicLog.module.css';

type PartProps = { title: string; text?: ReactNode; aside?: ReactNode; children?: ReactNode };

/** A card of the page with its heading and a sentence about it. */
export function Part({ title, text, aside, children }: PartProps) {
  const id = useId();
  return (
    <Card pad aria-labelledby={id} className={styles.part}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {text && <p className={styles.lead}>{text}</p>}
      {children}
    </Card>
  );
}
