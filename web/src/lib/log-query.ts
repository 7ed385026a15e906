import type { showLog } from '@glasshouse/protocol/publiclog/calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/** Whose signatures the public log carries, as the site says it. The key that counts is the one this device saw first. */
export const logQuery = queryOptions({
  queryKey: ['log', 'keys'],
  queryFn: () => call<typeof showLog>('POST', '/index/log/show', {}),
  staleTime: 60_000,
  meta: { quiet: true },
});
