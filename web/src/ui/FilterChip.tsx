import { classes } from '@glasshouse/kit/classes.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import type { ReactNode } from 'react';
import { useWords } from '../lib/words.tsx';
import styles from './FilterChip.module.css';

type FilterChipProps = {
  name: string;
  /** What the filter lets through while it is on. */
  value: ReactNode;
  onOpen: () => void;
  onClear: () => void;
};

/** A filter of a list: off it opens its choices, on it says what it lets through, and one press takes it off. */
export function FilterChip({ name, value, onOpen, onClear }: FilterChipProps) {
  const { t } = useWords();
  if (value === undefined) {
    return (
      <button type="button" className={styles.filter} aria-haspopup="dialog" onClick={onOpen}>
        {name}
        <Icon name="chevd" size={14} />
      </button>
    );
  }
  return (
    <button type="button" className={classes(styles.filter, styles.on)} onClick={onClear}>
      <span className="vh">{t('ui.removeFilter', { name })}</span>
      {value}
      <Icon name="close" size={14} />
    </button>
  );
}

/** The filters of one list side by side. */
export function FilterChips({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className={styles.filters} aria-label={label}>
      {children}
    </fieldset>
  );
}
