import { classes } from '@glasshouse/web/ui/classes.ts';
import { Icon, type IconName } from '@glasshouse/web/ui/Icon.tsx';
import styles from '@glasshouse/web/ui/Tag.module.css';
import type { ReactNode } from 'react';

export type Tone = 'neutral' | 'ok' | 'error' | 'amber' | 'brand';
type TagProps = { tone?: Tone; icon?: IconName; children: ReactNode };

/** A word or two about the state of what it stands beside. */
export function Tag({ tone = 'neutral', icon, children }: TagProps) {
  return (
    <span className={classes(styles.tag, styles[tone])}>
      {icon && <Icon name={icon} size={14} />}
      {children}
    </span>
  );
}
