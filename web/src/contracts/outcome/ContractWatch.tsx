import type { ContractEvent } from '@glasshouse/protocol/contracts/calls';
import { awaitedIn } from '../../trading/awaited.ts';
import { ResultWatch, type Watched } from '../../trading/ResultWatch.tsx';
import { contractsKey, usePositions } from '../positions.ts';
import type { EndedContract } from './results.ts';
import { contracts } from './results.ts';

const watched: Watched<EndedContract> = {
  ...contracts,
  event: 'contract' satisfies ContractEvent['type'],
  awaited: awaitedIn('awaited'),
  stale: contractsKey,
  loadSheet: async () => (await import('./ResultSheet.tsx')).ResultSheet,
};

/** Waits for the user's contracts to end. */
export function ContractWatch({ user }: { user: string }) {
  const { data } = usePositions(true, true);
  return <ResultWatch user={user} of={watched} open={data} />;
}
