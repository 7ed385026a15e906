import type { getTradingDays } from '@glasshouse/protocol/assets/calls';
import { useQuery } from '@tanstack/react-query';
import { assetsKey } from '../lib/assets.ts';
import { call } from '../lib/call.ts';

/** What trading brought on each of the last days. */
export const useTradingDays = () =>
  useQuery({
    queryKey: [...assetsKey, 'trading-days'],
    queryFn: () => call<typeof getTradingDays>('POST', '/index/assets/tradingDays', {}),
    meta: { quiet: true },
  });
