import { classes } from '@glasshouse/kit/classes.ts';
import { formatDecimal, formatTime } from '@glasshouse/kit/format.ts';
import { tickNumber } from '@glasshouse/kit/tick-number.ts';
import { type Period, periods } from '@glasshouse/protocol/market/candle-periods';
import { sentenceOf } from '../lib/call.ts';
import { lazily } from '../lib/lazily.ts';
import { periodText } from '../lib/period-words.ts';
import { useTape } from '../lib/quotes.ts';
import { Link } from '../lib/router.tsx';
import { useCandles } from '../lib/use-candles.ts';
import { useQuotePart } from '../lib/use-quotes.ts';
import { useWords } from '../lib/words.tsx';
import { Part } from '../ui/Boundary.tsx';
import type { ChartMark } from '../ui/chart-marks.ts';
import { Empty } from '../ui/Empty.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import styles from './PriceChart.module.css';

const CandleChart = lazily(async () => (await import('../ui/CandleChart.tsx')).CandleChart);

type PriceChartProps = {
  symbol: string;
  decimals: number;
  /** The available candle periods and the chosen one. */
  names: readonly Period[];
  period: Period;
  onPeriod: (period: Period) => void;
  /** The user's own positions and trades. */
  marks: readonly ChartMark[];
};

/** The candles of a coin next to a ticket, with the user's own positions or trades marked in them. */
export function PriceChart({ symbol, decimals, names, period, onPeriod, marks }: PriceChartProps) {
  const { t } = useWords();
  return (
    <section aria-label={t('chart.label')}>
      <div className={styles.row}>
        <fieldset className={styles.periods} aria-label={t('chart.periods')}>
          {names.map((name) => (
            <button key={name} type="button" aria-pressed={name === period} onClick={() => onPeriod(name)}>
              {periodText(name)}
            </button>
          ))}
        </fieldset>
        <LiveTick symbol={symbol} />
      </div>
      <Candles key={`${symbol} ${period}`} symbol={symbol} decimals={decimals} period={period} marks={marks} />
    </section>
  );
}

/** The tick of the current price; links to everything known about it. */
function LiveTick({ symbol }: { symbol: string }) {
  const { t } = useWords();
  const slot = useQuotePart(symbol, (quote) => quote.slot);
  const paused = useTape((tape) => tape.paused !== undefined);
  if (slot === undefined) return null;
  return (
    <Link to={`/market?symbol=${symbol}`} className={classes(styles.tick, paused && styles.still)}>
      {t(paused ? 'market.lastTick' : 'market.liveTick', { number: tickNumber(slot) })}
    </Link>
  );
}

type CandlesProps = Pick<PriceChartProps, 'symbol' | 'decimals' | 'period' | 'marks'>;

function Candles({ symbol, decimals, period, marks }: CandlesProps) {
  const { t } = useWords();
  const { candles, loadOlder, isPending, error, reload } = useCandles(symbol, period);
  const paused = useTape((tape) => tape.paused !== undefined);
  const last = candles.at(-1);
  if (!last && !isPending) {
    if (!error) return <Empty level={3} title={t('chart.none')} text={t('chart.noneText')} />;
    return <ErrorState title={t('chart.failed')} detail={sentenceOf(error)} onRetry={() => void reload()} />;
  }
  const waiting = <div className={styles.waiting}>{<Skeleton height={186} radius={0} />}</div>;
  // Two candles alone would fill the chart, and jump when the others load.
  if (!last || isPending) return waiting;
  const label = t('chart.words', {
    symbol,
    period: periodText(period),
    count: candles.length,
    from: formatTime(candles[0]!.time),
    price: formatDecimal(last.close, decimals),
  });
  return (
    <div className={classes(paused && styles.paused)}>
      <Part failed={t('chart.failed')} waiting={waiting}>
        <CandleChart
          candles={candles}
          precision={decimals}
          seconds={periods[period]}
          label={label}
          marks={marks}
          ahead
          onNeedOlder={loadOlder}
        />
      </Part>
    </div>
  );
}
