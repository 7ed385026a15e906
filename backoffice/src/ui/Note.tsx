import { classes } from '@glasshouse/kit/classes.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import type { ReactNode } from 'react';
import styles from './Note.module.css';

const icons = { neutral: 'info', amber: 'clock', error: 'alert', ok: 'check', brand: 'proof' } as const;
type NoteProps = { tone?: keyof typeof icons; title?: ReactNode; role?: 'status' | 'alert'; children?: ReactNode };

/** A notice in the page. */
export function Note({ tone = 'neutral', title, role, children }: NoteProps) {
  return (
    <div className={classes(styles.note, styles[tone])} role={role}>
      <Icon name={icons[tone]} size={16} />
      <div className={styles.words}>
        {title && <b>{title}</b>} {children}
      </div>
    </div>
  );
}
