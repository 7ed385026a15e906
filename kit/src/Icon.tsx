import { type CSSProperties, useSyncExternalStore } from 'react';
import { classes } from './classes.ts';
import styles from './Icon.module.css';
import { core } from './icons/core.ts';
import type { rest } from './icons/rest.ts';

export type IconName = keyof typeof core | keyof typeof rest;

type Shapes = Partial<Record<IconName, string>>;
let shapes: Shapes = core;
let isRequested = false;
const waiting = new Set<() => void>();

async function fetchRest() {
  isRequested = true;
  try {
    const { rest } = await import('./icons/rest.ts');
    shapes = { ...core, ...rest };
  } catch {
    // Offline, labels appear without icons, and the next icon retries.
    isRequested = false;
  }
  for (const wake of waiting) wake();
}

function subscribe(wake: () => void) {
  waiting.add(wake);
  return () => {
    waiting.delete(wake);
  };
}

function outlineOf(name: IconName) {
  const outline = shapes[name];
  if (outline === undefined && !isRequested) void fetchRest();
  return outline;
}

// Small icons need a heavier line to look as strong as large ones.
const strokes = { 14: 2.2, 16: 2, 18: 1.9, 20: 1.75, 24: 1.75 } as const;

type IconProps = { name: IconName; size?: keyof typeof strokes; fill?: boolean; className?: string | undefined };

/** An icon from our own set; always decoration next to a text. */
export function Icon({ name, size = 24, fill = false, className }: IconProps) {
  const outline = useSyncExternalStore(subscribe, () => outlineOf(name));
  return (
    <svg
      className={classes(styles.icon, fill && styles.fill, className)}
      style={{ '--size': size } as CSSProperties}
      viewBox="0 0 24 24"
      strokeWidth={strokes[size]}
      aria-hidden="true"
    >
      <path d={outline} />
    </svg>
  );
}
