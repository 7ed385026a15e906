import { msOf, slotMs, slotsPerHour } from '@glasshouse/protocol/market/tape';
import type { Side } from '@glasshouse/protocol/options/black-scholes';
import type { Quote, quoteOption } from '@glasshouse/protocol/options/calls';
import { bidOf, breakEvenOf, chanceOfProfit, type PriceInputs } from '@glasshouse/protocol/options/quote';
import { asQuoted, heldSlots, leftAt } from '@glasshouse/protocol/options/terms';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import { useAccount } from '../lib/account.ts';
import { call } from '../lib/call.ts';
import { useConnection } from '../lib/connection.ts';
import { useTape } from '../lib/quotes.ts';
import { noteServerTime, serverNow } from '../lib/server-clock.ts';
import { tapeQuery } from '../lib/tape.ts';
import { useQuote } from '../lib/use-quotes.ts';
import {
  coinOf,
  type Facts,
  factsOfQuote,
  isFair,
  optionFrom,
  premiumIn,
  priceInputsFrom,
  sides,
} from './quote-facts.ts';

export const quotesKey = ['options', 'quote'];
type QuoteRequest = { symbol: string; seconds: number; strike?: string | undefined; size: string | undefined };

/** When a quote by this tick expires at the server. The time a request takes to get there is not subtracted. */
export const quoteEnd = (slot: number): number => msOf(slot + heldSlots);
const onTheWay = 400;
const debounceDelay = 300;
const again = 2000;

/** The value once it stops changing, so that typing does not request a quote for each digit. */
function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), debounceDelay);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/**
 * The signed quotes of a call and a put that the buttons buy at. They are renewed when they expire, while a logged-in
 * user has the page open.
 */
export function useOptionQuotes({ symbol, seconds, strike, size }: QuoteRequest, wanted: boolean) {
  const { user } = useAccount();
  const lost = useConnection(({ lostAt }) => lostAt !== undefined);
  const paused = useTape((tape) => tape.paused !== undefined);
  const settledSize = useDebounced(useDeferredValue(size));
  const enabled = wanted && user !== null && settledSize !== undefined && settledSize === size && !lost && !paused;
  const { data, error, refetch } = useQuery({
    queryKey: [...quotesKey, symbol, seconds, strike ?? 'now', settledSize],
    queryFn: async () => {
      const quoted = await call<typeof quoteOption>('POST', '/index/option/quote', {
        ...{ symbol, seconds, size: settledSize! },
        ...(strike !== undefined && { strike }),
      });
      noteServerTime(quoted.time);
      return quoted;
    },
    enabled,
    gcTime: 0,
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data && !state.error ? Math.max(again / 4, quoteEnd(state.data.call.slot) - onTheWay - serverNow()) : again,
    meta: { quiet: true },
  });
  const held = enabled ? data : undefined;
  useRequote(symbol, held, () => void refetch());
  return { held, error: enabled ? error : null };
}
/** Quotes of both sides, from the server or computed on this device. */
export type QuotePair = Record<Side, Quote>;

/** Requests new quotes when the newest tick makes one of them worth more than it costs: the server would no longer sell it. */
function useRequote(symbol: string, held: QuotePair | undefined, ask: () => void): void {
  const tick = useQuote(symbol);
  const isPassed =
    held !== undefined && tick !== undefined && sides.some((side) => worthBy(held[side], tick) > premiumIn(held[side]));
  const slot = held?.call.slot;
  const requote = useEffectEvent(ask);
  useEffect(() => {
    if (isPassed && slot !== undefined) requote();
  }, [isPassed, slot]);
}
/** An option's value if it were bought at a newer tick. */
function worthBy(quote: Quote, tick: { slot: number; price: string }): bigint {
  if (tick.slot <= quote.slot) return 0n;
  const by = priceInputsFrom({ ...quote, ...tick }, coinOf(quote.symbol));
  const option = asQuoted({ ...optionFrom(quote), seconds: quote.seconds }, by.price);
  return bidOf(option, by, leftAt(by.slot, quote.seconds, quote.dueSlot));
}

/** The figures of a quoted call and put whose strike is the price at the tap; here, the current price. */
export const quoteFacts = (held: QuotePair, now: PriceInputs): Record<Side, Facts> => ({
  call: factsStruckAt(held.call, now),
  put: factsStruckAt(held.put, now),
});
function factsStruckAt(quote: Quote, { slot, price }: PriceInputs): Facts {
  const facts = factsOfQuote(quote);
  const [option, by] = [
    { ...facts.option, strike: price },
    { ...facts.by, slot, price },
  ];
  const breakEven = breakEvenOf(option, facts.premium);
  return { ...facts, option, by, breakEven, chance: chanceOfProfit(option, facts.premium, by, facts.slots) };
}

/** Returns a function that checks whether a quote is fair, using the days announced on the tape. */
export function useFairness(): (quote: Quote) => boolean {
  const { user } = useAccount();
  const { data: tape } = useQuery({ ...tapeQuery, enabled: user !== null, refetchInterval: slotMs * slotsPerHour });
  return (quote) => isFair(quote, tape?.days);
}
