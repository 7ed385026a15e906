import type { Output } from '@glasshouse/protocol/endpoint';
import type { listEvents, showSecurity } from '@glasshouse/protocol/security/calls';
import type { listSessions } from '@glasshouse/protocol/session/calls';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';

export type Overview = Output<typeof showSecurity>;
export type Session = Output<typeof listSessions>['list'][number];
export type Event = Output<typeof listEvents>['list'][number];

/** Everything the security centre shows; whatever changes any of it asks for all of it again. */
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
