import { Icon, type IconName } from '@glasshouse/kit/Icon.tsx';
import type { ComponentProps } from 'react';
import styles from './IconButton.module.css';

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & { icon: IconName; label: string };

/** An act whose drawing says enough for the eye; the label says it for everyone else. */
export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={styles.button} aria-label={label} title={label}>
      <Icon name={icon} size={18} />
    </button>
  );
}
