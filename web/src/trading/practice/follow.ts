import { msOf, slotAt } from '@glasshouse/protocol/market/tape';
import type { Unsigned } from '@glasshouse/protocol/orders/product';
import type { OrderBase } from '@glasshouse/protocol/orders/shapes';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { quoteOf } from '../../lib/quotes.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { type Decision, readEvidence } from './evidence.ts';
import { drop, renew } from './order-results.ts';
import type { PracticeOrders } from './store.ts';

export const practiceKey = ['practice'];

type Followable = OrderBase & { outcome: string | null };
export type Followed<O extends Followable, E extends Unsigned<O>> = {
  orders: PracticeOrders<O>;
  decision: Decision<O, E>;
  /** How to read the entry before the order is due. */
  entry?: { isMissing: (order: O) => boolean; read: (order: O) => Promise<O | undefined> };
};

/** Whether the tape may settle the order: by the server's clock, or because a tick of the due slot was seen. */
const isDue = ({ symbol, dueSlot }: OrderBase, now: number) =>
  Math.max(slotAt(now), quoteOf(symbol)?.slot ?? 0) > dueSlot;

/** Reads the missing parts of an order from the public tape and stores them. */
async function follow<O extends Followable, E extends Unsigned<O>>(
  { orders, decision, entry }: Followed<O, E>,
  id: string,
  queries: QueryClient,
): Promise<null> {
  const order = orders.one(id);
  if (!order || order.outcome !== null) return null;
  if (isDue(order, serverNow())) {
    const evidence = await readEvidence(decision, order, queries);
    if (evidence === 'gone') drop(orders, id);
    const ended = typeof evidence === 'string' ? undefined : decision.ended(evidence);
    if (ended) renew(orders, ended);
  } else if (entry?.isMissing(order)) {
    const entered = await entry.read(order);
    if (entered) renew(orders, entered);
  }
  return null;
}

const minPause = 700;
const sealed = 1200; // after its time, a tick is under a checkpoint
const maxPause = 30_000;

/**
 * When to read the tape again: at once for the entry, when the due tick is sealed for the result, and at growing
 * intervals if it doesn't appear.
 */
export function lookAgainIn({ dueSlot }: Pick<OrderBase, 'dueSlot'>, isMissing: boolean, now: number): number {
  const left = msOf(dueSlot) + sealed - now;
  if (left <= 0) return Math.min(maxPause, minPause - left / 10);
  return isMissing ? minPause : Math.min(left, maxPause);
}

/** Follows a product's open order on the tape. */
export function useFollowed<O extends Followable, E extends Unsigned<O>>(
  followed: Followed<O, E>,
  order: O | undefined,
): void {
  const queries = useQueryClient();
  useQuery({
    enabled: order !== undefined,
    queryKey: [...practiceKey, order?.id],
    queryFn: () => follow(followed, order!.id, queries),
    refetchInterval: () =>
      order !== undefined && lookAgainIn(order, followed.entry?.isMissing(order) ?? false, serverNow()),
    staleTime: 0,
    meta: { quiet: true },
  });
}
