import { formatDecimal, placesOf } from '@glasshouse/kit/format.ts';
import type { Output } from '@glasshouse/protocol/endpoint';
import type { getInvites, InvitesEvent, listProfits } from '@glasshouse/protocol/invites/calls';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { assetsKey } from '../lib/assets.ts';
import { call } from '../lib/call.ts';
import { watchEvents } from '../lib/live.ts';

export type Invites = Output<typeof getInvites>;
export type Profit = Output<typeof listProfits>['list'][number];

const key = ['invites'];

/** Refetches as soon as an invitation has earned something; balances on other screens update too. */
export function useFollowed(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const renew = () => {
      for (const queryKey of [key, assetsKey]) void queries.invalidateQueries({ queryKey });
    };
    return watchEvents<InvitesEvent>('invites', renew, renew);
  }, [queries]);
}

/** The terms and earnings of invitations. */
export const useInvites = () =>
  useQuery({
    queryKey: [...key, 'overview'],
    queryFn: () => call<typeof getInvites>('POST', '/index/invites/overview', {}),
    meta: { quiet: true },
  });

/** Every reward and share, newest first, in pages. */
export const useProfits = () =>
  useInfiniteQuery({
    queryKey: [...key, 'list'],
    queryFn: ({ pageParam: before }) =>
      call<typeof listProfits>('POST', '/index/sprofitlog/getlist', { ...(before && { before }) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    meta: { quiet: true },
  });

/** A percentage without trailing zeros. */
export const percentOf = (share: string): string => formatDecimal(share, placesOf(share, 0));

/** The registration link with this code. */
export const inviteLink = (code: string): string => `${location.origin}/register?invite=${encodeURIComponent(code)}`;
