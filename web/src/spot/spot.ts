import { compareDecimal } from '@glasshouse/protocol/decimal';
import { coinSymbols } from '@glasshouse/protocol/money';
import type { listHoldings, listOrders, SpotOrder, showOrder, showRules, trade } from '@glasshouse/protocol/spot/calls';
import { type Side, sides } from '@glasshouse/protocol/spot/terms';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import { assetsKey } from '../lib/assets.ts';
import { call } from '../lib/call.ts';
import { useQuotesOf } from '../lib/use-quotes.ts';
import { askedOf, useOrderPages } from '../trading/order-pages.ts';
import { spotPractice } from '../trading/practice/trades.ts';
import { type Holding, type Holdings, holdingAt } from './amounts.ts';

export type Filled = SpotOrder & { outcome: NonNullable<SpotOrder['outcome']>; received: string };
export const hasEnded = (order: SpotOrder): order is Filled => order.outcome !== null && order.received !== null;

export const rulesKey = ['spot', 'rules'];
/**
 * The prefix of all query keys of spot trading. It is below the prefix of the user's money, so moving money refetches
 * it.
 */
export const spotKey = [...assetsKey, 'spot'];

const rulesQuery = queryOptions({
  queryKey: rulesKey,
  queryFn: () => call<typeof showRules>('POST', '/index/spot/rules', {}),
  staleTime: 60_000,
  meta: { quiet: true },
});
/** The spread and the limits of one order. */
export const useRules = () => useQuery(rulesQuery);

/** The coins of the spot wallet with their cost. */
export const useHoldings = (enabled: boolean) =>
  useQuery({
    queryKey: [...spotKey, 'holdings'],
    queryFn: () => call<typeof listHoldings>('POST', '/index/spot/holdings', {}),
    enabled,
    meta: { quiet: true },
  });

// Results arrive by push. In case push is down, awaited orders are polled.
const pollInterval = 600;

/** One order of the user or of this device, polled until it is filled. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: [...spotKey, 'order', id],
    queryFn: () => findOrder(id),
    refetchInterval: ({ state }) => !state.data?.outcome && pollInterval,
    meta: { quiet: true },
  });
export const findOrder = async (id: string): Promise<SpotOrder> =>
  spotPractice.one(id) ?? (await call<typeof showOrder>('POST', '/index/spot/order', { id })).order;

export type Wish = {
  symbol: string;
  side: Side;
  given: string;
  spreadBp: number;
  rule: number;
  move?: string | undefined;
};
export const send = ({ id, symbol, side, given, spreadBp, rule, move }: Wish & { id: string }) =>
  call<typeof trade>('POST', '/index/spot/trade', {
    ...{ id, symbol, side, given, spreadBp, rule },
    ...(move && { fromFund: true }),
  });

type Choice = { symbol?: (typeof coinSymbols)[number] | undefined; side?: Side | undefined };
/** The filters in an address. Invalid ones are ignored. */
export const choiceIn = (search: URLSearchParams): Choice => ({
  symbol: askedOf(search, 'symbol', coinSymbols),
  side: askedOf(search, 'side', sides),
});

/** The user's orders that match the filters. */
export const useOrders = (choice: Choice) =>
  useOrderPages([...spotKey, 'list', choice], (before) =>
    call<typeof listOrders>('POST', '/index/spot/list', { ...choice, before }),
  );

/** The orders whose result a sheet shows: the last one sent, or several sent together. */
export const useAwaited = create<{ ids: readonly string[] }>(() => ({ ids: [] }));

export const awaitOrders = (ids: readonly string[]): void => useAwaited.setState({ ids });

/**
 * Holdings at the newest prices: those worth something, largest first, and small rests separately. Coins without a
 * price are left out.
 */
export function useValued(held: Holdings['coins'], least: string): { coins: Holding[]; rests: Holding[] } {
  const quotes = useQuotesOf(held.map(({ symbol }) => symbol));
  const valued = held
    .flatMap((each) => {
      const quote = quotes.get(each.symbol);
      return quote ? holdingAt(each, quote.price) : [];
    })
    .toSorted((a, b) => compareDecimal(b.worth, a.worth));
  const isRest = ({ worth }: Holding) => compareDecimal(worth, least) < 0;
  return { coins: valued.filter((each) => !isRest(each)), rests: valued.filter(isRest) };
}
