import type {
  IPrimitivePaneRenderer,
  ISeriesPrimitive,
  Logical,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts';
import { serverNow } from '../lib/server-clock.ts';
import { t } from '../lib/words.tsx';
import { token } from './chart-look.ts';

/** The start of each candle, oldest first, and the length of one; all in seconds. */
type Bars = { times: readonly number[]; seconds: number };

/** The position of a time among the candles: integers are their middles, and the future continues at the same pace. */
export function placeOf(time: number, { times, seconds }: Bars): number {
  const index = times.findLastIndex((start) => start <= time);
  const start = times[index];
  return start === undefined ? -1 : index + (time - start) / seconds - 0.5;
}

/**
 * An open position with its entry time, price, end and direction; or a trade, which has no end. Times are in seconds.
 */
export type ChartMark = {
  id: string;
  direction: 'up' | 'down';
  at: number;
  price: string;
  until?: number | undefined;
};
type Spot = ChartMark & { x: number; y: number; end: number | undefined; left: number };
type Open = Spot & { end: number };
const isOpen = (spot: Spot): spot is Open => spot.end !== undefined;
type Target = Parameters<IPrimitivePaneRenderer['draw']>[0];

/**
 * Draws positions and trades over the candles, and with `ahead` the near future. They stay in place as the chart moves.
 */
export function openMarks(seconds: number, ahead: boolean) {
  let own: SeriesAttachedParameter<Time, 'Candlestick'> | undefined;
  let bars: Bars = { times: [], seconds };
  let marks: readonly ChartMark[] = [];
  // The chart only knows the middles of entire candles; positions in between are interpolated.
  const middleOf = (index: number) => own?.chart.timeScale().logicalToCoordinate(index as Logical) ?? null;
  const xOf = (time: number) => {
    const place = placeOf(time, bars);
    const [left, right] = [middleOf(Math.floor(place)), middleOf(Math.floor(place) + 1)];
    return left === null || right === null ? null : left + (place - Math.floor(place)) * (right - left);
  };
  const spots = (): Spot[] =>
    marks.flatMap((mark) => {
      const { at, price, until } = mark;
      const [x, y] = [xOf(at), own?.series.priceToCoordinate(Number(price)) ?? null];
      const end = until === undefined ? undefined : xOf(until);
      const left = Math.max(0, Math.ceil((until ?? 0) - serverNow() / 1000));
      return x === null || y === null || end === null ? [] : [{ ...mark, x, y, end, left }];
    });
  const view = (zOrder: 'bottom' | 'top', draw: (context: CanvasRenderingContext2D, size: Size) => void) => ({
    zOrder: () => zOrder,
    renderer: () => ({
      draw: (target: Target) =>
        target.useMediaCoordinateSpace(({ context, mediaSize }) => {
          if (bars.times.length > 0) draw(context, mediaSize);
        }),
    }),
  });
  const future = view('bottom', (context, size) => shadeFuture(context, xOf(serverNow() / 1000) ?? size.width, size));
  const views = [...(ahead ? [future] : []), view('top', (context, size) => drawMarks(context, spots(), size))];
  const primitive: ISeriesPrimitive<Time> = {
    attached: (parts) => {
      own = parts as SeriesAttachedParameter<Time, 'Candlestick'>;
    },
    detached: () => {
      own = undefined;
    },
    paneViews: () => views,
    // Every open level should be visible, also if the price has moved away from it.
    autoscaleInfo: () => {
      const prices = marks.filter(({ until }) => until !== undefined).map(({ price }) => Number(price));
      if (prices.length === 0) return null;
      return { priceRange: { minValue: Math.min(...prices), maxValue: Math.max(...prices) } };
    },
  };
  return {
    primitive,
    show: (shown: readonly ChartMark[], times: readonly number[]) => {
      marks = shown;
      bars = { times, seconds };
      own?.requestUpdate();
    },
    /** Moves the shade and the seconds as time passes. */
    move: () => own?.requestUpdate(),
  };
}

type Size = { width: number; height: number };

function shadeFuture(context: CanvasRenderingContext2D, now: number, { width, height }: Size): void {
  context.fillStyle = token('surface-2');
  context.globalAlpha = 0.55;
  context.fillRect(now, 0, Math.max(0, width - now), height);
  context.globalAlpha = 1;
}

const labelTop = 14;
const labelHeight = 13;
const labelGap = 4;

function drawMarks(context: CanvasRenderingContext2D, spots: readonly Spot[], size: Size): void {
  context.font = `600 11px ${getComputedStyle(document.body).fontFamily}`;
  context.textAlign = 'center';
  // Labels of ends that are close together alternate between two rows.
  const rows = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const spot of spots.filter(isOpen).toSorted((a, b) => a.end - b.end)) {
    drawLevel(context, spot, size);
    if (spot.end > size.width) continue;
    const words = t('ui.seconds', { seconds: spot.left });
    const half = context.measureText(words).width / 2;
    const x = Math.min(spot.end, size.width - half);
    const row = rows.findIndex((edge) => x - half > edge + labelGap);
    drawEnd(context, spot.end, labelTop + labelHeight * Math.max(0, row) + 6, size);
    if (row < 0) continue;
    rows[row] = x + half;
    context.fillStyle = token('text-2');
    context.fillText(words, x, labelTop + labelHeight * row);
  }
  for (const spot of spots) drawEntry(context, spot);
}

function drawLevel(context: CanvasRenderingContext2D, { x, y, end, direction }: Open, { width }: Size): void {
  context.strokeStyle = token(direction);
  context.lineWidth = 1.25;
  context.setLineDash([4, 3]);
  line(context, x, y, Math.min(end, width), y);
}

function drawEnd(context: CanvasRenderingContext2D, x: number, top: number, { height }: Size): void {
  context.strokeStyle = token('text-3');
  context.lineWidth = 1.5;
  context.lineCap = 'round';
  context.setLineDash([0.5, 3.5]);
  line(context, x, top, x, height);
  context.lineCap = 'butt';
}

function line(context: CanvasRenderingContext2D, x: number, y: number, toX: number, toY: number): void {
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(toX, toY);
  context.stroke();
  context.setLineDash([]);
}

// The arrow shows the direction without relying on color.
function drawEntry(context: CanvasRenderingContext2D, { x, y, direction }: Spot): void {
  context.beginPath();
  context.arc(x, y, 6.5, 0, 2 * Math.PI);
  context.fillStyle = token(direction);
  context.fill();
  context.lineWidth = 1.5;
  context.strokeStyle = token('surface');
  context.stroke();
  const way = direction === 'up' ? -1 : 1;
  context.beginPath();
  context.moveTo(x, y + 2.8 * way);
  context.lineTo(x + 3, y - 1.8 * way);
  context.lineTo(x - 3, y - 1.8 * way);
  context.closePath();
  context.fillStyle = token('surface');
  context.fill();
}
