import type { showTape, TapeDay } from '@glasshouse/protocol/market/calls';
import { slotMs } from '@glasshouse/protocol/market/tape';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/** The data that makes the tape checkable. Pages that only mention it show nothing if it fails to load. */
export const tapeQuery = queryOptions({
  queryKey: ['tape'],
  queryFn: () => call<typeof showTape>('POST', '/index/market/tape', {}),
  staleTime: 60_000,
  meta: { quiet: true },
});

/** A site's first days may have begun before they were announced. That proves less, and pages say so. */
export const wasAnnouncedLate = ({ day, announcedSlot }: Pick<TapeDay, 'day' | 'announcedSlot'>): boolean =>
  announcedSlot * slotMs > Date.parse(`${day}T00:00:00Z`);
