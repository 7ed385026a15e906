import type { showTape, TapeDay } from '@glasshouse/protocol/market/calls';
import { slotMs } from '@glasshouse/protocol/market/tape';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/** What makes the tape checkable. Pages that only mention it stay silent when it cannot be had. */
export const tapeQuery = queryOptions({
  queryKey: ['tape'],
  queryFn: () => call<typeof showTape>('POST', '/index/market/tape', {}),
  staleTime: 60_000,
  meta: { quiet: true },
});

/** A site's first days may have begun before they were announced. That proves less, and is said. */
export const wasAnnouncedLate = ({ day, announcedSlot }: Pick<TapeDay, 'day' | 'announcedSlot'>): boolean =>
  announcedSlot * slotMs > Date.parse(`${day}T00:00:00Z`);
