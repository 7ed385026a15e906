import { classes } from '@glasshouse/kit/classes.ts';
import { Icon, type IconName } from '@glasshouse/kit/Icon.tsx';
import styles from './Mark.module.css';

export type Look = { tone: 'neutral' | 'amber' | 'ok' | 'error' | 'brand'; icon: IconName };

/** An icon on a small square, in front of the text it illustrates. */
export function Mark({ tone = 'neutral', icon, top = false }: Partial<Look> & { icon: IconName; top?: boolean }) {
  return (
    <span className={classes(styles.mark, styles[tone], top && styles.top)}>
      <Icon name={icon} size={tone === 'neutral' ? 18 : 20} />
    </span>
  );
}
