import { classes } from '@glasshouse/kit/classes.ts';
import { formatDecimal, formatTime } from '@glasshouse/kit/format.ts';
import { type Period, periods } from '@glasshouse/protocol/market/candle-periods';
import { useState } from 'react';
import { sentenceOf } from '../lib/call.ts';
import { lazily } from '../lib/lazily.ts';
import { periodText } from '../lib/period-words.ts';
import { useTape } from '../lib/quotes.ts';
import { useCandles } from '../lib/use-candles.ts';
import { useWords, Words } from '../lib/words.tsx';
import { useOwnTrades } from '../trading/own-trades.ts';
import { Part } from '../ui/Boundary.tsx';
import { Empty } from '../ui/Empty.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Segments } from '../ui/Segments.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import styles from './CandlePanel.module.css';
import { CandleTable } from './CandleTable.tsx';
import { Readout } from './Readout.tsx';

const CandleChart = lazily(async () => (await import('../ui/CandleChart.tsx')).CandleChart);
const names = Object.keys(periods) as Period[];

type PanelProps = { symbol: string; decimals: number };

/** The chart with its periods, and the same figures as a table. */
export function CandlePanel({ symbol, decimals }: PanelProps) {
  const { t } = useWords();
  const [period, setPeriod] = useState<Period>('1m');
  const [view, setView] = useState<'chart' | 'table'>('chart');
  return (
    <section aria-label={t('chart.label')}>
      <fieldset className={styles.periods} aria-label={t('chart.periods')}>
        {names.map((name) => (
          <button key={name} type="button" aria-pressed={name === period} onClick={() => setPeriod(name)}>
            {periodText(name)}
          </button>
        ))}
      </fieldset>
      <Candles key={period} symbol={symbol} decimals={decimals} period={period} view={view} />
      <div className={styles.views}>
        <Segments
          small
          as="radio"
          label={t('chart.view')}
          value={view}
          onChange={setView}
          options={[
            { value: 'chart', label: t('chart.asChart') },
            { value: 'table', label: t('chart.asTable') },
          ]}
        />
        <p>
          <Words
            k="chart.credit"
            library={
              <a href="https://www.tradingview.com/" target="_blank" rel="noopener noreferrer">
                TradingView Lightweight Charts™
              </a>
            }
          />
        </p>
      </div>
    </section>
  );
}

function Candles({ symbol, decimals, period, view }: PanelProps & { period: Period; view: 'chart' | 'table' }) {
  const { t } = useWords();
  const { candles, loadOlder, isPending, error, reload } = useCandles(symbol, period);
  const paused = useTape((tape) => tape.paused !== undefined);
  const marks = useOwnTrades(symbol);
  const [pointed, setPointed] = useState<number>();
  const last = candles.at(-1);
  if (isPending) return <Skeleton height={324} radius={0} />;
  if (!last) {
    if (!error) return <Empty level={3} title={t('chart.none')} text={t('chart.noneText')} />;
    return <ErrorState title={t('chart.failed')} detail={sentenceOf(error)} onRetry={() => void reload()} />;
  }
  if (view === 'table')
    return <CandleTable candles={candles} decimals={decimals} label={`${symbol} ${periodText(period)}`} />;
  const shown = candles.findLast(({ time }) => time === pointed) ?? last;
  const label = t('chart.words', {
    symbol,
    period: periodText(period),
    count: candles.length,
    from: formatTime(candles[0]!.time),
    price: formatDecimal(last.close, decimals),
  });
  return (
    <div className={classes(paused && styles.paused)}>
      <Readout candle={shown} decimals={decimals} />
      <Part failed={t('chart.failed')} waiting={<Skeleton height={300} radius={0} />}>
        <CandleChart
          candles={candles}
          precision={decimals}
          seconds={periods[period]}
          label={label}
          marks={marks}
          onNeedOlder={loadOlder}
          onPoint={setPointed}
        />
      </Part>
    </div>
  );
}
