import type { getSite, listAnnouncements } from '@glasshouse/protocol/site/calls';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { storedLocale } from './words.tsx';

/** What the operators have set. Pages work with the defaults until it is loaded. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: () => call<typeof getSite>('GET', '/index/site/getsite', {}),
  // The rate of the yuan changes.
  staleTime: 300_000,
  meta: { quiet: true },
});

/** What the operators announce now, in the reader's language. */
export const announcementsQuery = () =>
  queryOptions({
    queryKey: ['announcements', storedLocale()],
    queryFn: () => call<typeof listAnnouncements>('GET', '/index/site/announcements', {}),
    staleTime: 300_000,
    meta: { quiet: true },
  });

type Site = { title: string; invitationRequired: boolean; textMessages: boolean; cnyRate: string | undefined };
export function useSite(): Site {
  const { data } = useQuery(siteQuery);
  return {
    title: data?.title || 'Glasshouse',
    invitationRequired: data?.invitationRequired ?? false,
    // Sites without a gateway never ask for a phone, not even for a moment.
    textMessages: data?.textMessages ?? false,
    cnyRate: data?.cnyRate,
  };
}
