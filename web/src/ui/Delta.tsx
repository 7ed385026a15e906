import { classes } from '@glasshouse/kit/classes.ts';
import { type Direction, directionOf, formatDecimal, formatSigned } from '@glasshouse/kit/format.ts';
import { useWords } from '../lib/words.tsx';
import styles from './Delta.module.css';

type DeltaProps = {
  /** A change in money or price, a change in percent, or both; decimal strings. */
  value?: string | undefined;
  percent?: string | undefined;
  decimals?: number;
  pill?: boolean;
  arrow?: boolean;
};

const arrows = { up: 'M4 1 7.5 7h-7z', down: 'M4 7 .5 1h7z' };

/** A change: sign, arrow and color agree, and screen readers say "up 1.24 percent". */
export function Delta({ value, percent, decimals = 2, pill = false, arrow = true }: DeltaProps) {
  const way = directionOf(value ?? percent ?? '0', value === undefined ? 2 : decimals);
  const shown = [
    value !== undefined && formatSigned(value, decimals),
    percent !== undefined && (value === undefined ? `${formatSigned(percent)}%` : `(${formatSigned(percent)}%)`),
  ];
  return (
    <span className={classes(styles.delta, styles[way], pill && styles.pill)}>
      {arrow && way !== 'flat' && (
        <svg className={styles.arrow} viewBox="0 0 8 8" aria-hidden="true">
          <path d={arrows[way]} />
        </svg>
      )}
      <span aria-hidden="true">{shown.filter(Boolean).join(' ')}</span>
      <Spoken way={way} value={value} percent={percent} decimals={decimals} />
    </span>
  );
}

const bare = (figure: string, decimals: number) => formatDecimal(figure.replace(/^[+-]/, ''), decimals);

type SpokenProps = { way: Direction; value: string | undefined; percent: string | undefined; decimals: number };

function Spoken({ way, value, percent, decimals }: SpokenProps) {
  const { t } = useWords();
  const parts = [
    value !== undefined && bare(value, decimals),
    percent !== undefined && t('ui.percentWords', { value: bare(percent, 2) }),
  ];
  const words = parts.filter(Boolean).join(', ');
  const key = { up: 'ui.upBy', down: 'ui.downBy', flat: 'ui.unchanged' } as const;
  return <span className="vh">{t(key[way], { value: words })}</span>;
}
