import { useWords } from '../lib/words.tsx';
import { Skeleton, SkeletonRows } from '../ui/Skeleton.tsx';
import styles from './ContractScreen.module.css';

/** The same heights as what will be here. */
export function Loading() {
  const { t } = useWords();
  return (
    <div role="status" aria-busy="true">
      <span className="vh">{t('ui.loading')}</span>
      <div className={styles.loading} aria-hidden="true">
        <Skeleton width="45%" height={36} />
        <Skeleton width="30%" height={16} />
        <Skeleton height={186} />
        <Skeleton height={50} radius={12} />
        <Skeleton height={48} radius={12} />
        <Skeleton height={54} radius={12} />
      </div>
      <SkeletonRows rows={2} />
    </div>
  );
}
