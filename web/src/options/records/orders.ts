import { coinSymbols } from '@glasshouse/protocol/money';
import type { listOrders } from '@glasshouse/protocol/options/calls';
import { isLife } from '@glasshouse/protocol/options/terms';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { optionsKey } from '../board.ts';
import { sides } from '../reckon.ts';

export const outcomes = ['open', 'win', 'lose', 'draw', 'sold', 'void'] as const;
export type Choice = {
  symbol?: (typeof coinSymbols)[number] | undefined;
  side?: (typeof sides)[number] | undefined;
  seconds?: number | undefined;
  outcome?: (typeof outcomes)[number] | undefined;
};

/** What an address asks for; what makes no sense in it is left out. */
export function choiceIn(search: URLSearchParams): Choice {
  const seconds = Number(search.get('seconds'));
  return {
    symbol: coinSymbols.find((symbol) => symbol === search.get('symbol')),
    side: sides.find((side) => side === search.get('side')),
    seconds: isLife(seconds) ? seconds : undefined,
    outcome: outcomes.find((outcome) => outcome === search.get('outcome')),
  };
}

// Results come by push. Where that is down, a list with open options in it looks again by itself.
const lookAgain = 5000;

/** The user's options that were chosen, newest first, page by page. */
export const useOrders = (choice: Choice) =>
  useInfiniteQuery({
    queryKey: [...optionsKey, 'list', choice],
    queryFn: ({ pageParam: before }) => call<typeof listOrders>('POST', '/index/option/list', { ...choice, before }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ orders }) => orders.some(({ outcome }) => outcome === null)) ? lookAgain : false,
    meta: { quiet: true },
  });
