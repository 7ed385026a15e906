import { msOf } from '@glasshouse/protocol/market/tape';
import type { QueryClient, QueryKey } from '@tanstack/react-query';

const late = 1500;
const maxPause = 30_000;
const maxOrders = 100;

/** When to poll because no event arrived: a due time has passed without a result. */
export function askAgainBy(dueSlots: readonly number[], now: number): number | false {
  if (dueSlots.length === 0) return false;
  const next = Math.min(...dueSlots.map(msOf));
  return Math.min(maxPause, Math.max(late, next + late - now));
}

type Open<O> = { orders: O[]; count: number };

/** Shows an accepted order at once, and drops answers requested before it. `add` counts what was paid for it. */
export async function putOrder<O extends { id: string }, P extends Open<O>>(
  queries: QueryClient,
  key: QueryKey,
  order: O,
  none: P,
  add: (known: P) => Partial<P>,
): Promise<void> {
  await queries.cancelQueries({ queryKey: key });
  queries.setQueryData<P>(key, (found) => {
    const known = found ?? none;
    if (known.orders.some(({ id }) => id === order.id)) return found;
    return { ...known, orders: [order, ...known.orders].slice(0, maxOrders), count: known.count + 1, ...add(known) };
  });
  void queries.invalidateQueries({ queryKey: key });
}
