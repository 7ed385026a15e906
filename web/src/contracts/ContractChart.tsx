import { classes } from '@glasshouse/kit/classes.ts';
import { formatDecimal, formatTime } from '@glasshouse/kit/format.ts';
import { tickNumber } from '@glasshouse/kit/tick-number.ts';
import type { Order } from '@glasshouse/protocol/contracts/calls';
import { type Period, periods } from '@glasshouse/protocol/market/candle-periods';
import { msOf } from '@glasshouse/protocol/market/tape';
import { useMemo } from 'react';
import { useAccount } from '../lib/account.ts';
import { sentenceOf } from '../lib/call.ts';
import { lazily } from '../lib/lazily.ts';
import { periodText } from '../lib/period-words.ts';
import { useTape } from '../lib/quotes.ts';
import { Link } from '../lib/router.tsx';
import { useCandles } from '../lib/use-candles.ts';
import { useQuotePart } from '../lib/use-quotes.ts';
import { useWords } from '../lib/words.tsx';
import { useOpenPractice } from '../trading/practice/kept.ts';
import { Part } from '../ui/Boundary.tsx';
import { Empty } from '../ui/Empty.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import styles from './ContractChart.module.css';
import { choose, useChoices } from './choices.ts';
import { usePositions } from './positions.ts';

const CandleChart = lazily(async () => (await import('../ui/CandleChart.tsx')).CandleChart);
const names = ['1s', '5s', '15s', '1m', '5m'] as const satisfies Period[];

type ChartProps = { symbol: string; decimals: number };

/** The candles of a coin with the user's open positions in them. */
export function ContractChart({ symbol, decimals }: ChartProps) {
  const { t } = useWords();
  const chosen = useChoices((choices) => choices.period);
  const period = names.find((name) => name === chosen) ?? '5s';
  return (
    <section aria-label={t('chart.label')}>
      <div className={styles.row}>
        <fieldset className={styles.periods} aria-label={t('chart.periods')}>
          {names.map((name) => (
            <button key={name} type="button" aria-pressed={name === period} onClick={() => choose({ period: name })}>
              {periodText(name)}
            </button>
          ))}
        </fieldset>
        <LiveTick symbol={symbol} />
      </div>
      <Candles key={`${symbol} ${period}`} symbol={symbol} decimals={decimals} period={period} />
    </section>
  );
}

/** Which tick the price is; leads to all that is known about it. */
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

const markOf = ({ id, direction, entry, dueSlot }: Order) =>
  entry
    ? [
        {
          id,
          direction: direction === 'long' ? ('up' as const) : ('down' as const),
          at: msOf(entry.slot) / 1000,
          price: entry.price,
          until: msOf(dueSlot) / 1000,
        },
      ]
    : [];

function useMarks(symbol: string) {
  const { user } = useAccount();
  const own = usePositions(user !== null).data?.orders;
  const practice = useOpenPractice();
  return useMemo(() => {
    const orders = user ? (own ?? []) : practice ? [practice] : [];
    return orders.filter((order) => order.symbol === symbol).flatMap(markOf);
  }, [user, own, practice, symbol]);
}

function Candles({ symbol, decimals, period }: ChartProps & { period: Period }) {
  const { t } = useWords();
  const { candles, loadOlder, isPending, error, reload } = useCandles(symbol, period);
  const paused = useTape((tape) => tape.paused !== undefined);
  const marks = useMarks(symbol);
  const last = candles.at(-1);
  if (!last && !isPending) {
    if (!error) return <Empty level={3} title={t('chart.none')} text={t('chart.noneText')} />;
    return <ErrorState title={t('chart.failed')} detail={sentenceOf(error)} onRetry={() => void reload()} />;
  }
  const waiting = <div className={styles.waiting}>{<Skeleton height={186} radius={0} />}</div>;
  // Two candles by themselves would fill the picture, and jump when the others come.
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
