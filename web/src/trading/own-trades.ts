import { msOf } from '@glasshouse/protocol/market/tape';
import type { listOrders, SpotOrder } from '@glasshouse/protocol/spot/calls';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useAccount } from '../lib/account.ts';
import { assetsKey } from '../lib/assets.ts';
import { call } from '../lib/call.ts';
import type { ChartMark } from '../ui/chart-marks.ts';

export const markOf = ({ id, side, exit }: SpotOrder): ChartMark[] =>
  exit ? [{ id, direction: side === 'buy' ? 'up' : 'down', at: msOf(exit.slot) / 1000, price: exit.price }] : [];

/** The user's latest trades of a coin, as marks for its chart. */
export function useOwnTrades(symbol: string): readonly ChartMark[] {
  const { user } = useAccount();
  const { data } = useQuery({
    queryKey: [...assetsKey, 'spot', 'marks', symbol],
    queryFn: () => call<typeof listOrders>('POST', '/index/spot/list', { symbol, limit: 50 }),
    enabled: user !== null,
    staleTime: 30_000,
    meta: { quiet: true },
  });
  return useMemo(() => data?.orders.flatMap(markOf) ?? [], [data]);
}
