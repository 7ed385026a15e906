import { classes } from '@glasshouse/kit/classes.ts';
import { useRoving } from '@glasshouse/kit/use-roving.ts';
import type { ReactNode } from 'react';
import styles from './Tabs.module.css';

export type TabChoice<V extends string> = {
  label: string;
  options: readonly { value: V; label: ReactNode }[];
  value: V;
  onChange: (value: V) => void;
  /** The id of the `tabpanel` that the tabs control. */
  panel?: string | undefined;
};

/** An unstyled row of tabs with arrow-key navigation. */
export function TabRow<V extends string>({
  label,
  options,
  value,
  onChange,
  panel,
  row,
  tab,
}: TabChoice<V> & { row: string; tab: string | undefined }) {
  const values = options.map((option) => option.value);
  const roving = useRoving(values, value, onChange);
  return (
    <div ref={roving.row} role="tablist" aria-label={label} className={row} onKeyDown={roving.onKeyDown}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="tab"
          data-choice=""
          className={tab}
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

/** Underlined tabs above a list; they scroll sideways if they don't fit. */
export const Tabs = <V extends string>({ large, ...choice }: TabChoice<V> & { large?: boolean }) => (
  <TabRow {...choice} row={classes(styles.tabs, large && styles.large)} tab={styles.tab} />
);
