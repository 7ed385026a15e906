import type { Endpoint } from '@glasshouse/protocol/endpoint';
import { type QueryClient, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type Answer, type Body, call } from './call.ts';
import { usePresence } from './presence.ts';

/** What asking an endpoint with a body is called in the cache; without a body, all its answers. */
const keyOf = (endpoint: Endpoint, body?: unknown) => (body === undefined ? [endpoint.path] : [endpoint.path, body]);

const asking = <E extends Endpoint>(endpoint: E, body: Body<E>) =>
  queryOptions({ queryKey: keyOf(endpoint, body), queryFn: (): Promise<Answer<E>> => call(endpoint, body) });

type Options = {
  /** Ask again every so many milliseconds while somebody is there. */
  every?: number;
  enabled?: boolean;
  /** Ask only once: each call adds an entry to the audit log. */
  once?: boolean;
};

/** What the server says now, and again when something was done to it. */
export function useAsk<E extends Endpoint>(
  endpoint: E,
  body: Body<E>,
  { every, enabled = true, once = false }: Options = {},
) {
  const present = usePresence();
  const kept = once && { staleTime: Number.POSITIVE_INFINITY };
  return useQuery({ ...asking(endpoint, body), enabled, refetchInterval: every && present ? every : false, ...kept });
}

type Loaded = { state: { data: { pages: readonly unknown[] } | undefined } };
/** A list that comes page by page; `after` makes the body of the next page from what the last one said. */
export function usePages<E extends Endpoint>(
  endpoint: E,
  bodyOf: (cursor: unknown) => Body<E>,
  key: unknown,
  { every }: Pick<Options, 'every'> = {},
) {
  const present = usePresence();
  return useInfiniteQuery({
    // All pages are asked for again, so more of them are asked for less often.
    refetchInterval: ({ state }: Loaded) =>
      every && present ? every * Math.max(1, state.data?.pages.length ?? 1) : false,
    queryKey: keyOf(endpoint, key),
    queryFn: ({ pageParam }): Promise<Answer<E>> => call(endpoint, bodyOf(pageParam)),
    initialPageParam: undefined as unknown,
    getNextPageParam: (page) => (page as { next: unknown }).next ?? undefined,
  });
}

/** Makes every page ask these endpoints again. */
export const askAgain = (client: QueryClient, endpoints: readonly Endpoint[]) =>
  Promise.all(endpoints.map((endpoint) => client.invalidateQueries({ queryKey: keyOf(endpoint) })));
