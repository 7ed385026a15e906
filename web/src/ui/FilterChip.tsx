import { classes } from '@glasshouse/kit/classes.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import type { ReactNode } from 'react';
import { useWords } from '../lib/words.tsx';
import styles from './FilterChip.module.css';

type FilterChipProps = {
  name: string;
  /** The active choice. */
  value: ReactNode;
  onOpen: () => void;
  onClear: () => void;
};

/** A filter of a list. When off, it opens its choices; when on, it shows the choice, and one press clears it. */
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

/** The filters of one list next to each other. */
export function FilterChips({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className={styles.filters} aria-label={label}>
      {children}
    </fieldset>
  );
}
