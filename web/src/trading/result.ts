import { formatSigned, placesOfMoney } from '@glasshouse/kit/format.ts';
import type { IconName } from '@glasshouse/kit/Icon.tsx';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Refused } from '../lib/call.ts';
import { isHidden } from '../lib/hidden.ts';
import { usePreferences } from '../lib/preferences.ts';
import { t } from '../lib/words.tsx';
import { showToast, speak } from '../ui/toast.ts';
import type { Side } from './SideTag.tsx';
import { addToCard, homes, openFullSheet, type Product, type ResultRef, sendAway } from './waiting.ts';

type Open = { outcome: string | null; payout: string | null };

/** An ended order, with all fields that are known only then. */
export type EndedOrder<O extends Open> = O & { outcome: NonNullable<O['outcome']>; payout: string };

export const hasEnded = <O extends Open>(order: O): order is EndedOrder<O> =>
  order.outcome !== null && order.payout !== null;

type Price = { name: string; price: string };

/** The content of a result card. */
export type Face = {
  symbol: string;
  side: Side;
  /** Duration and price of the order. */
  about: string;
  change: string;
  outcome: { tone: 'up' | 'down' | 'neutral'; icon: IconName; name: string };
  /** The prices it was settled by; `undefined` without a tick. */
  from: Price | undefined;
  to: Price | undefined;
  receipt: string;
  records: string;
  /** Fills the ticket with the same values again. */
  again: () => void;
};

/** Reads the results of a product and turns them into cards. */
export type ResultSource<O> = {
  product: Product;
  /** Reads an ended order. `undefined` if it hasn't ended or doesn't exist. */
  read: (id: string) => Promise<O | undefined>;
  faceOf: (order: O) => Face;
};

/** Adds the text for screen readers. */
export type SpokenResultSource<O extends { id: string }> = ResultSource<O> & { spokenOf: (order: O) => string };

const resultKey = ({ product, id }: Pick<ResultRef, 'product' | 'id'>) => ['result', product, id];

/** The order of a result. Ended orders never change, so they are read once. A result without an order is removed. */
export function useResult<O>({ read }: ResultSource<O>, result: ResultRef | undefined): O | undefined {
  const { data, error } = useQuery({
    queryKey: result ? resultKey(result) : ['result'],
    queryFn: async () => (await read(result!.id)) ?? null,
    enabled: result !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });
  const isGone = data === null || (error instanceof Refused && [400, 404].includes(error.code));
  useEffect(() => {
    if (isGone && result) sendAway([result]);
  }, [isGone, result]);
  return data ?? undefined;
}

/**
 * The user's situation when a result arrives: on the page of the product with nothing over it, there with a sheet open,
 * on another page, or where nothing may interrupt.
 */
export type Place = 'free' | 'covered' | 'elsewhere' | 'quiet';

/**
 * Announces a result once. On the product's page, it goes to the card, or to the full sheet if the user prefers that
 * and nothing is covered. On other pages it is a temporary message. It is always announced to screen readers.
 */
export function announceResult<O extends { id: string }>(
  queries: QueryClient,
  of: SpokenResultSource<O>,
  user: string,
  order: O,
  place: Place,
): void {
  const { product } = of;
  const result = { product, user, id: order.id };
  queries.setQueryData(resultKey(result), order);
  const { results, readAloud } = usePreferences.getState();
  if (results === 'full' && place === 'free') openFullSheet(result);
  else addToCard(result);
  if (place === 'elsewhere')
    showToast({
      kind: 'result',
      text: shortOf(of.faceOf(order)),
      action: { label: t('contract.result.show'), to: homes[product] },
    });
  if (readAloud) speak(of.spokenOf(order));
}

function shortOf({ symbol, side, outcome, change }: Face): string {
  const came = isHidden() ? outcome.name : `${outcome.name} ${formatSigned(change, placesOfMoney(change))} USDT`;
  return `${symbol} ${side.name} · ${came}`;
}

/** Joins two sentences, with a space if the language uses one. */
export const joined = (first: string, second: string): string => t('contract.result.sentences', { first, second });
