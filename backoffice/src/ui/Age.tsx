import { Tag } from '@glasshouse/kit/Tag.tsx';
import { targetOf } from '../lib/kinds.ts';
import { minutesSince, spanWords } from '../lib/times.ts';
import { useWords } from '../lib/words.tsx';
import styles from './Age.module.css';

const lastMinutes = 10;

/** The time left to decide a case by the target of its queue, or how long it is late. */
export function Age({ since, kind, time }: { since: string; kind: string; time: number }) {
  const { t } = useWords();
  const left = targetOf(kind) - minutesSince(since, time);
  if (left < 0) return <Tag tone="error">{t('review.over', { time: spanWords(-left) })}</Tag>;
  const words = t('review.left', { time: spanWords(left) });
  return left <= lastMinutes ? <Tag tone="amber">{words}</Tag> : <span className={styles.age}>{words}</span>;
}
