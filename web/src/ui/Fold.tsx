import { Icon } from '@glasshouse/kit/Icon.tsx';
import { type ReactNode, useState } from 'react';
import styles from './Fold.module.css';

type FoldProps = {
  title: string;
  text: string;
  /** The content has to be seen, for example because of an error. */
  isNeeded: boolean;
  children: ReactNode;
};

/** Optional content, one tap away. */
export function Fold({ title, text, isNeeded, children }: FoldProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={styles.fold}
      open={isOpen || isNeeded}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <span>
          <b>{title}</b>
          <small>{text}</small>
        </span>
        <Icon name="chevd" size={18} />
      </summary>
      <div className={styles.inside}>{children}</div>
    </details>
  );
}
