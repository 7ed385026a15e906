import { Tag } from '@glasshouse/kit/Tag.tsx';
import { targetOf } from '../lib/kinds.ts';
import { minutesSince, spanWords } from '../lib/times.ts';
import { useWords } from '../lib/words.tsx';
import styles from './Age.module.css';

const lastMinutes = 10;

/** How long a case has waited. Close to the target of its queue and beyond it, the difference. */
export function Age({ since, kind, time }: { since: string; kind: string; time: number }) {
  const { t } = useWords();
  const minutes = minutesSince(since, time);
  const left = targetOf(kind) - minutes;
  if (left < 0) return <Tag tone="error">{t('review.over', { time: spanWords(-left) })}</Tag>;
  if (left <= lastMinutes) return <Tag tone="amber">{t('review.left', { time: spanWords(left) })}</Tag>;
  return <span className={styles.age}>{spanWords(minutes)}</span>;
}
