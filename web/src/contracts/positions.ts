import type { listPositions, Order } from '@glasshouse/protocol/contracts/calls';
import { addDecimal } from '@glasshouse/protocol/decimal';
import type { Output } from '@glasshouse/protocol/endpoint';
import { msOf } from '@glasshouse/protocol/market/tape';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { heardTime, serverNow } from '../lib/server-clock.ts';
import { askAgainBy, putOrder } from '../trading/positions.ts';

export type Positions = Output<typeof listPositions>;
/** The beginning of every key under which a user's contracts are kept here. */
export const contractsKey = ['contracts', 'own'];
export const positionsKey = [...contractsKey, 'positions'];

const soon = 600;

/** When to ask again although nothing was heard: an entry is awaited, or an end has passed without a result. */
export function askAgainIn(positions: Pick<Positions, 'orders'> | undefined, now: number): number | false {
  const orders = positions?.orders ?? [];
  if (orders.some(({ entry, dueSlot }) => !entry && msOf(dueSlot) > now)) return soon;
  return askAgainBy(
    orders.map(({ dueSlot }) => dueSlot),
    now,
  );
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

const none = (): Positions => ({ orders: [], count: 0, staked: '0.00', time: serverNow() });

/** Shows an accepted order at once. */
export const putContract = (queries: QueryClient, order: Order): Promise<void> =>
  putOrder(queries, positionsKey, order, none(), ({ staked }) => ({ staked: addDecimal(staked, order.stake) }));
