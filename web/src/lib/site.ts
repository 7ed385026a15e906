import type { getSite, listAnnouncements } from '@glasshouse/protocol/site/calls';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { storedLocale } from './words.tsx';

/** The operators' settings. Pages use the defaults until it is loaded. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: () => call<typeof getSite>('GET', '/index/site/getsite', {}),
  // The CNY rate changes.
  staleTime: 300_000,
  meta: { quiet: true },
});

/** The current announcements in the user's language. */
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
    // Sites without an SMS gateway never ask for a phone number, not even briefly.
    textMessages: data?.textMessages ?? false,
    cnyRate: data?.cnyRate,
  };
}
