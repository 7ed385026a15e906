import type { showOrder } from '@glasshouse/protocol/options/calls';
import { call } from '../../lib/call.ts';
import { awaitedIn } from '../../trading/awaited.ts';
import { hasEnded } from '../../trading/ended-order.ts';
import type { SpokenResultSource } from '../../trading/result.ts';
import type { EndedOption } from './ended-option.ts';
import { faceOf, spokenResult } from './result-words.ts';

/** How the results of options are read and said. */
export const options: SpokenResultSource<EndedOption> = {
  product: 'option',
  read: async (id) => {
    const { order } = await call<typeof showOrder>('POST', '/index/option/order', { id });
    return hasEnded(order) ? order : undefined;
  },
  faceOf: (order) => faceOf(order),
  spokenOf: spokenResult,
};
export const awaited = awaitedIn('awaited-options');
