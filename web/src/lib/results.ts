import type { getResults, resultSpans } from '@glasshouse/protocol/assets/calls';
import { useQuery } from '@tanstack/react-query';
import { assetsKey } from './assets.ts';
import { call } from './call.ts';

type ResultSpan = (typeof resultSpans)[number];

/** The result of some days with its parts, as home and the page of results show it. */
export const useResults = (days: ResultSpan) =>
  useQuery({
    queryKey: [...assetsKey, 'results', days],
    queryFn: () => call<typeof getResults>('POST', '/index/assets/results', { days }),
    meta: { quiet: true },
  });
