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
  /** Looks like the title of a page that is not there yet: nobody should be led to a heading that goes. */
  coming?: ReactNode;
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
export function PageBar({ title, coming, brand, start, onBack, end, surface = false }: PageBarProps) {
  const { t } = useWords();
  const look = classes(styles.title, !onBack && styles.large);
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
      {title !== undefined && <h1 className={look}>{title}</h1>}
      {coming !== undefined && <div className={classes(look, styles.coming)}>{coming}</div>}
      <div className={classes(styles.end, (onBack || !end) && styles.pillLast)}>
        {onBack && end}
        <SimulatedPill />
        {!onBack && end}
      </div>
    </header>
  );
}
