import type { ReactNode } from 'react';
import { type Overview, useOverview } from '../lib/assets.ts';
import { useWords } from '../lib/words.tsx';
import { LoadFailed } from '../ui/ErrorState.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';

/** Renders content once the balances are loaded, with loading and error states. */
export function WithOverview({ children }: { children: (overview: Overview) => ReactNode }) {
  const { t } = useWords();
  const { data, error, isFetching, refetch } = useOverview();
  if (data) return children(data);
  if (!error) return <SkeletonRows rows={4} />;
  return <LoadFailed of={{ error, isFetching, refetch }} title={t('ui.assetsFailed')} text={t('assets.failedText')} />;
}
