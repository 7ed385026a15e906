import type { ReactNode } from 'react';
import { useWords } from '../lib/words.tsx';
import { classes } from './classes.ts';
import { Icon, type IconName } from './Icon.tsx';
import styles from './Tag.module.css';

type TagProps = {
  tone?: 'neutral' | 'ok' | 'error' | 'amber' | 'brand' | 'up' | 'down';
  icon?: IconName | undefined;
  children: ReactNode;
};

/** A word or two about the state of what it stands beside. */
export function Tag({ tone = 'neutral', icon, children }: TagProps) {
  return (
    <span className={classes(styles.tag, styles[tone])}>
      {icon && <Icon name={icon} size={14} />}
      {children}
    </span>
  );
}

/** The level of an account. */
export function VipTag({ level }: { level: number }) {
  const { t } = useWords();
  return (
    <span className={classes(styles.tag, styles.vip)}>
      <Icon name="vip" size={14} />
      {t('ui.vip', { level })}
    </span>
  );
}
