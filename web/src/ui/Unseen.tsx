import { useWords } from '../lib/words.tsx';
import styles from './Unseen.module.css';

/** The number of new results on a linked page, with its meaning for screen readers. */
export function Unseen({ count }: { count: number }) {
  const { t } = useWords();
  if (count === 0) return null;
  return (
    <span className={styles.badge}>
      <span aria-hidden="true">{count}</span>
      <span className="vh">{t('app.newResults', { count })}</span>
    </span>
  );
}
