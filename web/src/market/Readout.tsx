import { formatDecimal } from '@glasshouse/kit/format.ts';
import type { Candle } from '@glasshouse/protocol/market/calls';
import { compact } from '../lib/compact.ts';
import { useWords } from '../lib/words.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import styles from './CandlePanel.module.css';

const figures = ['open', 'high', 'low', 'close'] as const;

/** The candle under the crosshair in figures, or the newest one. */
export function Readout({ candle, decimals }: { candle: Candle; decimals: number }) {
  const { t, locale } = useWords();
  return (
    <dl className={styles.readout}>
      <div>
        <dt className="vh">{t('chart.time')}</dt>
        <dd>
          <TimeText at={candle.time} />
        </dd>
      </div>
      {figures.map((figure) => (
        <div key={figure}>
          <dt>{t(`chart.short.${figure}`)}</dt>
          <dd>{formatDecimal(candle[figure], decimals)}</dd>
        </div>
      ))}
      <div>
        <dt>{t('chart.short.volume')}</dt>
        <dd>{compact(candle.volume, locale)}</dd>
      </div>
    </dl>
  );
}
