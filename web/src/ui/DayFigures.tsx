import { classes } from '@glasshouse/kit/classes.ts';
import { formatDecimal } from '@glasshouse/kit/format.ts';
import type { Quote } from '@glasshouse/protocol/market/calls';
import { compact } from '../lib/compact.ts';
import { useWords } from '../lib/words.tsx';
import styles from './DayFigures.module.css';

type Props = { quote: Quote; className?: string | undefined };

/** The high, the low and the volume of the last 24 hours. */
export function DayFigures({ quote: { high, low, volume, decimals }, className }: Props) {
  const { t } = useWords();
  const figures = [
    [t('ui.high'), formatDecimal(high, decimals)],
    [t('ui.low'), formatDecimal(low, decimals)],
    [t('ui.volume'), compact(volume)],
  ] as const;
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
