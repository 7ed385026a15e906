import { msOf } from '@glasshouse/protocol/market/tape';
import { parseUnits } from '@glasshouse/protocol/money';
import type { Side } from '@glasshouse/protocol/options/black-scholes';
import type { quoteOption, SignedQuote } from '@glasshouse/protocol/options/calls';
import { heldSlots, lifeSlots } from '@glasshouse/protocol/options/terms';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import { useAccount } from '../lib/account.ts';
import { call } from '../lib/call.ts';
import { useConnection } from '../lib/connection.ts';
import { useTape } from '../lib/quotes.ts';
import { heardTime, serverNow } from '../lib/server-clock.ts';
import { coinOf, type Facts, factsOf, optionFrom, reckonedFrom } from './reckon.ts';

export const quotesKey = ['options', 'quote'];
type Asked = { symbol: string; seconds: number; strike?: string | undefined; size: string | undefined };

/** The time until which a quote by this tick is surely taken: its way to the server is left out of it. */
export const heldUntil = (slot: number): number => msOf(slot + heldSlots);
export const onTheWay = 400;
const settles = 300;
const again = 2000;

/** What was asked for once it has been so for a moment: somebody who types does not want a price for each digit. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settles);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** The signed prices of a call and a put that the buttons buy at: asked for anew when they run out, while somebody looks who can buy. */
export function useHeld({ symbol, seconds, strike, size }: Asked, wanted: boolean) {
  const { user } = useAccount();
  const lost = useConnection(({ lostAt }) => lostAt !== undefined);
  const paused = useTape((tape) => tape.paused !== undefined);
  const asked = useSettled(useDeferredValue(size));
  const enabled = wanted && user !== null && asked !== undefined && asked === size && !lost && !paused;
  const { data, error } = useQuery({
    queryKey: [...quotesKey, symbol, seconds, strike ?? 'now', asked],
    queryFn: async () => {
      const quoted = await call<typeof quoteOption>('POST', '/index/option/quote', {
        ...{ symbol, seconds, size: asked! },
        ...(strike !== undefined && { strike }),
      });
      heardTime(quoted.time);
      return quoted;
    },
    enabled,
    gcTime: 0,
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data && !state.error
        ? Math.max(again / 4, heldUntil(state.data.call.slot) - onTheWay - serverNow())
        : again,
    meta: { quiet: true },
  });
  return { held: enabled ? data : undefined, error: enabled ? error : null };
}
export type Held = NonNullable<ReturnType<typeof useHeld>['held']>;

/** What is to know about a held call and put. */
export const heldFacts = (held: Held): Record<Side, Facts> => ({
  call: factsOfQuote(held.call),
  put: factsOfQuote(held.put),
});
export function factsOfQuote(quote: SignedQuote): Facts {
  const by = reckonedFrom(quote, coinOf(quote.symbol));
  return factsOf(optionFrom(quote), by, lifeSlots(quote.seconds, quote.slot), quote.spreadBp);
}

/** Whether a quote is what the model makes of the tick it names. Nothing is bought at a price that this device cannot work out. */
export const isFair = (quote: SignedQuote): boolean =>
  factsOfQuote(quote).premium === parseUnits(quote.premium, 'USDT');
