import { classes } from '@glasshouse/kit/classes.ts';
import { Icon, type IconName } from '@glasshouse/kit/Icon.tsx';
import { Spinner } from '@glasshouse/kit/Spinner.tsx';
import { type ComponentProps, createContext, type ReactNode, type Ref, use, useId } from 'react';
import { Link, type LinkProps } from '../lib/router.tsx';
import styles from './Button.module.css';

type Look = {
  kind?: 'ink' | 'soft' | 'line' | 'proof' | 'up' | 'down' | 'error';
  small?: boolean;
  icon?: IconName | undefined;
  /** A second, quieter line below the label. */
  sub?: ReactNode;
};

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> &
  Look & {
    disabled?: boolean | undefined;
    /** While the action runs, the button keeps its place and focus but does nothing. */
    busy?: boolean | undefined;
    /** Next to a disabled button: what is missing. */
    hint?: ReactNode;
  };

/** The id of the sentence above the buttons of a bar. */
export const BarNote = createContext<string | undefined>(undefined);

const lookOf = ({ kind = 'ink', small }: Look) => classes(styles.button, styles[kind], small && styles.small);

function Face({ icon, sub, small, children }: Look & { children: ReactNode }) {
  return (
    <>
      {icon && <Icon name={icon} size={small ? 18 : 20} />}
      <span className={styles.words}>
        {children}
        {sub && <span className={styles.sub}>{sub}</span>}
      </span>
    </>
  );
}

/** A button. A view has one of kind `ink`; the other kinds are quieter. */
export function Button({ kind, small, icon, sub, busy, hint, disabled, className, children, ...rest }: ButtonProps) {
  const look = { ...(kind && { kind }), ...(small && { small }), ...(icon && { icon }), sub };
  const hintId = useId();
  const barNote = use(BarNote);
  const button = (
    <button
      type="button"
      {...rest}
      aria-describedby={rest['aria-describedby'] ?? (hint ? hintId : barNote)}
      className={classes(lookOf(look), busy && styles.busy, className)}
      disabled={disabled}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
    >
      {busy && <Spinner />}
      <Face {...look}>{children}</Face>
    </button>
  );
  if (!hint) return button;
  return (
    <div className={styles.hinted}>
      {button}
      <p className={styles.hint} id={hintId}>
        {hint}
      </p>
    </div>
  );
}

type ButtonLinkProps = LinkProps & Look & { ref?: Ref<HTMLAnchorElement> };

/** A link to another page that looks like a button. */
export function ButtonLink({ kind, small, icon, sub, className, children, ...rest }: ButtonLinkProps) {
  const look = { ...(kind && { kind }), ...(small && { small }), ...(icon && { icon }), sub };
  return (
    <Link {...rest} className={classes(lookOf(look), className)}>
      <Face {...look}>{children}</Face>
    </Link>
  );
}
