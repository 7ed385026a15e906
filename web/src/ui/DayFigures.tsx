import type { Quote } from '@glasshouse/protocol/market';
import { compact } from '../lib/compact.ts';
import { formatDecimal } from '../lib/format.ts';
import { useWords } from '../lib/words.tsx';
import { classes } from './classes.ts';
import styles from './DayFigures.module.css';

type Props = { quote: Quote; className?: string | undefined };

/** The high, the low and the volume of the last 24 hours. */
export function DayFigures({ quote: { high, low, volume, decimals }, className }: Props) {
  const { t } = useWords();
  const figures = [
    [t('market.high'), formatDecimal(high, decimals)],
    [t('market.low'), formatDecimal(low, decimals)],
    [t('market.volume'), compact(volume)],
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
