import { parseDecimal } from '@glasshouse/protocol/decimal';
import type { Input, Output, Refusal } from '@glasshouse/protocol/endpoint';
import { type Coin, coinById, coinBySymbol, formatPrice } from '@glasshouse/protocol/market/coins';
import { slotAt } from '@glasshouse/protocol/market/tape';
import { formatUnits, formatUsdt } from '@glasshouse/protocol/money';
import type { Side } from '@glasshouse/protocol/options/black-scholes';
import type * as protocol from '@glasshouse/protocol/options/calls';
import { bidOf, type PriceInputs, premiumOf } from '@glasshouse/protocol/options/quote';
import { type OptionQuote, quoteBytes } from '@glasshouse/protocol/options/slip';
import { isOffered, strikesAround } from '@glasshouse/protocol/options/strikes';
import * as terms from '@glasshouse/protocol/options/terms';
import { isRule } from '@glasshouse/protocol/orders/tape-rule';
import { unitsOf } from '@glasshouse/protocol/site/bounds';
import { newestTicks } from '#evidence/market/market.ts';
import type { Tx } from '#platform/database/db.ts';
import { err, ok, type Result } from '#platform/http/result.ts';
import type { Signer } from '#platform/security/signer.ts';
import { announcedMoney } from '#site/site/site.ts';
import { optionsWallet } from './orders.ts';
import * as table from './orders-sql.ts';
import { type Ground, maxSlotDrift, type Pricer } from './pricer.ts';
import { boughtIn } from './product.ts';

/** Enough of the most expensive and of the cheapest coin for any premium, and far below the database's bigint. */
const maxSize = 10n ** 17n;

/** A requested option, without its coin. */
type Wish = { seconds: number; strike: bigint; size: bigint; side: Side };
type OptionPrice = { premium: bigint; by: PriceInputs; dueSlot: number | null };

/** The price of an option by a tick, if it is offered at all. */
export function priceOf(
  symbol: number,
  ground: Ground,
  { seconds, strike, size, side }: Wish,
): Result<OptionPrice, 'rule_unknown' | 'terms_changed' | 'volatility_unknown' | 'stake_out_of_range'> {
  if (!isRule(ground.rule)) return err('rule_unknown');
  if (!terms.isLife(seconds)) return err('terms_changed');
  const slots = terms.lifeSlots(seconds, ground.slot);
  const by = ground.priceInputs(slots);
  if (!by) return err('volatility_unknown');
  if (!isOffered(strike, seconds, by)) return err('terms_changed');
  if (size > maxSize) return err('stake_out_of_range');
  const fair = ground.fair({ side, strike }, by, slots);
  const premium = premiumOf({ symbol, side, strike, size }, by, slots, ground.spreadBp, fair);
  return ok({ premium, by, dueSlot: terms.isFlash(seconds) ? null : terms.endSlotOf(seconds, ground.slot) });
}

const signedBy = (signer: Signer, bytes: Uint8Array) => ({
  publicKey: signer.publicKey.toString('hex'),
  signature: signer.sign(bytes).toString('hex'),
});

/** Whether a price by the tick of a slot may still be valid, as far as the clock can tell. The newest tick decides. */
export function mayBeHeld(slot: number, now: Date): boolean {
  const age = slotAt(now.getTime()) - slot;
  return age >= -maxSlotDrift && age <= terms.heldSlots + maxSlotDrift;
}

/**
 * The value of an option if it were bought by a newer tick than its quote's. A flash option gets its strike from that
 * tick.
 */
export function worthBy(ground: Ground, wish: Wish & { symbol: number }, dueSlot: number | null): bigint | undefined {
  const slots = terms.leftAt(ground.slot, wish.seconds, dueSlot);
  const by = ground.priceInputs(slots);
  const option = terms.asQuoted(wish, ground.price);
  return by && bidOf(option, by, slots, ground.fair(option, by, slots));
}

type QuoteRequest = Input<typeof protocol.quoteOption>;
type Quoted = Result<Output<typeof protocol.quoteOption>, Refusal<typeof protocol.quoteOption>>;
/** The price of a call and of a put by the newest tick. */
export async function quoteOption(
  { tx, now }: { tx: Tx; now: Date },
  desk: { signer: Signer; pricer: Pricer },
  { symbol, seconds, strike: text, size }: QuoteRequest,
): Promise<Quoted> {
  const coin = coinBySymbol(symbol)!;
  const ground = await desk.pricer.newest(tx, coin.id, now);
  if (!ground) return err('tape_stale');
  const strike = text === undefined ? ground.price : parseDecimal(text, coin.decimals);
  if (!strike) return err('terms_changed');
  const quoted = (side: Side) => {
    const priced = priceOf(coin.id, ground, { seconds, strike, size, side });
    return priced.ok
      ? ok(signedQuote(coin, ground, { seconds, strike, size, side }, priced.value, desk.signer))
      : priced;
  };
  const [call, put] = [quoted('call'), quoted('put')];
  if (!call.ok) return call;
  if (!put.ok) return put;
  return ok({ call: call.value, put: put.value, time: now.getTime() });
}

function signedQuote(
  coin: Coin,
  { rule, spreadBp }: Ground,
  { seconds, strike, size, side }: Wish,
  { premium, by, dueSlot }: OptionPrice,
  signer: Signer,
): protocol.SignedQuote {
  const quote: OptionQuote = {
    ...{ symbol: coin.id, side, strike, size, seconds, premium, spreadBp, rule, dueSlot, ...by },
  };
  return {
    ...{ symbol: coin.symbol, side, seconds, spreadBp, rule, dueSlot },
    strike: formatPrice(strike, coin.decimals),
    size: formatUnits(size, coin.symbol),
    premium: formatUsdt(premium),
    ...priceInputsShown(coin, by),
    ...signedBy(signer, quoteBytes(quote)),
  };
}
const priceInputsShown = ({ decimals }: Coin, { slot, price, volatility, model }: PriceInputs) => ({
  ...{ slot, price: formatPrice(price, decimals), volatility, model },
});

/** The buy-back price of an open option by a tick. */
export function bidBy(
  row: table.OptionRow,
  ground: Ground,
): Result<{ amount: bigint; by: PriceInputs }, 'volatility_unknown'> {
  const slots = Number(row.due_slot) - ground.slot;
  // Uses the model that it was bought under, whatever source is active now.
  const by = ground.priceInputs(slots, row.model);
  if (!by) return err('volatility_unknown');
  return ok({ amount: bidOf(boughtIn(row), by, slots), by });
}

type BidResult = Result<Output<typeof protocol.bidOption>, Refusal<typeof protocol.bidOption>>;
export async function bidOption(
  { tx, now }: { tx: Tx; now: Date },
  pricer: Pricer,
  owner: bigint,
  { id }: Input<typeof protocol.bidOption>,
): Promise<BidResult> {
  const row = await table.optionById(tx, optionsWallet(owner), id);
  if (!row) return err('not_found');
  if (row.result !== null) return err('order_ended');
  if (!isRule(row.rule)) return err('rule_unknown');
  const ground = await pricer.newest(tx, row.symbol, now);
  if (!ground) return err('tape_stale');
  const dueSlot = Number(row.due_slot);
  if (ground.slot >= dueSlot) return err('order_ended');
  if (ground.slot > terms.lastSaleSlot({ terms: row.terms, dueSlot })) return err('sale_closed');
  const bid = bidBy(row, ground);
  if (!bid.ok) return bid;
  const { amount, by } = bid.value;
  return ok({ id, amount: formatUsdt(amount), ...priceInputsShown(coinById(row.symbol)!, by), time: now.getTime() });
}

/** The options that can be bought on a coin now. */
export async function showBoard(
  tx: Tx,
  now: Date,
  pricer: Pricer,
  { symbol }: Input<typeof protocol.showBoard>,
): Promise<Output<typeof protocol.showBoard>> {
  const coin = coinBySymbol(symbol)!;
  const [tick] = await newestTicks(tx, [coin.id]);
  const ground = tick && (await pricer.at(tx, coin.id, Number(tick.slot), now));
  const open = await table.exposureOf(tx, coin.id);
  const next = await announcedMoney(tx, now);
  const left = (ground?.exposure ?? 0n) - open;
  const at = (seconds: number) => {
    const slots = terms.lifeSlots(seconds, ground!.slot);
    return ground!.priceInputs(slots);
  };
  const isKnown = ground !== undefined && at(terms.flashLives[0]) !== undefined;
  return {
    symbol: coin.symbol,
    rule: ground?.rule ?? 1,
    spreadBp: ground?.spreadBp ?? 0,
    model: ground?.model ?? 1,
    minPremium: formatUsdt(terms.minPremium),
    maxPremium: formatUsdt(terms.maxPremium),
    maxOpen: formatUsdt(terms.maxOpen),
    room: formatUsdt(left > 0n ? left : 0n),
    slot: isKnown ? ground.slot : null,
    flash: isKnown ? terms.flashLives.map((seconds) => ({ seconds, volatility: at(seconds)!.volatility })) : [],
    clock: isKnown
      ? terms.clockLives.map((seconds) => {
          const { price, volatility } = at(seconds)!;
          const slots = terms.lifeSlots(seconds, ground.slot);
          const strikes = strikesAround(price, volatility, slots).map((strike) => formatPrice(strike, coin.decimals));
          return { seconds, dueSlot: terms.endSlotOf(seconds, ground.slot), volatility, strikes };
        })
      : [],
    heldSlots: terms.heldSlots,
    next: next ? { from: next.from, spreadBp: Number(unitsOf('optionSpread', next.optionSpread)) } : null,
    time: now.getTime(),
  };
}
