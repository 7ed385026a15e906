import type { showOrder } from '@glasshouse/protocol/contracts/calls';
import { call } from '../../lib/call.ts';
import { hasEnded } from '../../trading/ended-order.ts';
import type { SpokenResultSource } from '../../trading/result.ts';
import type { EndedContract } from './ended-contract.ts';
import { faceOf, spokenResult } from './result-words.ts';

/** How the results of contracts are read and said. */
export const contracts: SpokenResultSource<EndedContract> = {
  product: 'contract',
  read: async (id) => {
    const { order } = await call<typeof showOrder>('POST', '/index/contract/order', { id });
    return hasEnded(order) ? order : undefined;
  },
  faceOf: (order) => faceOf(order),
  spokenOf: spokenResult,
};
