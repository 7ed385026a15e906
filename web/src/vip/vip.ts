import type { Output } from '@glasshouse/protocol/endpoint';
import type { showVip } from '@glasshouse/protocol/vip/calls';
import { useQuery } from '@tanstack/react-query';
import { assetsKey } from '../lib/assets.ts';
import { call } from '../lib/call.ts';

export type Vip = Output<typeof showVip>;

/** Level, deposit and received amounts; moving money may change all of them. */
export const useVip = () =>
  useQuery({
    queryKey: [...assetsKey, 'vip'],
    queryFn: () => call<typeof showVip>('POST', '/index/vip/show', {}),
    meta: { quiet: true },
  });
