import type { Board } from '@glasshouse/protocol/options/calls';
import { Words } from '../lib/words.tsx';
import { percentOf } from '../trading/percents.ts';
import { TimeText } from '../ui/TimeText.tsx';
import styles from './Ticket.module.css';

/** The announced spread and when it takes effect. */
export function NextSpread({ next }: { next: Board['next'] }) {
  if (!next) return null;
  return (
    <p className={styles.next} role="status">
      <Words k="option.nextSpread" time={<TimeText at={next.from} />} spread={percentOf(next.spreadBp)} />
    </p>
  );
}
