import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './Tabs.module.css';
import { useRoving } from './use-roving.ts';

type TabsProps<V extends string> = {
  label: string;
  options: readonly { value: V; label: ReactNode }[];
  value: V;
  onChange: (value: V) => void;
  large?: boolean;
  /** The id of the element with role `tabpanel` that the tabs fill. */
  panel?: string | undefined;
};

/** Underlined tabs above a list; more of them than fit scroll sideways. */
export function Tabs<V extends string>({ label, options, value, onChange, large, panel }: TabsProps<V>) {
  const values = options.map((option) => option.value);
  const roving = useRoving(values, value, onChange);
  return (
    <div
      ref={roving.row}
      role="tablist"
      aria-label={label}
      className={classes(styles.tabs, large && styles.large)}
      onKeyDown={roving.onKeyDown}
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="tab"
          data-choice=""
          className={styles.tab}
          aria-selected={option.value === value}
          aria-controls={option.value === value ? panel : undefined}
          tabIndex={roving.tabIndexOf(option.value)}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
