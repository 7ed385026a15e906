import { formatDecimal, formatExact, formatMoney, formatSigned } from '@glasshouse/kit/format.ts';
import { unitsAt, writeDecimal } from '@glasshouse/protocol/decimal';
import type { TapeDay } from '@glasshouse/protocol/market/calls';
import { type Coin, coinBySymbol } from '@glasshouse/protocol/market/coins';
import { msOf } from '@glasshouse/protocol/market/tape';
import { formatUsdt, parseUnits } from '@glasshouse/protocol/money';
import type { Side } from '@glasshouse/protocol/options/black-scholes';
import type { Quote } from '@glasshouse/protocol/options/calls';
import { allowedVolatility, correctModel, isModelUnder } from '@glasshouse/protocol/options/model';
import {
  averageOf,
  bidOf,
  breakEvenOf,
  chanceOfProfit,
  type PriceInputs,
  premiumOf,
} from '@glasshouse/protocol/options/quote';
import { lifeSlots, type Option } from '@glasshouse/protocol/options/terms';
import { utcDay } from '@glasshouse/protocol/utc-day';
import { shareText } from '../trading/percents.ts';
import type { PayoffData } from './payoff.ts';

/** One coin, in the units of sizes. */
export const oneCoin = 100_000_000n;

export const coinOf = (symbol: string): Coin => coinBySymbol(symbol) ?? coinBySymbol('BTC')!;

type Written = { slot: number; price: string; volatility: number; model: number };
/** A tick and the tape's volatility, as the model's input. */
export const priceInputsFrom = ({ slot, price, volatility, model }: Written, { decimals }: Coin): PriceInputs => ({
  slot,
  price: unitsAt(price, decimals),
  volatility,
  model,
});

type Named = Pick<Quote, 'symbol' | 'side' | 'strike' | 'size'>;
export function optionFrom({ symbol, side, strike, size }: Named): Option {
  const { id, decimals, symbol: name } = coinOf(symbol);
  return { symbol: id, side, strike: unitsAt(strike, decimals), size: parseUnits(size, name) ?? 0n };
}

export const priceText = (price: bigint, { decimals }: Coin): string =>
  formatDecimal(writeDecimal(price, decimals), decimals);
/** A strike without the trailing zeros that all listed strikes share. */
export function strikeText(strike: string, { decimals }: Coin, beside: readonly string[] = [strike]): string {
  const places = Math.max(...beside.map((each) => (each.split('.')[1] ?? '').replace(/0+$/, '').length));
  return formatDecimal(strike, Math.min(decimals, places === 0 ? 0 : Math.max(places, Math.min(2, decimals))));
}

/** An amount paid or received, with all significant decimals; used where other amounts are derived from it. */
export const exactMoney = (units: bigint): string => formatExact(formatUsdt(units));
/** The same rounded to cents, like a wallet's balance. */
export const moneyText = (units: bigint): string => formatMoney(formatUsdt(units));
export const cent = 10_000n;
/** The cost of an option while its price moves, rounded up to the cent so that no more is charged than is shown. */
export const costInCents = (units: bigint): string =>
  units < cent ? exactMoney(units) : moneyText(((units + cent - 1n) / cent) * cent);
/** Cuts an amount to displayed cents, so that sums of displayed amounts are consistent. */
export const inCents = (units: bigint): bigint => unitsAt(formatUsdt(units), 2) * cent;
/** For amounts that may be far below a cent: at least three digits, as far as there are decimals. */
export function costText(units: bigint): string {
  const places = Math.min(6, Math.max(2, 9 - units.toString().length));
  return formatDecimal(formatUsdt(units), places);
}
export const signedMoney = (units: bigint): string => formatSigned(formatUsdt(units));

/** Formats volatility in millionths: 420000 is `42.0%`. */
export const volatilityText = (millionths: number): string => shareText(Math.round(millionths / 100));

/** The figures a buyer should know. */
export type Facts = {
  option: Option;
  by: PriceInputs;
  /** Its life in slots. */
  slots: number;
  premium: bigint;
  breakEven: bigint;
  /** Ten-thousandths. */
  chance: number;
  average: bigint;
};

export function factsOf(option: Option, by: PriceInputs, slots: number, spreadBp: number): Facts {
  const premium = premiumOf(option, by, slots, spreadBp);
  return {
    option,
    by,
    slots,
    premium,
    breakEven: breakEvenOf(option, premium),
    chance: chanceOfProfit(option, premium, by, slots),
    average: averageOf(option, by, slots, spreadBp),
  };
}

export const premiumIn = ({ premium }: Pick<Quote, 'premium'>) => parseUnits(premium, 'USDT') ?? 0n;
export function factsOfQuote(quote: Quote): Facts {
  const by = priceInputsFrom(quote, coinOf(quote.symbol));
  return factsOf(optionFrom(quote), by, lifeSlots(quote.seconds, quote.slot), quote.spreadBp);
}

/**
 * Whether a quote is what the model computes for the tick it names, with a permitted model and volatility. If its day
 * is announced, the generator of that day decides which model. Nothing is bought at a price that this device cannot
 * compute.
 */
export function isFair(quote: Quote, days: readonly Pick<TapeDay, 'day' | 'version'>[] = []): boolean {
  const { symbol, seconds, slot, volatility, model, rule } = quote;
  if (!isModelUnder(model, rule) || volatility !== allowedVolatility(coinOf(symbol), quote, lifeSlots(seconds, slot)))
    return false;
  const day = days.find((each) => each.day === utcDay(msOf(slot)));
  if (day && correctModel(model, rule, day.version) !== undefined) return false;
  return factsOfQuote(quote).premium === premiumIn(quote);
}

/** The current cost of one coin of it. */
export const perCoinOf = (option: Omit<Option, 'size'>, by: PriceInputs, slots: number, spreadBp: number): bigint =>
  premiumOf({ ...option, size: oneCoin }, by, slots, spreadBp);

/** The buy-back price of an open option at a tick. */
export const worthOf = (option: Option, dueSlot: number, by: PriceInputs): bigint =>
  bidOf(option, by, dueSlot - by.slot);

export const sides: readonly Side[] = ['call', 'put'];
export const wayOf = (side: Side) => (side === 'call' ? 'up' : 'down');

/** The input of the payoff chart; floats are for drawing only. */
export function payoffDataOf(
  { option, by, premium }: Pick<Facts, 'option' | 'by' | 'premium'>,
  { decimals }: Coin,
): PayoffData {
  const asPrice = (units: bigint) => Number(units) / 10 ** decimals;
  const perCoin = option.size > 0n ? (Number(premium) * 100) / Number(option.size) : 0;
  return { side: option.side, strike: asPrice(option.strike), premium: perCoin, now: asPrice(by.price) };
}
