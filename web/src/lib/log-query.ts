import type { showLog } from '@glasshouse/protocol/publiclog/calls';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { useLogMemory } from './log-memory.ts';

/** Whose signatures the public log carries, as the site says it. */
export const logQuery = queryOptions({
  queryKey: ['log', 'keys'],
  queryFn: () => call<typeof showLog>('POST', '/index/log/show', {}),
  staleTime: 60_000,
  meta: { quiet: true },
});

/** What the site says, and the key that counts: the one this device remembers, or the site's while it remembers none. */
export function useLogKey() {
  const site = useQuery(logQuery);
  const key = useLogMemory((memory) => memory.key) ?? site.data?.key ?? undefined;
  return { site, key };
}
