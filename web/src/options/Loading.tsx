import { useWords } from '../lib/words.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import styles from './Options.module.css';

/** The same heights as what will be here. */
export function Loading() {
  const { t } = useWords();
  return (
    <div role="status" aria-busy="true">
      <span className="vh">{t('ui.loading')}</span>
      <div className={styles.loading} aria-hidden="true">
        <Skeleton height={150} />
        <Skeleton height={50} radius={12} />
        <Skeleton height={48} radius={12} />
        <Skeleton height={118} radius={12} />
        <Skeleton height={60} radius={12} />
      </div>
    </div>
  );
}
