import { writeDecimal } from '@glasshouse/protocol/decimal';
import type { Quote as Tick } from '@glasshouse/protocol/market/calls';
import { formatUnits, formatUsdt } from '@glasshouse/protocol/money';
import type { Side } from '@glasshouse/protocol/options/black-scholes';
import type { Board, OptionOrder, Quote } from '@glasshouse/protocol/options/calls';
import { allowedVolatility } from '@glasshouse/protocol/options/model';
import { bidOf, premiumOf } from '@glasshouse/protocol/options/quote';
import { dueSlotOf, isHeld, lifeSlots, newestTerms } from '@glasshouse/protocol/options/terms';
import { uuidAt } from '../../lib/uuid.ts';
import { coinOf, optionFrom, premiumIn, priceInputsFrom } from '../quote-facts.ts';

type Wish = { seconds: number; size: bigint };

/** The price of a flash call and put at a tick, as the server would quote them, computed from the public board. */
export function practiceQuotes(board: Board, tick: Tick, { seconds, size }: Wish): Record<Side, Quote> | undefined {
  const life = board.flash.find((each) => each.seconds === seconds);
  if (!life || size === 0n) return undefined;
  const coin = coinOf(board.symbol);
  const { rule, spreadBp, model } = board;
  const slots = lifeSlots(seconds, tick.slot);
  const volatility = allowedVolatility(coin, { slot: tick.slot, volatility: life.volatility, model }, slots);
  const by = priceInputsFrom({ slot: tick.slot, price: tick.price, volatility, model }, coin);
  const price = writeDecimal(by.price, coin.decimals);
  const quoted = (side: Side): Quote => ({
    ...{ symbol: coin.symbol, side, seconds, strike: price, size: formatUnits(size, coin.symbol) },
    premium: formatUsdt(premiumOf({ symbol: coin.id, side, strike: by.price, size }, by, slots, spreadBp)),
    ...{ spreadBp, rule, dueSlot: null, slot: tick.slot, price, volatility, model },
  });
  return { call: quoted('call'), put: quoted('put') };
}

type Head = Pick<Tick, 'slot' | 'price'>;
/**
 * An option as the server would sell it after the newest tick: with that tick as strike, at a quote that is still valid
 * and not below the option's value.
 */
export function practiceOption(quote: Quote, head: Head, now: number): OptionOrder | undefined {
  const { symbol, side, seconds, size, premium, spreadBp, rule, slot, price, volatility, model } = quote;
  if (!isHeld(slot, head.slot)) return undefined;
  const coin = coinOf(symbol);
  const by = priceInputsFrom({ slot: head.slot, price: head.price, volatility, model }, coin);
  const strike = writeDecimal(by.price, coin.decimals);
  if (bidOf(optionFrom({ symbol, side, strike, size }), by, lifeSlots(seconds, head.slot)) > premiumIn(quote))
    return undefined;
  return {
    ...{ symbol, side, seconds, strike, size, premium, spreadBp, rule },
    terms: newestTerms,
    quote: { slot, price, volatility, model },
    id: uuidAt(now),
    at: new Date(now).toISOString(),
    headSlot: head.slot,
    dueSlot: dueSlotOf(seconds, slot, head.slot),
    sale: null,
    exit: null,
    outcome: null,
    payout: null,
    settledAt: null,
  };
}
