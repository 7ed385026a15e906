import { formatDecimal, formatExact, formatSigned } from '@glasshouse/kit/format.ts';
import { unitsAt, writeDecimal } from '@glasshouse/protocol/decimal';
import { type Coin, coinBySymbol } from '@glasshouse/protocol/market/coins';
import { formatUsdt, parseUnits } from '@glasshouse/protocol/money';
import type { Side } from '@glasshouse/protocol/options/black-scholes';
import type { Quote } from '@glasshouse/protocol/options/calls';
import {
  averageOf,
  bidOf,
  breakEvenOf,
  chanceOfProfit,
  premiumOf,
  type Reckoned,
} from '@glasshouse/protocol/options/quote';
import type { Option } from '@glasshouse/protocol/options/terms';
import { shareText } from '../trading/percents.ts';
import type { Drawn } from './payoff.ts';

/** One whole coin, in the units of sizes. */
export const oneCoin = 100_000_000n;

export const coinOf = (symbol: string): Coin => coinBySymbol(symbol) ?? coinBySymbol('BTC')!;

type Written = { slot: number; price: string; volatility: number; model: number };
/** A tick and what the tape had moved, as the model takes them. */
export const reckonedFrom = ({ slot, price, volatility, model }: Written, { decimals }: Coin): Reckoned => ({
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
/** A strike without the zeros that all strikes of a table end with. */
export function strikeText(strike: string, { decimals }: Coin): string {
  const places = (strike.split('.')[1] ?? '').replace(/0+$/, '').length;
  return formatDecimal(strike, Math.min(decimals, places === 0 ? 0 : Math.max(places, Math.min(2, decimals))));
}

/** What is paid, to the last place that counts. */
export const exactMoney = (units: bigint): string => formatExact(formatUsdt(units));
/** A price that is only looked at: rounded up to the cent, as what is paid never is below it. */
export const aboutMoney = (units: bigint): string => formatDecimal(formatUsdt(roundUp(units)));
const cent = 10_000n;
const roundUp = (units: bigint) => ((units + cent - 1n) / cent) * cent;
export const signedMoney = (units: bigint): string => formatSigned(formatUsdt(units));

/** Volatility in millionths, as people write it: 420000 is `42.0%`. */
export const volatilityText = (millionths: number): string => shareText(Math.round(millionths / 100));

/** Everything to know before buying. */
export type Facts = {
  option: Option;
  by: Reckoned;
  /** How long it lives, in slots. */
  slots: number;
  premium: bigint;
  breakEven: bigint;
  /** Ten-thousandths. */
  chance: number;
  average: bigint;
};

export function factsOf(option: Option, by: Reckoned, slots: number, spreadBp: number): Facts {
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

/** What one coin of it costs at this moment. */
export const perCoinOf = (option: Omit<Option, 'size'>, by: Reckoned, slots: number, spreadBp: number): bigint =>
  premiumOf({ ...option, size: oneCoin }, by, slots, spreadBp);

/** What an open option would be bought back for by a tick. */
export const worthOf = (option: Option, dueSlot: number, by: Reckoned): bigint => bidOf(option, by, dueSlot - by.slot);

export const sides: readonly Side[] = ['call', 'put'];
export const wayOf = (side: Side) => (side === 'call' ? 'up' : 'down');

/** As the picture takes it; floats are for drawing only. */
export function drawnOf({ option, by, premium }: Pick<Facts, 'option' | 'by' | 'premium'>, { decimals }: Coin): Drawn {
  const asPrice = (units: bigint) => Number(units) / 10 ** decimals;
  const perCoin = option.size > 0n ? (Number(premium) * 100) / Number(option.size) : 0;
  return { side: option.side, strike: asPrice(option.strike), premium: perCoin, now: asPrice(by.price) };
}
