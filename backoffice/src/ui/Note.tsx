import { classes } from '@glasshouse/web/ui/classes.ts';
import { Icon } from '@glasshouse/web/ui/Icon.tsx';
import type { ReactNode } from 'react';
import styles from './Note.module.css';
import type { Tone } from './Tag.tsx';

const icons = { neutral: 'info', amber: 'clock', error: 'alert', ok: 'check', brand: 'proof' } as const;
type NoteProps = { tone?: Tone; title?: ReactNode; role?: 'status' | 'alert'; children?: ReactNode };

/** Something to know, in the page. */
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
