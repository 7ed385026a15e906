import { classes } from '@glasshouse/kit/classes.ts';
import type { ComponentProps } from 'react';
import styles from './Card.module.css';

type CardProps = ComponentProps<'section'> & { pad?: boolean; line?: boolean };

/** A card on the page. `pad` adds padding, `line` an outline instead of a shadow. */
export function Card({ pad, line, className, ...rest }: CardProps) {
  return <section {...rest} className={classes(styles.card, pad && styles.pad, line && styles.line, className)} />;
}
