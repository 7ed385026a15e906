import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon, type IconName } from './Icon.tsx';
import styles from './Tag.module.css';

export type Tone = 'neutral' | 'ok' | 'error' | 'amber' | 'brand' | 'up' | 'down' | 'vip';
type TagProps = { tone?: Tone; icon?: IconName | undefined; children: ReactNode };

/** One or two words about the state of the element next to it. */
export function Tag({ tone = 'neutral', icon, children }: TagProps) {
  return (
    <span className={classes(styles.tag, styles[tone])}>
      {icon && <Icon name={icon} size={14} />}
      {children}
    </span>
  );
}
