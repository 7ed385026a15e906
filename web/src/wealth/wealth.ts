import type { Wallet } from '@glasshouse/protocol/ledger/books';
import { parseUnits } from '@glasshouse/protocol/money';
import type * as protocol from '@glasshouse/protocol/wealth/calls';
import type { HoldingState, ProductKind } from '@glasshouse/protocol/wealth/terms';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { assetsKey, heldIn, useOverview } from '../lib/assets.ts';
import { call } from '../lib/call.ts';
import { noteServerTime } from '../lib/server-clock.ts';
import { isComplete } from './check.ts';

export type { Holding, Product } from '@glasshouse/protocol/wealth/calls';

/** Below the prefix of the user's money, because moving money invalidates all of it: a purchase also uses the quota. */
const key = [...assetsKey, 'wealth'];

// Dates are computed by the server's clock, and the stream that carries it may not be open.
async function timed<A extends { time: number }>(asked: Promise<A>): Promise<A> {
  const answer = await asked;
  noteServerTime(answer.time);
  return answer;
}

// Milliseconds between polls for other users' purchases and for payments.
const askAgainAfter = 20_000;

/** All offers and the total pledged, refreshed while they are shown. */
export const useProducts = () =>
  useQuery({
    queryKey: [...key, 'products'],
    queryFn: () => timed(call<typeof protocol.listProducts>('POST', '/index/wealth/products', {})),
    refetchInterval: askAgainAfter,
    meta: { quiet: true },
  });

/** One product, in its current or the given version. */
export const useProduct = (product: number | undefined, version: number | undefined) =>
  useQuery({
    enabled: product !== undefined,
    queryKey: [...key, 'product', product, version],
    queryFn: () =>
      timed(call<typeof protocol.showProduct>('POST', '/index/wealth/product', { product: product!, version })),
    meta: { quiet: true },
  });

/** The amounts a user has in running orders, by kind. */
export const useWealthSummary = (enabled: boolean) =>
  useQuery({
    enabled,
    queryKey: [...key, 'held'],
    queryFn: () => call<typeof protocol.showWealth>('POST', '/index/wealth/summary', {}),
    meta: { quiet: true },
  });

export type Choice = { kind?: ProductKind | undefined; state?: HoldingState | undefined };
/** The orders that match the filters, newest first, in pages. */
export const useHoldings = (choice: Choice) =>
  useInfiniteQuery({
    queryKey: [...key, 'list', choice],
    queryFn: ({ pageParam: before }) =>
      timed(call<typeof protocol.listHoldings>('POST', '/index/wealth/list', { ...choice, before })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ list }) => list.some(({ state }) => state === 'settling')) ? askAgainAfter : false,
    meta: { quiet: true },
  });

/** One order, polled while a due payment is not booked. */
export const useHolding = (id: string) =>
  useQuery({
    queryKey: [...key, 'one', id],
    queryFn: () => timed(call<typeof protocol.showHolding>('POST', '/index/wealth/holding', { id })),
    refetchInterval: ({ state: { data } }) => (data && !isComplete(data, data.time) ? askAgainAfter : false),
    meta: { quiet: true },
  });

const unitsIn = (overview: Parameters<typeof heldIn>[0], wallet: Wallet) =>
  parseUnits(heldIn(overview, wallet) ?? '0.00', 'USDT');
/** The balance of the financial wallet and of Funding, in units; `undefined` until loaded. */
export function useMoney(enabled = true): Wallets | undefined {
  const overview = useOverview(enabled).data;
  const [wallet, fund] = overview ? [unitsIn(overview, 'financial'), unitsIn(overview, 'fund')] : [];
  return wallet === undefined || fund === undefined ? undefined : { wallet, fund };
}
export type Wallets = { wallet: bigint; fund: bigint };
/** The amount drawn from Funding, and what both together lack. */
export function splitOf(amount: bigint, { wallet, fund }: Wallets) {
  const lack = amount > wallet ? amount - wallet : 0n;
  return lack > fund ? { fromFund: fund, short: lack - fund } : { fromFund: lack, short: 0n };
}
