import type { ContractEvent, showOrder } from '@glasshouse/protocol/contracts/calls';
import { call } from '../../lib/call.ts';
import { awaitedIn } from '../../trading/awaited.ts';
import { ResultWatch, type Watched } from '../../trading/ResultWatch.tsx';
import { contractsKey, usePositions } from '../positions.ts';
import { resultToast, spokenResult } from './result-words.ts';
import { type Ended, hasEnded, results } from './results.ts';

const contracts: Watched<Ended> = {
  home: /^\/contract\/*$/,
  event: 'contract' satisfies ContractEvent['type'],
  read: async (id) => {
    const { order } = await call<typeof showOrder>('POST', '/index/contract/order', { id });
    return hasEnded(order) ? order : undefined;
  },
  awaited: awaitedIn('awaited'),
  results,
  toastOf: resultToast,
  spokenOf: spokenResult,
  stale: contractsKey,
  loadSheet: async () => (await import('./ResultSheet.tsx')).ResultSheet,
};

/** Waits for the ends of the user's contracts. */
export function ContractWatch({ user }: { user: string }) {
  const { data } = usePositions(true, true);
  return <ResultWatch user={user} of={contracts} open={data} />;
}
