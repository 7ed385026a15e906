import type { listCredit } from '@glasshouse/protocol/credit/calls';
import type { Output } from '@glasshouse/protocol/endpoint';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';

type Credit = Output<typeof listCredit>;
export type Rule = Credit['rules'][number];
export type CreditEvent = Credit['list'][number];

export const useCredit = () =>
  useInfiniteQuery({
    queryKey: ['credit'],
    queryFn: ({ pageParam }) =>
      call<typeof listCredit>('POST', '/index/user/credit', { ...(pageParam !== null && { before: pageParam }) }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    meta: { quiet: true },
  });
