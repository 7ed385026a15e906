import type { IconName } from '@glasshouse/kit/Icon.tsx';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Refused } from '../lib/call.ts';
import { usePreferences } from '../lib/preferences.ts';
import { speak } from '../ui/toast.ts';
import type { Side } from './SideTag.tsx';
import { type Named, type Product, putOnCard, sendAway, showWhole } from './waiting.ts';

type Price = { name: string; price: string };

/** What a card says of a result. */
export type Face = {
  symbol: string;
  side: Side;
  /** How long it ran, and what was paid for it. */
  about: string;
  change: string;
  outcome: { tone: 'up' | 'down' | 'neutral'; icon: IconName; name: string };
  /** What it was measured from and to; there may have been no tick. */
  from: Price | undefined;
  to: Price | undefined;
  receipt: string;
  records: string;
  /** Fills the ticket in as it was; the ticket is on this page. */
  again: { to: string; fill: () => void };
};

/** How the results of a product are read and said. */
export type Told<O> = {
  product: Product;
  /** One order, once it has ended; undefined before that, and where there is none. */
  read: (id: string) => Promise<O | undefined>;
  faceOf: (order: O) => Face;
};

/** And how they are read out. */
export type Spoken<O extends { id: string }> = Told<O> & { spokenOf: (order: O) => string };

const resultKey = ({ product, id }: Pick<Named, 'product' | 'id'>) => ['result', product, id];

/** The order behind a result. What has ended changes no more; what nobody knows waits no longer. */
export function useResult<O>({ read }: Told<O>, result: Named | undefined): O | undefined {
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

/** Tells of a result, once: on the card, or whole where that is chosen and there is nothing it would cover; and aloud. */
export function tellResult<O extends { id: string }>(
  queries: QueryClient,
  { product, spokenOf }: Spoken<O>,
  user: string,
  order: O,
  mayCover: boolean,
): void {
  const result = { product, user, id: order.id };
  queries.setQueryData(resultKey(result), order);
  const { results, readAloud } = usePreferences.getState();
  if (results === 'full' && mayCover) showWhole(result);
  else putOnCard(result);
  if (readAloud) speak(spokenOf(order));
}
