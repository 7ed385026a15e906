import { classes } from '@glasshouse/kit/classes.ts';
import { type ReactNode, useId } from 'react';
import row from './Row.module.css';
import styles from './Switch.module.css';

type SwitchProps = {
  label: ReactNode;
  help?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
};

/** A list row with a setting that takes effect at once. */
export function Switch({ label, help, checked, onChange, disabled }: SwitchProps) {
  const id = useId();
  return (
    <label className={classes(row.row, styles.row)}>
      <span className={row.words}>
        <span id={`${id}l`}>{label}</span>
        {help && (
          <small className={row.sub} id={`${id}h`}>
            {help}
          </small>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        className={styles.switch}
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        aria-labelledby={`${id}l`}
        aria-describedby={help ? `${id}h` : undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}
