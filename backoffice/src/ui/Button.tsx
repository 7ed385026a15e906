import { classes } from '@glasshouse/kit/classes.ts';
import { Icon, type IconName } from '@glasshouse/kit/Icon.tsx';
import { Spinner } from '@glasshouse/kit/Spinner.tsx';
import type { ComponentProps } from 'react';
import styles from './Button.module.css';

type Look = {
  kind?: 'ink' | 'line' | 'quiet' | 'proof' | 'error';
  big?: boolean;
  wide?: boolean;
  icon?: IconName | undefined;
};
type ButtonProps = ComponentProps<'button'> & Look & { busy?: boolean; shortcut?: string };

const lookOf = ({ kind = 'line', big, wide }: Look) =>
  classes(styles.button, styles[kind], big && styles.big, wide && styles.wide);

/** One act. A view has one ink button; the other kinds are quieter. */
export function Button({ kind, big, wide, icon, busy, shortcut, className, children, ...rest }: ButtonProps) {
  const look = { ...(kind && { kind }), ...(big && { big }), ...(wide && { wide }) };
  return (
    <button
      type="button"
      aria-keyshortcuts={shortcut}
      {...rest}
      className={classes(lookOf(look), className)}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
    >
      {busy ? <Spinner size={16} /> : icon && <Icon name={icon} size={16} />}
      {children}
      {shortcut && <kbd>{shortcut}</kbd>}
    </button>
  );
}
