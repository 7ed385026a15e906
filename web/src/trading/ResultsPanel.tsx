import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { LoadFailed } from '../ui/ErrorState.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import type { Days } from './results.ts';

type ResultsPanelProps<R> = {
  of: UseQueryResult<R>;
  days: Days;
  countOf: (results: R) => number;
  /** Shown while nothing has ended yet, with a link to where an order can be placed. */
  nothing: { text: string; action: { label: string; to: string } };
  children: (results: R) => ReactNode;
};

/** The results of a period, or why there are none. */
export function ResultsPanel<R>({ of, days, countOf, nothing: { text, action }, children }: ResultsPanelProps<R>) {
  const { t } = useWords();
  const { data, error, isFetching, refetch } = of;
  if (data && countOf(data) > 0) return children(data);
  if (data) {
    return (
      <Empty
        title={t('results.emptyTitle')}
        text={days === 'all' ? text : t('results.emptySpan')}
        action={
          <ButtonLink small kind="soft" to={action.to}>
            {action.label}
          </ButtonLink>
        }
      />
    );
  }
  if (!error) return <SkeletonRows rows={5} />;
  return <LoadFailed of={{ error, isFetching, refetch }} title={t('results.failed')} text={t('results.failedText')} />;
}
