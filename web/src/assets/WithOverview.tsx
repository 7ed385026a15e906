import type { ReactNode } from 'react';
import { type Overview, useOverview } from '../lib/assets.ts';
import { sentenceOf } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';

/** What a page shows once the balances are there, and what it says until then. */
export function WithOverview({ children }: { children: (overview: Overview) => ReactNode }) {
  const { t } = useWords();
  const { data, error, isFetching, refetch } = useOverview();
  if (data) return children(data);
  if (!error) return <SkeletonRows rows={4} />;
  return (
    <ErrorState
      title={t('ui.assetsFailed')}
      text={t('assets.failedText')}
      detail={sentenceOf(error)}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  );
}
