import type { showTape } from '@glasshouse/protocol/market';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/** What makes the tape checkable. Pages that only mention it stay silent when it cannot be had. */
export const tapeQuery = queryOptions({
  queryKey: ['tape'],
  queryFn: () => call<typeof showTape>('POST', '/index/market/tape', {}),
  staleTime: 60_000,
  meta: { quiet: true },
});

/** The UTC day of a moment, as the tape names its days. */
export const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);
