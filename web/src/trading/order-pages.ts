import { type InfiniteData, type QueryKey, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';

// Results come by push. Where that is down, a list with open orders in it looks again by itself.
const lookAgain = 5000;

type Page<O> = { orders: O[]; next: string | null };
export type OrderPages<O> = UseInfiniteQueryResult<InfiniteData<Page<O>>>;

/** The user's orders of a product, newest first, page by page. */
export const useOrderPages = <O extends { outcome: unknown }>(
  queryKey: QueryKey,
  ask: (before: string | undefined) => Promise<Page<O>>,
): OrderPages<O> =>
  useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => ask(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ orders }) => orders.some(({ outcome }) => outcome === null)) ? lookAgain : false,
    meta: { quiet: true },
  });
