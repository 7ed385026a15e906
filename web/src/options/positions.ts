import { addDecimal } from '@glasshouse/protocol/decimal';
import type { Output } from '@glasshouse/protocol/endpoint';
import type { listPositions, OptionOrder } from '@glasshouse/protocol/options/calls';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { noteServerTime, serverNow } from '../lib/server-clock.ts';
import { askAgainBy, putOrder } from '../trading/positions.ts';
import { optionsKey } from './board.ts';

type Positions = Output<typeof listPositions>;
export const positionsKey = [...optionsKey, 'positions'];

async function read() {
  const positions = await call<typeof listPositions>('POST', '/index/option/positions', {});
  noteServerTime(positions.time);
  return positions;
}

/** The user's open options. One or two of the components that show them also `follow` them; the others only read. */
export const usePositions = (enabled: boolean, follow = false) =>
  useQuery({
    queryKey: positionsKey,
    queryFn: read,
    enabled,
    refetchInterval: ({ state }) =>
      follow &&
      askAgainBy(
        (state.data?.orders ?? []).map(({ dueSlot }) => dueSlot),
        serverNow(),
      ),
    meta: { quiet: true },
  });

const none = (): Positions => ({ orders: [], count: 0, paid: '0.00', time: serverNow() });

/** Shows an accepted option at once. */
export const putOption = (queries: QueryClient, order: OptionOrder): Promise<void> =>
  putOrder(queries, positionsKey, order, none(), ({ paid }) => ({ paid: addDecimal(paid, order.premium) }));
