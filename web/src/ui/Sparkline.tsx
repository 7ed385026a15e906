import { classes } from '@glasshouse/kit/classes.ts';
import type { Direction } from '@glasshouse/kit/format.ts';
import styles from './Sparkline.module.css';

type SparklineProps = { values: readonly number[]; direction: Direction; width?: number; height?: number };

const edge = 3;

function pointsOf(values: readonly number[], width: number, height: number) {
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const step = (width - 2 * edge) / Math.max(1, values.length - 1);
  return values.map((value, at) => ({
    x: (edge + at * step).toFixed(1),
    y: (height - edge - ((value - low) / span) * (height - 2 * edge)).toFixed(1),
  }));
}

/** The price over a day: no axis, a dot at the end. Decoration next to the figures. */
export function Sparkline({ values, direction, width = 72, height = 28 }: SparklineProps) {
  const points = pointsOf(values, width, height);
  const end = points.at(-1);
  return (
    <svg
      className={classes(styles.spark, styles[direction])}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      <path d={`M${points.map(({ x, y }) => `${x} ${y}`).join('L')}`} />
      {end && <circle cx={end.x} cy={end.y} r="2" />}
    </svg>
  );
}
