import {
  type CandlestickData,
  CandlestickSeries,
  CrosshairMode,
  createChart,
  type IChartApi,
  type ISeriesApi,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import { formatDecimal, formatTime } from '../lib/format.ts';
import styles from './CandleChart.module.css';
import { chartLook, whenLookChanges } from './chart-look.ts';

/** Decimal strings; `time` is in seconds. Only the drawing turns them into floats. */
export type ChartCandle = { time: number; open: string; high: string; low: string; close: string };

type CandleChartProps = {
  candles: readonly ChartCandle[];
  precision: number;
  /** Seconds of one candle: short ones need seconds on the axis, long ones the date. */
  seconds: number;
  /** What the picture shows, in words. */
  label: string;
  /** Called near the left edge. */
  onNeedOlder: () => void;
  /** The candle under the crosshair by its time; undefined when there is none. */
  onPoint: (time: number | undefined) => void;
};

const barOf = ({ time, open, high, low, close }: ChartCandle): CandlestickData<UTCTimestamp> => ({
  time: time as UTCTimestamp,
  open: Number(open),
  high: Number(high),
  low: Number(low),
  close: Number(close),
});

/** Hours for short candles, days for long ones, in the reader's own time zone. */
function axisText(time: number, kind: number, seconds: number): string {
  const [date = '', clock = ''] = formatTime(time * 1000).split(' ');
  if (kind <= 2 || seconds >= 86_400) return date.slice(5);
  return kind === 4 ? clock : clock.slice(0, 5);
}

function openChart(box: HTMLElement, precision: number, seconds: number) {
  const look = chartLook();
  const priceText = (price: number) => formatDecimal(price.toFixed(precision), precision);
  const chart = createChart(box, {
    autoSize: true,
    ...look.chart,
    layout: { ...look.chart.layout, attributionLogo: false },
    crosshair: { ...look.chart.crosshair, mode: CrosshairMode.Normal },
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.08, bottom: 0.08 } },
    timeScale: {
      borderVisible: false,
      rightOffset: 4,
      barSpacing: 7,
      timeVisible: true,
      secondsVisible: seconds < 60,
      tickMarkFormatter: (time: Time, kind: number) => axisText(time as number, kind, seconds),
    },
    localization: { priceFormatter: priceText, timeFormatter: (time: Time) => formatTime((time as number) * 1000) },
    // A finger moving up or down, and the wheel, belong to the page.
    handleScroll: { vertTouchDrag: false, mouseWheel: false },
    handleScale: { mouseWheel: false },
  });
  const priceFormat = { type: 'price', precision, minMove: 10 ** -precision } as const;
  return { chart, series: chart.addSeries(CandlestickSeries, { ...look.series, priceFormat }) };
}

/** Draws only what is new when the list has grown at its end, and all of it otherwise. */
function draw(series: ISeriesApi<'Candlestick'>, before: readonly ChartCandle[], candles: readonly ChartCandle[]) {
  const added = candles.length - before.length;
  const grew = before.length > 1 && before[0]?.time === candles[0]?.time && added >= 0 && added <= 2;
  if (!grew) return series.setData(candles.map(barOf));
  const last = before.at(-1)!.time;
  for (const candle of candles.slice(before.length - 2)) series.update(barOf(candle), candle.time < last);
}

/** Candles that follow the tape. Its code is large: pages load it on demand. */
export function CandleChart({ candles, precision, seconds, label, onNeedOlder, onPoint }: CandleChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const drawn = useRef<{ chart: IChartApi; series: ISeriesApi<'Candlestick'>; candles: readonly ChartCandle[] }>(null);
  const calls = useRef({ onNeedOlder, onPoint });
  useEffect(() => {
    calls.current = { onNeedOlder, onPoint };
  });
  useEffect(() => {
    const { chart, series } = openChart(box.current!, precision, seconds);
    drawn.current = { chart, series, candles: [] };
    chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      if (range && range.from < 30 && drawn.current?.candles.length) calls.current.onNeedOlder();
    });
    chart.subscribeCrosshairMove(({ time }) => calls.current.onPoint(time as number | undefined));
    const unwatch = whenLookChanges(() => {
      const look = chartLook();
      chart.applyOptions(look.chart);
      series.applyOptions(look.series);
    });
    return () => {
      unwatch();
      drawn.current = null;
      chart.remove();
    };
  }, [precision, seconds]);
  useEffect(() => {
    const own = drawn.current;
    if (!own || own.candles === candles) return;
    draw(own.series, own.candles, candles);
    own.candles = candles;
  });
  return <div ref={box} className={styles.chart} role="img" aria-label={label} />;
}
