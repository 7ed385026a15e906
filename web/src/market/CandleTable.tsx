import { formatDecimal } from '@glasshouse/kit/format.ts';
import type { Candle } from '@glasshouse/protocol/market/calls';
import { useWords } from '../lib/words.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import styles from './CandlePanel.module.css';

const maxRows = 100;
const figures = ['open', 'high', 'low', 'close'] as const;

/** The newest candles as a table, newest first. */
export function CandleTable({
  candles,
  decimals,
  label,
}: {
  candles: readonly Candle[];
  decimals: number;
  label: string;
}) {
  const { t } = useWords();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.table} aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('chart.time')}</th>
            {figures.map((figure) => (
              <th key={figure} scope="col">
                {t(`chart.${figure}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {candles
            .slice(-maxRows)
            .toReversed()
            .map((candle) => (
              <tr key={candle.time}>
                <th scope="row">
                  <TimeText at={candle.time} part="clear" />
                </th>
                {figures.map((figure) => (
                  <td key={figure}>{formatDecimal(candle[figure], decimals)}</td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}
