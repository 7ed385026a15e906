import { classes } from '@glasshouse/kit/classes.ts';
import { Logo } from '@glasshouse/kit/Logo.tsx';
import type { ReactNode } from 'react';
import { useWords } from '../lib/words.tsx';
import { IconButton } from './IconButton.tsx';
import styles from './PageBar.module.css';
import { SimulatedPill } from './SimulatedPill.tsx';

type PageBarProps = {
  /** The page's one h1. */
  title?: ReactNode;
  /** The name of the site beside its mark, instead of a title. */
  brand?: string | undefined;
  /** Instead of both: a language button, a symbol button. */
  start?: ReactNode;
  onBack?: (() => void) | undefined;
  /** One or two icon buttons. */
  end?: ReactNode;
  /** Stands on `surface` instead of the page colour. */
  surface?: boolean;
};

/** The header of a page. The pill is always there: last on pages with a way back, before the icons on tabs. */
export function PageBar({ title, brand, start, onBack, end, surface = false }: PageBarProps) {
  const { t } = useWords();
  return (
    <header className={classes(styles.bar, onBack && styles.back, surface && styles.surface)}>
      {onBack && <IconButton icon="back" label={t('ui.back')} onClick={onBack} />}
      {brand !== undefined && (
        <span className={styles.brand}>
          <Logo />
          {brand}
        </span>
      )}
      {start}
      {title !== undefined && <h1 className={classes(styles.title, !onBack && styles.large)}>{title}</h1>}
      <div className={classes(styles.end, (onBack || !end) && styles.pillLast)}>
        {onBack && end}
        <SimulatedPill />
        {!onBack && end}
      </div>
    </header>
  );
}
