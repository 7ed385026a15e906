import type { Rules, showRules } from '@glasshouse/protocol/contracts/calls';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './call.ts';

export const rulesKey = ['contracts', 'rules'];

/** The current offer: periods with their returns, and the limits. */
export const rulesQuery = queryOptions({
  queryKey: rulesKey,
  queryFn: () => call<typeof showRules>('POST', '/index/contract/rules', {}),
  staleTime: 60_000,
  meta: { quiet: true },
});
export const useRules = () => useQuery(rulesQuery);

const slipKeysOf = ({ slipKeys }: Rules): string[] => slipKeys.map(({ publicKey }) => publicKey);

/**
 * The public keys that sign order slips. A key that isn't cached may have been published since, so the list is fetched
 * again.
 */
export async function slipKeysFor(queries: QueryClient, publicKey: string): Promise<string[]> {
  const rules = await queries.ensureQueryData(rulesQuery);
  if (slipKeysOf(rules).includes(publicKey)) return slipKeysOf(rules);
  return slipKeysOf(await queries.fetchQuery({ ...rulesQuery, staleTime: 0 }).catch(() => rules));
}
