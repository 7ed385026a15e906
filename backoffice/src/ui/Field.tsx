import { classes } from '@glasshouse/kit/classes.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './Field.module.css';

type Texts = { label: ReactNode; help?: ReactNode; error?: string | undefined; hideLabel?: boolean };
type Wiring = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  className: string;
};

/** Label above, help or error below, and the ids that tie them to the control. */
function Field({ label, help, error, hideLabel, children }: Texts & { children: (wiring: Wiring) => ReactNode }) {
  const id = useId();
  const below = `${id}b`;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={hideLabel ? 'vh' : styles.label}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': error || help ? below : undefined,
        'aria-invalid': error ? true : undefined,
        className: styles.control!,
      })}
      {(error || help) && (
        <span id={below}>
          {error && (
            <span role="alert" className={styles.error}>
              {error}
            </span>
          )}
          {help && <span className={styles.help}>{help}</span>}
        </span>
      )}
    </div>
  );
}

type Base<T extends 'input' | 'select' | 'textarea'> = Texts &
  Omit<ComponentProps<T>, 'id' | 'value' | 'onChange'> & { value: string; onChange: (value: string) => void };

/** One line of text. `code` is for six digits. */
export function TextField(props: Base<'input'> & { code?: boolean }) {
  const { label, help, error, hideLabel, onChange, code, ...rest } = props;
  return (
    <Field label={label} help={help} error={error} {...(hideLabel && { hideLabel })}>
      {(wiring) => (
        <input
          {...rest}
          {...wiring}
          className={classes(wiring.className, code && styles.code)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** Several lines of text. */
export function AreaField({ label, help, error, hideLabel, onChange, ...rest }: Base<'textarea'>) {
  return (
    <Field label={label} help={help} error={error} {...(hideLabel && { hideLabel })}>
      {(wiring) => (
        <textarea
          rows={3}
          {...rest}
          {...wiring}
          className={classes(wiring.className, styles.area)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** Selects one of a few values. */
export function SelectField({ label, help, error, hideLabel, onChange, children, ...rest }: Base<'select'>) {
  return (
    <Field label={label} help={help} error={error} {...(hideLabel && { hideLabel })}>
      {(wiring) => (
        <span className={styles.holder}>
          <select
            {...rest}
            {...wiring}
            className={classes(wiring.className, styles.select)}
            onChange={(event) => onChange(event.currentTarget.value)}
          >
            {children}
          </select>
          <Icon name="chevd" size={16} />
        </span>
      )}
    </Field>
  );
}

type CheckProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  shortcut?: string | undefined;
  invalid?: boolean;
  children: ReactNode;
};

/** A statement to tick. */
export function CheckField({ checked, onChange, disabled, shortcut, invalid, children }: CheckProps) {
  return (
    <label className={styles.check}>
      <span className={styles.boxed}>
        <input
          type="checkbox"
          className={styles.box}
          checked={checked}
          disabled={disabled}
          aria-keyshortcuts={shortcut}
          aria-invalid={invalid || undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <Icon name="check" size={14} className={styles.mark} />
      </span>
      <span className={styles.statement}>{children}</span>
      {shortcut && (
        <span aria-hidden="true">
          <kbd>{shortcut}</kbd>
        </span>
      )}
    </label>
  );
}
