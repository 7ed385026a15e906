import { Icon, type IconName } from '@glasshouse/kit/Icon.tsx';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useServerNow } from '../lib/use-server-now.ts';
import { Card } from './Card.tsx';
import styles from './Obstacles.module.css';

/** All that stands in the way of an act, at once and before anything is typed. */
export function Obstacles({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card pad className={styles.obstacles} aria-label={title}>
      <h2>{title}</h2>
      <ul>{children}</ul>
    </Card>
  );
}

type ObstacleProps = { icon: IconName; title: string; children: ReactNode };

/** One thing in the way, with what to do about it. */
export function Obstacle({ icon, title, children }: ObstacleProps) {
  return (
    <li>
      <Icon name={icon} size={20} />
      <div className={styles.words}>
        <b>{title}</b>
        {children}
      </div>
    </li>
  );
}

const two = (part: number) => String(part).padStart(2, '0');

type TimeLeftProps = { until: string; labelOf: (left: string) => string; onOver: () => void };

/** Counts a lock down. Screen readers get it as a timer, which does not announce each second. */
export function TimeLeft({ until, labelOf, onOver }: TimeLeftProps) {
  const now = useServerNow(true);
  const left = Math.max(0, Math.ceil((Date.parse(until) - now) / 1000));
  const over = useEffectEvent(onOver);
  useEffect(() => {
    if (left === 0) over();
  }, [left]);
  const shown = `${two(Math.floor(left / 60))}:${two(left % 60)}`;
  return (
    <span role="timer" className={styles.left} aria-label={labelOf(shown)}>
      {shown}
    </span>
  );
}
