import type { Output } from '@glasshouse/protocol/endpoint';
import type { showFactors } from '@glasshouse/protocol/factors/calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { securityKey } from './calls.ts';

export type Factors = Output<typeof showFactors>;

/** The authenticator app, recovery codes and passkeys of the account. */
export const useFactors = () =>
  useQuery({
    queryKey: [...securityKey, 'factors'],
    queryFn: () => call<typeof showFactors>('POST', '/index/user/factors', {}),
    meta: { quiet: true },
  });

/** A way in has changed, and with it the sessions and what is written of the account. */
export function useFactorsChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: securityKey });
}
