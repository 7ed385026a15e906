import type { Endpoint } from '@glasshouse/protocol/endpoint';
import { type QueryClient, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type Answer, type Body, call } from './call.ts';
import { usePresence } from './presence.ts';

/** The cache key of an endpoint and body. Without a body it matches all answers of the endpoint. */
const keyOf = (endpoint: Endpoint, body?: unknown) => (body === undefined ? [endpoint.path] : [endpoint.path, body]);

const asking = <E extends Endpoint>(endpoint: E, body: Body<E>) =>
  queryOptions({ queryKey: keyOf(endpoint, body), queryFn: (): Promise<Answer<E>> => call(endpoint, body) });

type Options = {
  /** Milliseconds between refreshes while the operator is present. */
  every?: number;
  enabled?: boolean;
  /** Ask only once: each call adds an entry to the audit log. */
  once?: boolean;
};

/** Asks an endpoint, and again when an act changes its answer. */
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
/** A paged list. `bodyOf` makes the body of the next page from the cursor of the previous one. */
export function usePages<E extends Endpoint>(
  endpoint: E,
  bodyOf: (cursor: unknown) => Body<E>,
  key: unknown,
  { every }: Pick<Options, 'every'> = {},
) {
  const present = usePresence();
  return useInfiniteQuery({
    // A refresh loads all pages again, so longer lists refresh less often.
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
