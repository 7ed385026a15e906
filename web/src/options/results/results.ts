import type { showResults } from '@glasshouse/protocol/options/calls';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import type { Days } from '../../trading/results.ts';
import { optionsKey } from '../board.ts';

/** How the user's ended options of some days came out. */
export const useResults = (days: Days) =>
  useQuery({
    queryKey: [...optionsKey, 'results', days],
    queryFn: () => call<typeof showResults>('POST', '/index/option/results', { days }),
    meta: { quiet: true },
  });
