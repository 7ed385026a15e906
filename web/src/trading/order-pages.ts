import { type InfiniteData, type QueryKey, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';

// Results arrive by push. In case push is down, a list with open orders polls.
const lookAgain = 5000;

type Page<O> = { orders: O[]; next: string | null };
export type OrderPages<O> = UseInfiniteQueryResult<InfiniteData<Page<O>>>;

/** The user's orders of a product, newest first, in pages. */
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

/** The filters as address parameters. */
export const searchOf = (chosen: object): [string, string][] =>
  Object.entries(chosen).flatMap(([name, value]): [string, string][] => (value ? [[name, String(value)]] : []));

/** The value of an address parameter, or `undefined` if it isn't one of `values`. */
export const askedOf = <V extends string>(search: URLSearchParams, name: string, values: readonly V[]): V | undefined =>
  values.find((value) => value === search.get(name));
