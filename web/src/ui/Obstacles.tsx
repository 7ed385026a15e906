import { Icon, type IconName } from '@glasshouse/kit/Icon.tsx';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useServerNow } from '../lib/use-server-now.ts';
import { Card } from './Card.tsx';
import styles from './Obstacles.module.css';

/** Everything that prevents an action, shown together before the user types anything. */
export function Obstacles({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card pad className={styles.obstacles} aria-label={title}>
      <h2>{title}</h2>
      <ul>{children}</ul>
    </Card>
  );
}

type ObstacleProps = { icon: IconName; title: string; children: ReactNode };

/** One obstacle with its remedy. */
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

/** Counts a lock down. As a timer it isn't announced every second. */
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
