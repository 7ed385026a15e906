import type { Results, showResults } from '@glasshouse/protocol/contracts/calls';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import type { Days } from '../../trading/results.ts';
import { contractsKey } from '../positions.ts';

export type Tally = Results['total'];

/** How the user's ended orders of some days came out. */
export const useResults = (days: Days) =>
  useQuery({
    queryKey: [...contractsKey, 'results', days],
    queryFn: () => call<typeof showResults>('POST', '/index/contract/results', { days }),
    meta: { quiet: true },
  });

export const endedIn = ({ wins, losses, draws, voids }: Tally): number => wins + losses + draws + voids;

/** How the range in which the true win rate lies stands to break-even. */
export function againstBreakEven({ interval, breakEven }: Results): 'below' | 'unclear' | 'above' {
  if (!interval || breakEven === null) return 'unclear';
  if (interval.high < breakEven) return 'below';
  return interval.low > breakEven ? 'above' : 'unclear';
}
