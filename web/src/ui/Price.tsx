import { classes } from '@glasshouse/kit/classes.ts';
import { formatDecimal } from '@glasshouse/kit/format.ts';
import { compareDecimal } from '@glasshouse/protocol/decimal';
import { useState } from 'react';
import styles from './Price.module.css';

type PriceProps = {
  /** A decimal string. */
  value: string;
  /** The pair's own number of decimals. */
  precision: number;
  /** The user's choice to see changes flash; the device's wish for less motion is honoured besides. */
  flash?: boolean;
  size?: 'text' | 'live';
  /** Prices have stopped: the figure goes grey. */
  paused?: boolean;
};

/** A price that tints for a moment when it changes. It is not a live region: ticks are not read out. */
export function Price({ value, precision, flash = true, size = 'text', paused = false }: PriceProps) {
  const [seen, setSeen] = useState({ value, change: 0, turn: 0 });
  if (seen.value !== value) setSeen({ value, change: compareDecimal(value, seen.value), turn: seen.turn + 1 });
  const tint = seen.change > 0 ? styles.rose : seen.change < 0 && styles.fell;
  const text = formatDecimal(value, precision);
  // Two animations that look the same take turns: a new name starts the tint again without a new element.
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
