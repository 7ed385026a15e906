import { classes } from '@glasshouse/kit/classes.ts';
import { type CSSProperties, type ReactNode, useId } from 'react';
import styles from './Payoff.module.css';
import { type PayoffData, placesOf, spanOf } from './payoff.ts';

type PayoffProps = {
  data: PayoffData;
  /** The text alternative of the chart. */
  label: string;
  small?: boolean;
  /** The tag above the price, and the labels at the ends of the line and below it. */
  tag?: string;
  loss?: string;
  gain?: string;
  strike?: ReactNode;
  even?: ReactNode;
  /** The color of the point at the price. */
  tone?: 'up' | 'down' | 'neutral' | undefined;
};

const lineOf = (places: readonly { x: number; y: number }[]) =>
  places.map(({ x, y }, i) => `${i ? 'L' : 'M'}${x.toFixed(2)} ${y.toFixed(2)}`).join('');
/** Percentage of the width below which no label fits next to the line. */
const tooNarrow = 20;
const at = ({ x, y }: { x: number; y: number }) => ({ left: `${x}%`, top: `${y}%` });

/** Keeps a tag near an edge inside the chart. */
const tagShift = (x: number) => (x < 22 ? '-10%' : x > 78 ? '-90%' : '-50%');

/** The result of an option by the price at its end: a line that never goes below the premium paid. */
export function Payoff({ data, label, small = false, tag, loss, gain, strike, even, tone }: PayoffProps) {
  const { line, zero, even: level, x, at: placeAt } = placesOf(data, spanOf(data));
  const now = small ? placeAt(data.strike) : placeAt(data.now, data.sold);
  const isCall = data.side === 'call';
  const [gains, loses] = isCall ? [100 - level.x, x(data.strike)] : [level.x, 100 - x(data.strike)];
  return (
    <div
      className={classes(styles.payoff, small && styles.small, isCall ? styles.rises : styles.falls)}
      role="img"
      aria-label={label}
    >
      {tag && (
        <span
          className={styles.tag}
          style={{ '--at': `${now.x}%`, '--by': tagShift(now.x) } as CSSProperties}
          aria-hidden="true"
        >
          <span>{tag}</span>
        </span>
      )}
      <div className={styles.picture} aria-hidden="true">
        <Shapes line={line} zero={zero} now={tag === undefined ? undefined : now.x} />
        <i className={styles.even} style={at(level)} />
        <i className={classes(styles.now, tone && styles[tone])} style={at(now)} />
        {loss && loses >= tooNarrow && (
          <span className={styles.loss} style={{ top: `${line[isCall ? 0 : 2]!.y}%`, maxWidth: `${loses}%` }}>
            {loss}
          </span>
        )}
        {gain && gains >= tooNarrow && (
          <span className={styles.gain} style={{ top: `${zero}%`, maxWidth: `${gains}%` }}>
            {gain}
          </span>
        )}
      </div>
      {!small && (
        <div className={styles.axis} aria-hidden="true">
          {data.likely && <i style={{ left: `${x(data.likely.low)}%`, right: `${100 - x(data.likely.high)}%` }} />}
        </div>
      )}
      {(strike || even) && (
        <p
          className={styles.names}
          style={{ '--split': `${(x(data.strike) + level.x) / 2}%` } as CSSProperties}
          aria-hidden="true"
        >
          <span>{isCall ? strike : even}</span>
          <span>{isCall ? even : strike}</span>
        </p>
      )}
    </div>
  );
}

type ShapesProps = { line: { x: number; y: number }[]; zero: number; now: number | undefined };

function Shapes({ line, zero, now }: ShapesProps) {
  const id = useId();
  const area = `${lineOf(line)}L100 ${zero}L0 ${zero}z`;
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <clipPath id={`${id}a`}>
        <rect width="100" height={zero} />
      </clipPath>
      <clipPath id={`${id}b`}>
        <rect y={zero} width="100" height={100 - zero} />
      </clipPath>
      <path className={styles.ahead} clipPath={`url(#${id}a)`} d={area} />
      <path className={styles.behind} clipPath={`url(#${id}b)`} d={area} />
      <path className={styles.zero} d={`M0 ${zero}H100`} />
      {now !== undefined && <path className={styles.at} d={`M${now} 0V100`} />}
      <path className={styles.line} d={lineOf(line)} />
    </svg>
  );
}
