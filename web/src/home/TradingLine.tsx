import { directionOf, formatDecimal, formatSigned } from '@glasshouse/kit/format.ts';
import { addDecimal, compareDecimal } from '@glasshouse/protocol/decimal';
import { useHidden } from '../lib/hidden.ts';
import { useResults } from '../lib/results.ts';
import { useViewport } from '../lib/viewport.ts';
import { useWords } from '../lib/words.tsx';
import { Sparkline } from '../ui/Sparkline.tsx';
import styles from './Trading.module.css';

const sizes = { phone: [112, 40], tablet: [160, 44], desk: [360, 72] } as const;

/**
 * The cumulated profit of thirty days as a line, with a text for screen readers. While balances are hidden, not even
 * its shape is shown.
 */
export function TradingLine() {
  const { t } = useWords();
  const hidden = useHidden();
  const [width, height] = sizes[useViewport()];
  const days = useResults('30').data?.days;
  if (hidden || !days?.some(({ result }) => directionOf(result) !== 'flat')) return null;
  const sums = ['0.00'];
  for (const { result } of days) sums.push(addDecimal(sums.at(-1)!, result));
  const [change, ordered] = [sums.at(-1)!, sums.toSorted(compareDecimal)];
  return (
    <span className={styles.line}>
      {/* Only for drawing. */}
      <Sparkline values={sums.map(Number)} direction={directionOf(change)} width={width} height={height} />
      <span className="vh">
        {t('home.trading.line', {
          change: formatSigned(change),
          low: formatDecimal(ordered[0]!),
          high: formatDecimal(ordered.at(-1)!),
        })}
      </span>
    </span>
  );
}
