import { classes } from '@glasshouse/kit/classes.ts';
import { formatDecimal, formatTime } from '@glasshouse/kit/format.ts';
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
import styles from './CandleChart.module.css';
import { hasGrown } from './chart-growth.ts';
import { chartLook, whenLookChanges } from './chart-look.ts';
import { type ChartMark, openMarks } from './chart-marks.ts';

/** Decimal strings; `time` is in seconds. Only drawing converts them to floats. */
export type ChartCandle = { time: number; open: string; high: string; low: string; close: string };

type CandleChartProps = {
  candles: readonly ChartCandle[];
  precision: number;
  /** Seconds per candle: the axis shows seconds for short candles and dates for long ones. */
  seconds: number;
  /** The text alternative of the chart. */
  label: string;
  /** Positions and trades, drawn over the candles. */
  marks?: readonly ChartMark[] | undefined;
  /** A lower chart that also shows the near future, in which open positions end. */
  ahead?: boolean;
  /** Called near the left edge. */
  onNeedOlder: () => void;
  /** The time of the candle under the crosshair; `undefined` if there is none. */
  onPoint?: (time: number | undefined) => void;
};

const barOf = ({ time, open, high, low, close }: ChartCandle): CandlestickData<UTCTimestamp> => ({
  time: time as UTCTimestamp,
  open: Number(open),
  high: Number(high),
  low: Number(low),
  close: Number(close),
});

/** Times for short candles, dates for long ones, in the user's time zone. */
function axisText(time: number, kind: number, seconds: number): string {
  const [date = '', clock = ''] = formatTime(time * 1000).split(' ');
  if (kind <= 2 || seconds >= 86_400) return date.slice(5);
  return kind === 4 ? clock : clock.slice(0, 5);
}

// The part of the chart to the right of the newest candle.
const room = { rightOffset: 4, barSpacing: 7 };
const roomAhead = { rightOffset: 13, barSpacing: 6 };

const priceFormatOf = (precision: number) => ({ type: 'price', precision, minMove: 10 ** -precision }) as const;

function openChart(box: HTMLElement, precision: number, seconds: number, ahead: boolean) {
  const look = chartLook();
  const priceText = (price: number) => formatDecimal(price.toFixed(precision), precision);
  const chart = createChart(box, {
    autoSize: true,
    ...look.chart,
    layout: { ...look.chart.layout, attributionLogo: false },
    crosshair: { ...look.chart.crosshair, mode: CrosshairMode.Normal },
    rightPriceScale: { borderVisible: false, scaleMargins: { top: ahead ? 0.18 : 0.08, bottom: 0.08 } },
    timeScale: {
      borderVisible: false,
      ...(ahead ? roomAhead : room),
      timeVisible: true,
      secondsVisible: seconds < 60,
      tickMarkFormatter: (time: Time, kind: number) => axisText(time as number, kind, seconds),
    },
    localization: {
      priceFormatter: priceText,
      // Leaves out axis labels that the label of the newest price would half cover.
      tickmarksPriceFormatter: (prices: number[]) => {
        const label = series.data().at(-1);
        const at = label && 'close' in label ? series.priceToCoordinate(label.close) : null;
        const isFree = (y: number | null) =>
          at === null || y === null || Math.abs(y - at) > look.chart.layout.fontSize * 1.5;
        return prices.map((price) => (isFree(series.priceToCoordinate(price)) ? priceText(price) : ''));
      },
      timeFormatter: (time: Time) => formatTime((time as number) * 1000),
    },
    // Vertical swipes and the wheel scroll the page.
    handleScroll: { vertTouchDrag: false, mouseWheel: false },
    handleScale: { mouseWheel: false },
  });
  const series = chart.addSeries(CandlestickSeries, { ...look.series, priceFormat: priceFormatOf(precision) });
  return { chart, series };
}

/** Adds only the new candles if the list has grown at its end; otherwise redraws all. */
function draw(series: ISeriesApi<'Candlestick'>, before: readonly ChartCandle[], candles: readonly ChartCandle[]) {
  if (!hasGrown(before, candles)) return series.setData(candles.map(barOf));
  const last = before.at(-1)!.time;
  for (const candle of candles.slice(before.length - 2)) series.update(barOf(candle), candle.time < last);
}

type ChartState = {
  chart: IChartApi;
  series: ISeriesApi<'Candlestick'>;
  layer: ReturnType<typeof openMarks> | undefined;
  candles: readonly ChartCandle[];
};

/** A live candle chart. Its code is large, so pages load it on demand. */
export function CandleChart(props: CandleChartProps) {
  const { candles, precision, seconds, label, marks, ahead = false, onNeedOlder, onPoint } = props;
  const box = useRef<HTMLDivElement>(null);
  const drawn = useRef<ChartState>(null);
  const calls = useRef({ onNeedOlder, onPoint });
  const isMarked = marks !== undefined;
  useEffect(() => {
    calls.current = { onNeedOlder, onPoint };
  });
  useEffect(() => {
    const { chart, series } = openChart(box.current!, precision, seconds, ahead);
    const layer = isMarked ? openMarks(seconds, ahead) : undefined;
    if (layer) series.attachPrimitive(layer.primitive);
    const moving = layer && setInterval(layer.move, 1000);
    drawn.current = { chart, series, layer, candles: [] };
    chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      if (range && range.from < 30 && drawn.current?.candles.length) calls.current.onNeedOlder();
    });
    chart.subscribeCrosshairMove(({ time }) => calls.current.onPoint?.(time as number | undefined));
    const unwatch = whenLookChanges(() => {
      const look = chartLook();
      chart.applyOptions(look.chart);
      series.applyOptions(look.series);
    });
    return () => {
      unwatch();
      clearInterval(moving);
      drawn.current = null;
      chart.remove();
    };
  }, [precision, seconds, ahead, isMarked]);
  useEffect(() => {
    const own = drawn.current;
    if (!own || own.candles === candles) return;
    draw(own.series, own.candles, candles);
    // The library caches the axis labels while the range is unchanged, but the label of the newest price has moved.
    own.series.applyOptions({ priceFormat: priceFormatOf(precision) });
    own.candles = candles;
  });
  useEffect(() => {
    if (!marks) return;
    drawn.current?.layer?.show(
      marks,
      candles.map(({ time }) => time),
    );
  }, [marks, candles]);
  return <div ref={box} className={classes(styles.chart, ahead && styles.low)} role="img" aria-label={label} />;
}
