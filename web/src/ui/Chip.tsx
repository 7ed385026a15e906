import { classes } from '@glasshouse/kit/classes.ts';
import type { ReactNode } from 'react';
import styles from './Chip.module.css';

type ChipProps = {
  pressed: boolean;
  onPress: () => void;
  square?: boolean;
  disabled?: boolean;
  label?: string;
  children: ReactNode;
};

/** A small filter or value that is on or off. */
export function Chip({ pressed, onPress, square, disabled, label, children }: ChipProps) {
  return (
    <button
      type="button"
      className={classes(styles.chip, square && styles.square)}
      aria-pressed={pressed}
      aria-label={label}
      disabled={disabled}
      onClick={onPress}
    >
      {children}
    </button>
  );
}

type ChipsProps<V extends string> = {
  label: string;
  options: readonly { value: V; label: ReactNode; disabled?: boolean }[];
  value: V | undefined;
  onChange: (value: V) => void;
  square?: boolean;
};

/** Chips of which one is selected; they wrap to a second line if the labels are long. */
export function Chips<V extends string>({ label, options, value, onChange, square = false }: ChipsProps<V>) {
  return (
    <fieldset className={styles.chips} aria-label={label}>
      {options.map((option) => (
        <Chip
          key={option.value}
          square={square}
          pressed={option.value === value}
          disabled={option.disabled ?? false}
          onPress={() => onChange(option.value)}
        >
          {option.label}
        </Chip>
      ))}
    </fieldset>
  );
}
