import type { listPositions, Order } from '@glasshouse/protocol/contracts/calls';
import { addDecimal } from '@glasshouse/protocol/decimal';
import type { Output } from '@glasshouse/protocol/endpoint';
import { msOf } from '@glasshouse/protocol/market/tape';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { noteServerTime, serverNow } from '../lib/server-clock.ts';
import { askAgainBy, putOrder } from '../trading/positions.ts';

export type Positions = Output<typeof listPositions>;
/** The prefix of all query keys of a user's contracts. */
export const contractsKey = ['contracts', 'own'];
export const positionsKey = [...contractsKey, 'positions'];

const entryPoll = 600;

/** When to poll because no event arrived: an entry is awaited, or a due time has passed without a result. */
export function askAgainIn(positions: Pick<Positions, 'orders'> | undefined, now: number): number | false {
  const orders = positions?.orders ?? [];
  if (orders.some(({ entry, dueSlot }) => !entry && msOf(dueSlot) > now)) return entryPoll;
  return askAgainBy(
    orders.map(({ dueSlot }) => dueSlot),
    now,
  );
}

async function read() {
  const positions = await call<typeof listPositions>('POST', '/index/contract/positions', {});
  // If the stream is blocked, this is the only source of the server's clock.
  noteServerTime(positions.time);
  return positions;
}

/** The user's open contracts. One or two of the components that show them also `follow` them; the others only read. */
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
