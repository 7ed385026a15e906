import { classes } from '@glasshouse/kit/classes.ts';
import { formatTime } from '@glasshouse/kit/format.ts';
import type { listCandles } from '@glasshouse/protocol/market/calls';
import { periods } from '@glasshouse/protocol/market/candle-periods';
import { msOf } from '@glasshouse/protocol/market/tape';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { call } from '../../lib/call.ts';
import { contractsKey } from '../positions.ts';
import { candlesFor, edges, type Point, placeIn, pointsOf } from './path.ts';
import styles from './ResultPath.module.css';
import type { EndedContract } from './results.ts';

type Tone = 'up' | 'down' | 'neutral';

/**
 * The path of the price from entry to exit. Stretches where the order was ahead and where it was behind have different
 * tints.
 */
export function ResultPath({ order, tone }: { order: EndedContract; tone: Tone }) {
  const { id, symbol, seconds, entry, exit, headSlot, dueSlot } = order;
  const { period, limit, around } = candlesFor(seconds);
  const from = msOf(entry?.slot ?? headSlot + 1) / 1000;
  const to = msOf(exit?.slot ?? dueSlot) / 1000;
  const { data } = useQuery({
    queryKey: [...contractsKey, 'path', id],
    queryFn: () =>
      call<typeof listCandles>('POST', '/index/market/candles', {
        symbol,
        period,
        limit,
        before: Math.ceil(to + around),
      }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });
  if (!data || data.candles.length === 0) return <div className={styles.picture} aria-hidden="true" />;
  const all = pointsOf(data.candles, periods[period]);
  const ends = [entry && { time: from, price: Number(entry.price) }, exit && { time: to, price: Number(exit.price) }];
  const middle = all.filter(({ time }) => time > from && time < to);
  const path = [ends[0], ...middle, ends[1]].filter((point): point is Point => Boolean(point));
  const before = [...all.filter(({ time }) => time <= from), ...path.slice(0, 1)];
  const after = [...path.slice(-1), ...all.filter(({ time }) => time >= to)];
  const prices = [...before, ...path, ...after].map(({ price }) => price);
  const frame = { from, to, low: Math.min(...prices), high: Math.max(...prices) };
  const place = (point: Point) => placeIn(frame, point);
  return (
    <Picture
      before={before.map(place)}
      path={path.map(place)}
      after={after.map(place)}
      entry={ends[0] ? place(ends[0]) : undefined}
      exit={ends[1] ? place(ends[1]) : undefined}
      favours={order.direction === 'long' ? 'up' : 'down'}
      tone={tone}
      times={[from, to]}
    />
  );
}

type Place = { x: number; y: number };
type PictureProps = {
  before: Place[];
  path: Place[];
  after: Place[];
  entry: Place | undefined;
  exit: Place | undefined;
  favours: 'up' | 'down';
  tone: Tone;
  times: [number, number];
};

const lineOf = (places: readonly Place[]) =>
  places.map(({ x, y }, i) => `${i ? 'L' : 'M'}${x.toFixed(2)} ${y.toFixed(2)}`).join('');
const at = ({ x, y }: Place) => ({ left: `${x}%`, top: `${y}%` });

function Picture({ before, path, after, entry, exit, favours, tone, times }: PictureProps) {
  const id = useId();
  const level = entry?.y ?? 50;
  const area = entry && `${lineOf(path)}L${path.at(-1)!.x} ${level}L${entry.x} ${level}z`;
  return (
    <figure className={styles.path} aria-hidden="true">
      <div className={styles.picture}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <clipPath id={`${id}a`}>
            <rect x="0" y="0" width="100" height={level} />
          </clipPath>
          <clipPath id={`${id}b`}>
            <rect x="0" y={level} width="100" height={100 - level} />
          </clipPath>
          <rect className={styles.span} x={edges.entry} y="0" width={edges.exit - edges.entry} height="100" />
          {area && (
            <path className={favours === 'up' ? styles.ahead : styles.behind} clipPath={`url(#${id}a)`} d={area} />
          )}
          {area && (
            <path className={favours === 'up' ? styles.behind : styles.ahead} clipPath={`url(#${id}b)`} d={area} />
          )}
          {entry && <path className={styles.level} d={`M0 ${level}H100`} />}
          <path className={styles.quiet} d={lineOf(before)} />
          <path className={styles.quiet} d={lineOf(after)} />
          <path className={styles.line} d={lineOf(path)} />
        </svg>
        {entry && <i className={styles.start} style={at(entry)} />}
        {exit && <i className={classes(styles.end, styles[tone])} style={at(exit)} />}
      </div>
      <figcaption className={styles.times}>
        <span style={{ left: `${edges.entry}%` }}>{formatTime(times[0] * 1000, 'time')}</span>
        <span>{formatTime(times[1] * 1000, 'time')}</span>
      </figcaption>
    </figure>
  );
}
