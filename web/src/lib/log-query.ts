import type { showLog } from '@glasshouse/protocol/publiclog/calls';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { useLogMemory } from './log-memory.ts';

/** The keys that sign the public log, according to the site. */
export const logQuery = queryOptions({
  queryKey: ['log', 'keys'],
  queryFn: () => call<typeof showLog>('POST', '/index/log/show', {}),
  staleTime: 60_000,
  meta: { quiet: true },
});

/** The site's keys, and the key to check with: the one this device remembers, or else the site's. */
export function useLogKey() {
  const site = useQuery(logQuery);
  const key = useLogMemory((memory) => memory.key) ?? site.data?.key ?? undefined;
  return { site, key };
}
