import type { Results, showResults } from '@glasshouse/protocol/contracts/calls';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import type { Days } from '../../trading/results.ts';
import { contractsKey } from '../positions.ts';

export type Tally = Results['total'];

/** The results of the user's contracts that ended in this period. */
export const useResults = (days: Days) =>
  useQuery({
    queryKey: [...contractsKey, 'results', days],
    queryFn: () => call<typeof showResults>('POST', '/index/contract/results', { days }),
    meta: { quiet: true },
  });

export const endedIn = ({ wins, losses, draws, voids }: Tally): number => wins + losses + draws + voids;

/** Compares the confidence interval of the win rate with break-even. */
export function againstBreakEven({ interval, breakEven }: Results): 'below' | 'unclear' | 'above' {
  if (!interval || breakEven === null) return 'unclear';
  if (interval.high < breakEven) return 'below';
  return interval.low > breakEven ? 'above' : 'unclear';
}
