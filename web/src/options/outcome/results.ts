import type { showOrder } from '@glasshouse/protocol/options/calls';
import { call } from '../../lib/call.ts';
import { awaitedIn } from '../../trading/awaited.ts';
import { hasEnded } from '../../trading/ended.ts';
import type { Spoken } from '../../trading/result.ts';
import type { Ended } from './ended.ts';
import { faceOf, spokenResult } from './result-words.ts';

/** How the results of options are read and said. */
export const options: Spoken<Ended> = {
  product: 'option',
  read: async (id) => {
    const { order } = await call<typeof showOrder>('POST', '/index/option/order', { id });
    return hasEnded(order) ? order : undefined;
  },
  faceOf: (order) => faceOf(order),
  spokenOf: spokenResult,
};
export const awaited = awaitedIn('awaited-options');
