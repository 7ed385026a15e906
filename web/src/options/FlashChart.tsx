import { classes } from '@glasshouse/kit/classes.ts';
import { formatDecimal, formatTime } from '@glasshouse/kit/format.ts';
import { tickNumber } from '@glasshouse/kit/tick-number.ts';
import { msOf } from '@glasshouse/protocol/market/tape';
import type { OptionOrder } from '@glasshouse/protocol/options/calls';
import { useTape } from '../lib/quotes.ts';
import { useCandles } from '../lib/use-candles.ts';
import { t, useWords } from '../lib/words.tsx';
import { axisOf, type Cone, coneOf, endAt, nowAt, placeIn, type Tick } from './cone.ts';
import styles from './FlashChart.module.css';
import { coinOf, wayOf } from './quote-facts.ts';

type FlashChartProps = {
  symbol: string;
  decimals: number;
  seconds: number;
  now: Tick;
  /** Annualized, in millionths. */
  volatility: number;
  /** The prices at which a call and a put break even; `undefined` while unknown. */
  even: { call: string; put: string } | undefined;
  /** Open options of this life, with strike and end. */
  open: readonly OptionOrder[];
};

const percent = (x: number) => `${x.toFixed(2)}%`;
const lineOf = (places: readonly { x: number; y: number }[]) =>
  places.map(({ x, y }, i) => `${i ? 'L' : 'M'}${x.toFixed(2)} ${y.toFixed(2)}`).join('');

/** The price so far, its likely range, and where a call or a put bought now would gain. */
export function FlashChart({ symbol, decimals, seconds, now, volatility, even, open }: FlashChartProps) {
  const { t } = useWords();
  const paused = useTape((tape) => tape.paused !== undefined);
  const { candles } = useCandles(symbol, seconds <= 180 ? '1s' : '5s');
  const levels = [...(even ? [even.call, even.put] : []), ...open.map(({ strike }) => strike)].map(Number);
  const cone = coneOf(candles, now, seconds, volatility, levels);
  const place = placeIn(cone);
  const call = even && place({ time: cone.to, price: Number(even.call) }).y;
  const put = even && place({ time: cone.to, price: Number(even.put) }).y;
  const label = even
    ? t('option.chart', { symbol, price: formatDecimal(now.price, decimals), ...evenText(even, decimals) })
    : symbol;
  const marks = open.map(({ id, side, strike, headSlot, dueSlot }) => {
    const at = (slot: number) => place({ time: msOf(slot) / 1000, price: Number(strike) });
    return { id, way: styles[wayOf(side)], entry: at(headSlot), end: at(dueSlot) };
  });
  return (
    <div
      className={classes(styles.chart, paused && styles.paused)}
      role="img"
      aria-label={[label, ...open.map(markText)].join(' ')}
    >
      <div className={styles.head} aria-hidden="true">
        <span>{t('orders.tick', { number: tickNumber(now.slot) })}</span>
        <b style={{ left: percent(endAt) }}>{formatTime(msOf(now.slot) + seconds * 1000, 'time')}</b>
      </div>
      <div className={styles.picture} aria-hidden="true">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <rect className={styles.future} x={nowAt} width={100 - nowAt} height="100" />
          {axisOf(cone).map(({ level, y }) => (
            <path key={level} className={styles.grid} d={`M0 ${y}H100`} />
          ))}
          <path className={styles.cone} d={`${lineOf([...cone.upper, ...cone.lower.toReversed()].map(place))}z`} />
          <path className={styles.level} d={`M${nowAt} ${place(cone.now).y}H100`} />
          <path className={styles.line} d={lineOf(cone.path.map(place))} />
          {marks.map(({ id, way, entry, end }) => (
            <path key={id} className={classes(styles.mark, way)} d={lineOf([entry, end])} />
          ))}
          {call !== undefined && put !== undefined && (
            <>
              <path className={styles.up} d={`M${endAt} 3V${Math.max(3, call)}`} />
              <path className={styles.between} d={`M${endAt} ${call}V${put}`} />
              <path className={styles.down} d={`M${endAt} ${Math.min(97, put)}V97`} />
            </>
          )}
        </svg>
        {marks.map(({ id, way, entry }) => (
          <i
            key={id}
            className={classes(styles.entry, way)}
            style={{ left: percent(entry.x), top: percent(entry.y) }}
          />
        ))}
        <i style={{ left: percent(nowAt), top: percent(place(cone.now).y) }} />
        {even && <span className={styles.callGains}>{t('option.callGains')}</span>}
        {even && <span className={styles.putGains}>{t('option.putGains')}</span>}
      </div>
      <Axis cone={cone} decimals={decimals} now={now} />
      <div className={styles.foot} aria-hidden="true">
        {[0, 0.5].map((part) => (
          <span key={part}>
            {clockText(Math.round(cone.from + part * (cone.now.time - cone.from)) * 1000, seconds)}
          </span>
        ))}
        <span>{t('option.cone')}</span>
      </div>
    </div>
  );
}

/** Seconds are shown only if the chart covers a few minutes. */
const clockText = (at: number, seconds: number) => formatTime(at, 'time').slice(0, seconds < 180 ? 8 : 5);

const evenText = ({ call, put }: { call: string; put: string }, decimals: number) => ({
  call: formatDecimal(call, decimals),
  put: formatDecimal(put, decimals),
});

const markText = ({ symbol, side, strike }: OptionOrder) =>
  `${t(`option.${side}`)}, ${t('option.strike')} ${formatDecimal(strike, coinOf(symbol).decimals)}.`;

/** Round prices next to the chart, and the newest price at its height. */
function Axis({ cone, decimals, now }: { cone: Cone; decimals: number; now: Tick }) {
  return (
    <div className={styles.axis} aria-hidden="true">
      {axisOf(cone).map(({ level, label }) => (
        <span key={level} style={{ top: percent(label) }}>
          {formatDecimal(level.toFixed(decimals), decimals)}
        </span>
      ))}
      <b style={{ top: percent(placeIn(cone)(cone.now).y) }}>{formatDecimal(now.price, decimals)}</b>
    </div>
  );
}
