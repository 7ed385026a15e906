import { classes } from '@glasshouse/kit/classes.ts';
import { Icon, type IconName } from '@glasshouse/kit/Icon.tsx';
import type { ComponentProps } from 'react';
import styles from './IconButton.module.css';

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  icon: IconName;
  label: string;
  size?: 16 | 18 | 20 | 24;
  fill?: boolean;
  quiet?: boolean;
  /** A small mark for something unread; the label must say it too. */
  dot?: boolean;
};

/** An icon button of 44 by 44 pixels with a name for screen readers. */
export function IconButton({ icon, label, size = 24, fill, quiet, dot, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={classes(styles.button, quiet && styles.quiet, className)}
    >
      <Icon name={icon} size={size} fill={fill ?? false} />
      {dot && <i className={styles.dot} />}
    </button>
  );
}
