import { Icon } from '@glasshouse/kit/Icon.tsx';
import { type ReactNode, useId } from 'react';
import styles from './Checkbox.module.css';
import { Below } from './Field.tsx';

type CheckboxProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  name?: string;
  disabled?: boolean;
  error?: string | undefined;
  children: ReactNode;
};

/** A statement to agree to; the text is part of the target. */
export function Checkbox({ checked, onChange, name, disabled, error, children }: CheckboxProps) {
  const id = useId();
  return (
    <div>
      <label className={styles.row}>
        <span className={styles.holder}>
          <input
            type="checkbox"
            className={styles.box}
            name={name}
            checked={checked}
            disabled={disabled}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? id : undefined}
            onChange={(event) => onChange(event.currentTarget.checked)}
          />
          <Icon name="check" size={14} className={styles.mark} />
        </span>
        <span className={styles.words}>{children}</span>
      </label>
      <Below id={id} error={error} />
    </div>
  );
}
