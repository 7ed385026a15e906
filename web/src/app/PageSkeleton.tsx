import { useHandsOnOwnFocus } from '../lib/focus.ts';
import { PageBar } from '../ui/PageBar.tsx';
import { Skeleton, SkeletonRows } from '../ui/Skeleton.tsx';
import styles from './Root.module.css';

type PageSkeletonProps = { title?: string; onBack?: () => void };

/** Shown while a page's code loads. If the title is known, so is the back arrow's target. */
export function PageSkeleton({ title, onBack }: PageSkeletonProps) {
  useHandsOnOwnFocus();
  return (
    <>
      <PageBar coming={title ?? <Skeleton width={120} height={24} />} onBack={onBack} />
      <main className={styles.skeleton} aria-busy="true">
        <Skeleton width="45%" height={20} />
        <Skeleton height={96} radius={16} />
        <SkeletonRows rows={4} />
      </main>
    </>
  );
}
