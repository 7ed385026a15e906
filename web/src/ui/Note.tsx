import { classes } from '@glasshouse/kit/classes.ts';
import { Icon, type IconName } from '@glasshouse/kit/Icon.tsx';
import type { ReactNode } from 'react';
import styles from './Note.module.css';

const icons = { neutral: 'info', amber: 'lock', error: 'alert', ok: 'check', brand: 'proof' } as const;

type NoteProps = {
  tone?: keyof typeof icons;
  icon?: IconName;
  title?: ReactNode;
  role?: 'status' | 'alert';
  children?: ReactNode;
};

/** Information within the page: a lock with its end, a review with its next step. */
export function Note({ tone = 'neutral', icon = icons[tone], title, role, children }: NoteProps) {
  return (
    <div className={classes(styles.note, styles[tone])} role={role}>
      <Icon name={icon} size={18} className={styles.icon} />
      <div className={styles.words}>
        {title && <b className={styles.title}>{title}</b>} {children}
      </div>
    </div>
  );
}
