import type { Output } from '@glasshouse/protocol/endpoint';
import type { showFactors } from '@glasshouse/protocol/factors/calls';
import type { showCopy } from '@glasshouse/protocol/personal/calls';
import type { listEvents, showSecurity } from '@glasshouse/protocol/security/calls';
import type { listSessions } from '@glasshouse/protocol/session/calls';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../lib/call.ts';

export type Overview = Output<typeof showSecurity>;
export type Session = Output<typeof listSessions>['list'][number];
export type Copy = Output<typeof showCopy>['copy'];
export type Event = Output<typeof listEvents>['list'][number];

/** The prefix of everything the security center shows; every change invalidates all of it. */
export const securityKey = ['security'] as const;

export const useOverview = () =>
  useQuery({
    queryKey: [...securityKey, 'overview'],
    queryFn: () => call<typeof showSecurity>('POST', '/index/user/security', {}),
    meta: { quiet: true },
  });

export const useSessions = () =>
  useQuery({
    queryKey: [...securityKey, 'sessions'],
    queryFn: () => call<typeof listSessions>('POST', '/index/user/sessions', {}),
    meta: { quiet: true },
  });

export const useEvents = (limit: number) =>
  useInfiniteQuery({
    queryKey: [...securityKey, 'events', limit],
    queryFn: ({ pageParam }) =>
      call<typeof listEvents>('POST', '/index/user/securityEvents', { limit, ...(pageParam && { before: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    meta: { quiet: true },
  });

export const copyKey = [...securityKey, 'copy'] as const;
const whileMaking = 3000;
/** The latest requested copy, polled while it is being made, which takes a moment. */
export const useCopy = () =>
  useQuery({
    queryKey: copyKey,
    queryFn: () => call<typeof showCopy>('POST', '/index/user/copy', {}),
    refetchInterval: ({ state }) => (state.data?.copy?.state === 'making' ? whileMaking : false),
    meta: { quiet: true },
  });

export type Factors = Output<typeof showFactors>;

/** The authenticator app, recovery codes and passkeys of the account. */
export const useFactors = () =>
  useQuery({
    queryKey: [...securityKey, 'factors'],
    queryFn: () => call<typeof showFactors>('POST', '/index/user/factors', {}),
    meta: { quiet: true },
  });

/** Refetches everything that depends on the log-in methods, including sessions and account events. */
export function useFactorsChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: securityKey });
}
