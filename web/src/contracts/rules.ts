import type { showRules } from '@glasshouse/protocol/contracts/calls';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';

export const rulesKey = ['contracts', 'rules'];

/** What can be agreed at the moment: periods with their returns, and the limits. */
export const rulesQuery = queryOptions({
  queryKey: rulesKey,
  queryFn: () => call<typeof showRules>('POST', '/index/contract/rules', {}),
  staleTime: 60_000,
  meta: { quiet: true },
});
export const useRules = () => useQuery(rulesQuery);
