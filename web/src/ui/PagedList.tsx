import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card } from './Card.tsx';
import { LoadFailed } from './ErrorState.tsx';
import { InfiniteList } from './InfiniteList.tsx';
import { SkeletonRows } from './Skeleton.tsx';

export type PagedListProps<P, E> = {
  of: UseInfiniteQueryResult<InfiniteData<P>>;
  listOf: (page: P) => readonly E[];
  /** The message when loading failed. */
  failed: { title: string; text?: string };
  /** Shown if the list is empty. */
  nothing: ReactNode;
  children: (entries: readonly E[]) => ReactNode;
};

/** A list that loads in pages, with its loading, error and empty states. */
export function PagedList<P, E>({ of, listOf, failed, nothing, children }: PagedListProps<P, E>) {
  if (of.isPending) {
    return (
      <Card>
        <SkeletonRows rows={6} />
      </Card>
    );
  }
  if (!of.data) {
    return <LoadFailed of={of} {...failed} />;
  }
  const entries = of.data.pages.flatMap(listOf);
  // A search reads its list in parts: an empty part may be followed by others.
  if (entries.length === 0 && !of.hasNextPage) return nothing;
  return (
    <InfiniteList
      more={of.hasNextPage}
      loading={of.isFetchingNextPage}
      failed={of.isFetchNextPageError}
      onMore={() => void of.fetchNextPage()}
    >
      {children(entries)}
    </InfiniteList>
  );
}
