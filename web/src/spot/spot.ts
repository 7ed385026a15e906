import type { Output } from '@glasshouse/protocol/endpoint';
import { coinSymbols } from '@glasshouse/protocol/money';
import type { listHoldings, listOrders, SpotOrder, showOrder, showRules, trade } from '@glasshouse/protocol/spot/calls';
import { type Side, sides } from '@glasshouse/protocol/spot/terms';
import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';

export type Rules = Output<typeof showRules>;
export type Holdings = Output<typeof listHoldings>;
export type Filled = SpotOrder & { outcome: NonNullable<SpotOrder['outcome']>; received: string };
export const hasEnded = (order: SpotOrder): order is Filled => order.outcome !== null && order.received !== null;

export const rulesKey = ['spot', 'rules'];
/** The beginning of every key under which what a user traded is kept here. */
export const spotKey = ['spot', 'own'];

const rulesQuery = queryOptions({
  queryKey: rulesKey,
  queryFn: () => call<typeof showRules>('POST', '/index/spot/rules', {}),
  staleTime: 60_000,
  meta: { quiet: true },
});
/** The spread and the limits of one order. */
export const useRules = () => useQuery(rulesQuery);

/** The coins of the spot wallet with what they cost. */
export const useHoldings = (enabled: boolean) =>
  useQuery({
    queryKey: [...spotKey, 'holdings'],
    queryFn: () => call<typeof listHoldings>('POST', '/index/spot/holdings', {}),
    enabled,
    meta: { quiet: true },
  });

// Results come by push. Where that is down, what is awaited is asked for.
const soon = 600;
const later = 5000;

/** One order, asked for until it is filled. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: [...spotKey, 'order', id],
    queryFn: () => findOrder(id),
    refetchInterval: ({ state }) => !state.data?.outcome && soon,
    meta: { quiet: true },
  });
export const findOrder = async (id: string) =>
  (await call<typeof showOrder>('POST', '/index/spot/order', { id })).order;

export type Wish = { symbol: string; side: Side; given: string; spreadBp: number; rule: number };
export const send = ({ id, symbol, side, given, spreadBp }: Omit<Wish, 'rule'> & { id: string }) =>
  call<typeof trade>('POST', '/index/spot/trade', { id, symbol, side, given, spreadBp });

export type Choice = { symbol?: (typeof coinSymbols)[number] | undefined; side?: Side | undefined };
/** What an address asks for; what makes no sense in it is left out. */
export const choiceIn = (search: URLSearchParams): Choice => ({
  symbol: coinSymbols.find((symbol) => symbol === search.get('symbol')),
  side: sides.find((side) => side === search.get('side')),
});

/** The user's orders that were chosen, newest first, page by page. */
export const useOrders = (choice: Choice) =>
  useInfiniteQuery({
    queryKey: [...spotKey, 'list', choice],
    queryFn: ({ pageParam: before }) => call<typeof listOrders>('POST', '/index/spot/list', { ...choice, before }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) =>
      (state.data?.pages.some(({ orders }) => orders.some(({ outcome }) => outcome === null)) ?? false) && later,
    meta: { quiet: true },
  });
