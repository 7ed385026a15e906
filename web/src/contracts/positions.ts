import type { listPositions, Order } from '@glasshouse/protocol/contracts/calls';
import { addDecimal } from '@glasshouse/protocol/decimal';
import type { Output } from '@glasshouse/protocol/endpoint';
import { msOf } from '@glasshouse/protocol/market/tape';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { heardTime, serverNow } from '../lib/server-clock.ts';

export type Positions = Output<typeof listPositions>;
/** The beginning of every key under which a user's contracts are kept here. */
export const contractsKey = ['contracts', 'own'];
export const positionsKey = [...contractsKey, 'positions'];

const soon = 600;
const late = 1500;
const longest = 30_000;

/** When to ask again although nothing was heard: an entry is awaited, or an end has passed without a result. */
export function askAgainIn(positions: Pick<Positions, 'orders'> | undefined, now: number): number | false {
  const orders = positions?.orders ?? [];
  if (orders.length === 0) return false;
  if (orders.some(({ entry, dueSlot }) => !entry && msOf(dueSlot) > now)) return soon;
  const next = Math.min(...orders.map(({ dueSlot }) => msOf(dueSlot)));
  return Math.min(longest, Math.max(late, next + late - now));
}

async function read() {
  const positions = await call<typeof listPositions>('POST', '/index/contract/positions', {});
  // Where the stream is blocked, this is how the server's clock is known.
  heardTime(positions.time);
  return positions;
}

/** The user's open contracts. One or two of those who show them also `follow` them; the rest look on. */
export const usePositions = (enabled: boolean, follow = false) =>
  useQuery({
    queryKey: positionsKey,
    queryFn: read,
    enabled,
    refetchInterval: ({ state }) => follow && askAgainIn(state.data, serverNow()),
    meta: { quiet: true },
  });

/** Shows an accepted order at once, and drops answers that were asked for before it. */
export async function putOrder(queries: QueryClient, order: Order): Promise<void> {
  await queries.cancelQueries({ queryKey: positionsKey });
  queries.setQueryData<Positions>(positionsKey, (known) => {
    const { orders, count, staked, time } = known ?? { orders: [], count: 0, staked: '0.00', time: serverNow() };
    if (orders.some(({ id }) => id === order.id)) return known;
    return {
      orders: [order, ...orders].slice(0, 100),
      count: count + 1,
      staked: addDecimal(staked, order.stake),
      time,
    };
  });
  void queries.invalidateQueries({ queryKey: positionsKey });
}
