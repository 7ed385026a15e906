import type { Order } from '@glasshouse/protocol/contracts/calls';
import { slotAt } from '@glasshouse/protocol/market/tape';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { quoteOf } from '../../lib/quotes.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { endedBy, readEntry, readEvidence } from '../../trading/practice/evidence.ts';
import { dropPractice, practiceOf, renewPractice } from '../../trading/practice/kept.ts';
import { lookAgainIn } from './order.ts';

export const practiceKey = ['practice'];

/** Whether the tape may tell the end: by the server's clock, or by a tick that was seen. */
const isDue = ({ symbol, dueSlot }: Order, now: number) => Math.max(slotAt(now), quoteOf(symbol)?.slot ?? 0) > dueSlot;

/** Asks the public tape for what an order still lacks, and keeps it. */
async function follow(id: string, queries: QueryClient): Promise<null> {
  const order = practiceOf(id);
  if (!order || order.outcome !== null) return null;
  if (isDue(order, serverNow())) {
    const evidence = await readEvidence(order, queries);
    if (evidence === 'gone') dropPractice(id);
    const ended = typeof evidence === 'string' ? undefined : endedBy(evidence);
    if (ended) renewPractice(ended);
  } else if (!order.entry) {
    const entry = await readEntry(order);
    if (entry) renewPractice({ ...order, entry });
  }
  return null;
}

/** Follows the open order of this device on the tape. */
export function useFollowed(order: Order | undefined): void {
  const queries = useQueryClient();
  useQuery({
    enabled: order !== undefined,
    queryKey: [...practiceKey, order?.id],
    queryFn: () => follow(order!.id, queries),
    refetchInterval: () => order !== undefined && lookAgainIn(order, serverNow()),
    staleTime: 0,
    meta: { quiet: true },
  });
}
