import type { listOrders } from '@glasshouse/protocol/contracts/calls';
import { coinSymbols } from '@glasshouse/protocol/money';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { contractsKey } from '../positions.ts';

export const directions = ['long', 'short'] as const;
export const outcomes = ['open', 'win', 'lose', 'draw', 'void'] as const;
export type Choice = {
  symbol?: (typeof coinSymbols)[number] | undefined;
  direction?: (typeof directions)[number] | undefined;
  seconds?: number | undefined;
  outcome?: (typeof outcomes)[number] | undefined;
};

/** What an address asks for; what makes no sense in it is left out. */
export function choiceIn(search: URLSearchParams): Choice {
  const seconds = Number(search.get('seconds'));
  return {
    symbol: coinSymbols.find((symbol) => symbol === search.get('symbol')),
    direction: directions.find((direction) => direction === search.get('direction')),
    seconds: Number.isInteger(seconds) && seconds > 0 && seconds <= 3600 ? seconds : undefined,
    outcome: outcomes.find((outcome) => outcome === search.get('outcome')),
  };
}

// Results come by push. Where that is down, a list with open orders in it looks again by itself.
const lookAgain = 5000;

/** The user's orders that were chosen, newest first, page by page. */
export const useOrders = (choice: Choice) =>
  useInfiniteQuery({
    queryKey: [...contractsKey, 'list', choice],
    queryFn: ({ pageParam: before }) => call<typeof listOrders>('POST', '/index/contract/list', { ...choice, before }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ orders }) => orders.some(({ outcome }) => outcome === null)) ? lookAgain : false,
    meta: { quiet: true },
  });
