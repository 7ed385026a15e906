import { PageBar } from '../ui/PageBar.tsx';
import { Skeleton, SkeletonRows } from '../ui/Skeleton.tsx';
import styles from './Root.module.css';

/** While the code of a tab is on its way. */
export function PageSkeleton() {
  return (
    <>
      <PageBar start={<Skeleton width={120} height={24} />} />
      <main className={styles.skeleton}>
        <Skeleton width="45%" height={20} />
        <Skeleton height={96} radius={16} />
        <SkeletonRows rows={4} />
      </main>
    </>
  );
}
