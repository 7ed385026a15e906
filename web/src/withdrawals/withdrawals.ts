import type { Output } from '@glasshouse/protocol/endpoint';
import type * as protocol from '@glasshouse/protocol/withdrawals/calls';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { assetsKey } from '../lib/assets.ts';
import { call } from '../lib/call.ts';

export type Form = Output<typeof protocol.showWithdrawForm>;
export type Withdrawal = Output<typeof protocol.showWithdrawal>;
export type Summary = Output<typeof protocol.listWithdrawals>['list'][number];
export type Limits = Form['limits']['USDT'];
export type Saved = Output<typeof protocol.listPayees>;

/** Below the prefix of the user's money, because moving money invalidates all of it. */
const key = [...assetsKey, 'withdrawals'];

export const useForm = () =>
  useQuery({
    queryKey: [...key, 'form'],
    queryFn: () => call<typeof protocol.showWithdrawForm>('POST', '/index/withdraw/form', {}),
    meta: { quiet: true },
  });

export const usePayees = () =>
  useQuery({
    queryKey: [...key, 'payees'],
    queryFn: () => call<typeof protocol.listPayees>('POST', '/index/withdraw/payees', {}),
    meta: { quiet: true },
  });

/** Withdrawals whose state others can still change. */
const isOpen = (state: Summary['state']) => state === 'under_review' || state === 'withdrawing' || state === 'frozen';

// If the stream is blocked, polling finds a change.
const askAgainAfter = 20_000;

export const useWithdrawal = (id: string) =>
  useQuery({
    queryKey: [...key, 'one', id],
    queryFn: () => call<typeof protocol.showWithdrawal>('POST', '/index/withdraw/show', { id }),
    refetchInterval: ({ state }) => (state.data && isOpen(state.data.state) ? askAgainAfter : false),
    meta: { quiet: true },
  });

export type Choice = { state?: Summary['state'] | undefined; currency?: Summary['currency'] | undefined };
export const useWithdrawals = (choice: Choice) =>
  useInfiniteQuery({
    queryKey: [...key, 'list', choice],
    queryFn: ({ pageParam: before }) =>
      call<typeof protocol.listWithdrawals>('POST', '/index/withdraw/list', { ...choice, before }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ list }) => list.some(({ state }) => isOpen(state))) ? askAgainAfter : false,
    meta: { quiet: true },
  });

/** Whether the newest step is older than a review usually takes. */
export const isLate = (now: number, steps: readonly { at: string }[], usualSeconds: number): boolean =>
  now > Math.max(...steps.map(({ at }) => Date.parse(at))) + usualSeconds * 1000;
