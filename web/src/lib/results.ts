import type { getResults, resultSpans } from '@glasshouse/protocol/assets/calls';
import { useQuery } from '@tanstack/react-query';
import { assetsKey } from './assets.ts';
import { call } from './call.ts';

type ResultSpan = (typeof resultSpans)[number];

/** The profit of a period with its parts, for home and the results page. */
export const useResults = (days: ResultSpan) =>
  useQuery({
    queryKey: [...assetsKey, 'results', days],
    queryFn: () => call<typeof getResults>('POST', '/index/assets/results', { days }),
    meta: { quiet: true },
  });
