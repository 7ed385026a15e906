import styles from './LineChart.module.css';

export type Point = { label: string; size: number };

const [width, height] = [600, 150];

/** One figure over time, starting at zero. The table next to it has the exact numbers. */
export function LineChart({ points, label }: { points: readonly Point[]; label: string }) {
  const sizes = points.map(({ size }) => size);
  const [least, most] = [Math.min(0, ...sizes), Math.max(0, ...sizes)];
  // Without data, draw a line at zero and no scale.
  const span = most - least || 1;
  const x = (i: number) => (points.length < 2 ? width : (i / (points.length - 1)) * width);
  const y = (size: number) => height - 4 - ((size - least) / span) * (height - 12);
  const line = points.map(({ size }, i) => `${i === 0 ? 'M' : 'L'}${x(i).toFixed(1)} ${y(size).toFixed(1)}`).join('');
  return (
    <div>
      <span className={styles.most} aria-hidden="true">
        {most > 0 && most}
      </span>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {(most > least ? [0.25, 0.5, 0.75, 1] : []).map((share) => (
          <line
            key={share}
            className={styles.grid}
            x1="0"
            x2={width}
            y1={y(least + (most - least) * share)}
            y2={y(least + (most - least) * share)}
          />
        ))}
        {points.length > 1 && <path className={styles.area} d={`${line}L${width} ${y(0)}L0 ${y(0)}z`} />}
        <path className={styles.line} d={line} />
      </svg>
      <div className={styles.axis} aria-hidden="true">
        <span>{points[0]?.label}</span>
        <span>{points.at(-1)?.label}</span>
      </div>
    </div>
  );
}
