import { Icon, type IconName } from '@glasshouse/kit/Icon.tsx';
import type { ComponentProps } from 'react';
import styles from './IconButton.module.css';

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & { icon: IconName; label: string };

/** A button with an icon only. The label is for screen readers. */
export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={styles.button} aria-label={label} title={label}>
      <Icon name={icon} size={18} />
    </button>
  );
}
