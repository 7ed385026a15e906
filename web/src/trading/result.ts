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
import { homes, type Named, type Product, putOnCard, sendAway, showWhole } from './waiting.ts';

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
  /** Fills the ticket in as it was. */
  again: () => void;
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

/** Where a result finds the user: on the page it was traded on, with nothing over it or with a sheet open, on another page, or where nothing may interrupt. */
export type Place = 'free' | 'covered' | 'elsewhere' | 'quiet';

/**
 * Announces a result, once: on its card, or in the full sheet where the user chose that and there is nothing it would cover; on other pages in
 * a message that goes by itself; and aloud.
 */
export function tellResult<O extends { id: string }>(
  queries: QueryClient,
  of: Spoken<O>,
  user: string,
  order: O,
  place: Place,
): void {
  const { product } = of;
  const result = { product, user, id: order.id };
  queries.setQueryData(resultKey(result), order);
  const { results, readAloud } = usePreferences.getState();
  if (results === 'full' && place === 'free') showWhole(result);
  else putOnCard(result);
  if (place === 'elsewhere')
    showToast({
      kind: 'result',
      text: shortOf(of.faceOf(order)),
      action: { label: t('contract.result.show'), to: homes[product] },
    });
  if (readAloud) speak(of.spokenOf(order));
}

/** A result in one line. */
function shortOf({ symbol, side, outcome, change }: Face): string {
  const came = isHidden() ? outcome.name : `${outcome.name} ${formatSigned(change, placesOfMoney(change))} USDT`;
  return `${symbol} ${side.name} · ${came}`;
}
