import { classes } from '@glasshouse/kit/classes.ts';
import { formatDecimal } from '@glasshouse/kit/format.ts';
import type { Quote } from '@glasshouse/protocol/market/calls';
import { compact } from '../lib/compact.ts';
import { useWords } from '../lib/words.tsx';
import styles from './DayFigures.module.css';

export type DayFigure = readonly [name: string, figure: string];
type Props = {
  quote: Quote;
  /** Shown instead of the volume. */
  last?: DayFigure | undefined;
  className?: string | undefined;
};

/** The high, the low and the volume of the last 24 hours. */
export function DayFigures({ quote: { high, low, volume, decimals }, last, className }: Props) {
  const { t, locale } = useWords();
  const figures: DayFigure[] = [
    [t('ui.high'), formatDecimal(high, decimals)],
    [t('ui.low'), formatDecimal(low, decimals)],
    last ?? [t('ui.volume'), compact(volume, locale)],
  ];
  return (
    <dl className={classes(styles.day, className)}>
      {figures.map(([name, figure]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
