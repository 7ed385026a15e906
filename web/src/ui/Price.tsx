import { classes } from '@glasshouse/kit/classes.ts';
import { formatDecimal } from '@glasshouse/kit/format.ts';
import { compareDecimal } from '@glasshouse/protocol/decimal';
import { useState } from 'react';
import styles from './Price.module.css';

type PriceProps = {
  /** A decimal string. */
  value: string;
  /** The pair's number of decimals. */
  precision: number;
  /** The user's setting for flashing changes; the device's reduced-motion setting applies as well. */
  flash?: boolean;
  size?: 'text' | 'live';
  /** Prices are paused: the figure turns gray. */
  paused?: boolean;
};

/** A price that is tinted briefly when it changes. It isn't a live region: ticks are not announced. */
export function Price({ value, precision, flash = true, size = 'text', paused = false }: PriceProps) {
  const [seen, setSeen] = useState({ value, change: 0, turn: 0 });
  if (seen.value !== value) setSeen({ value, change: compareDecimal(value, seen.value), turn: seen.turn + 1 });
  const tint = seen.change > 0 ? styles.rose : seen.change < 0 && styles.fell;
  const text = formatDecimal(value, precision);
  // Alternates between two identical animations: a new name restarts the tint without a new element.
  return (
    <span
      data-text={text}
      data-odd={seen.turn % 2 || undefined}
      className={classes(styles.price, size === 'live' && styles.live, flash && tint, paused && styles.paused)}
    >
      {text}
    </span>
  );
}
