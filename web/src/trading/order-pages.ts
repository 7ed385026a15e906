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

/** What is chosen, as an address has it. */
export const searchOf = (chosen: object): [string, string][] =>
  Object.entries(chosen).flatMap(([name, value]): [string, string][] => (value ? [[name, String(value)]] : []));

/** What an address chooses of these; undefined where that makes no sense. */
export const askedOf = <V extends string>(search: URLSearchParams, name: string, values: readonly V[]): V | undefined =>
  values.find((value) => value === search.get(name));
