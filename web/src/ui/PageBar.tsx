import { classes } from '@glasshouse/kit/classes.ts';
import { Logo } from '@glasshouse/kit/Logo.tsx';
import type { ReactNode } from 'react';
import { useWords } from '../lib/words.tsx';
import { IconButton } from './IconButton.tsx';
import styles from './PageBar.module.css';
import { SimulatedPill } from './SimulatedPill.tsx';

type PageBarProps = {
  /** The only h1 of the page. */
  title?: ReactNode;
  /** Looks like a title, for a page that is still loading. Not a heading, because it will be replaced. */
  coming?: ReactNode;
  /** The site's name next to its logo, instead of a title. */
  brand?: string | undefined;
  /** Instead of both: a language button, a symbol button. */
  start?: ReactNode;
  onBack?: (() => void) | undefined;
  /** One or two icon buttons. */
  end?: ReactNode;
  /** Uses `surface` as background instead of the page color. */
  surface?: boolean;
};

/** The header of a page. It always has the pill: last on pages with a back arrow, before the icons on tabs. */
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
