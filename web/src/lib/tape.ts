import type { showTape } from '@glasshouse/protocol/market/calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/** What makes the tape checkable. Pages that only mention it stay silent when it cannot be had. */
export const tapeQuery = queryOptions({
  queryKey: ['tape'],
  queryFn: () => call<typeof showTape>('POST', '/index/market/tape', {}),
  staleTime: 60_000,
  meta: { quiet: true },
});
