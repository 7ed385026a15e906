import type { showResults } from '@glasshouse/protocol/options/calls';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import type { Days } from '../../trading/results.ts';
import { optionsKey } from '../board.ts';

/** The results of the user's options that ended in this period. */
export const useResults = (days: Days) =>
  useQuery({
    queryKey: [...optionsKey, 'results', days],
    queryFn: () => call<typeof showResults>('POST', '/index/option/results', { days }),
    meta: { quiet: true },
  });
