import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card } from './Card.tsx';
import { LoadFailed } from './ErrorState.tsx';
import { InfiniteList } from './InfiniteList.tsx';
import { SkeletonRows } from './Skeleton.tsx';

export type PagedListProps<P, E> = {
  of: UseInfiniteQueryResult<InfiniteData<P>>;
  listOf: (page: P) => readonly E[];
  /** What is said when it did not come. */
  failed: { title: string; text?: string };
  /** What is there when nothing is. */
  nothing: ReactNode;
  children: (entries: readonly E[]) => ReactNode;
};

/** A list that comes page by page, and what is said until it is there, when it did not come, and when it is empty. */
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
  // A search reads its list in parts: an empty one may be followed by others.
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
