import { formatDecimal, formatExact, formatSigned, formatTime, formatWhole, placesOf } from '@glasshouse/kit/format.ts';
import { tidyDecimal, writeDecimal, writeTidily } from '@glasshouse/protocol/decimal';
import { formatUsdt, parseUnits } from '@glasshouse/protocol/money';
import { dayMs, utcDay } from '@glasshouse/protocol/utc-day';
import { paidBackOn, type Schedule, scheduleOf, yearlyRate } from '@glasshouse/protocol/wealth/schedule';
import type { Terms } from '@glasshouse/protocol/wealth/terms';
import type { Product } from './wealth.ts';

/** An amount in the terms, without decimals if they are zero. */
export const plain = (amount: string): string =>
  formatDecimal(amount, placesOf(amount, /\.0*[1-9]/.test(amount) ? 2 : 0));
/** Formats units with all significant decimals. */
export const exactly = (units: bigint): string => formatExact(formatUsdt(units));
/** Like `exactly`, with a plus sign on a gain. */
export const gained = (units: bigint): string => formatSigned(formatUsdt(units), placesOf(formatUsdt(units)));
/** By how many percent an amount exceeds another, as a decimal that is never rounded up. */
export function moreThan(amount: bigint, other: bigint): string {
  const parts = (other - amount) * 10_000n;
  return writeDecimal(parts / amount - (parts < 0n && parts % amount !== 0n ? 1n : 0n), 2);
}

/** The return on 1,000 over the entire term, in units. */
export const perThousand = (terms: Terms): bigint => scheduleOf({ ...terms, unit: 1_000_000_000n }, 1n, 0).total;

/** The yearly rate as a decimal of percent. */
export const yearly = (terms: Exclude<Terms, { kind: 'machine' }>): string => writeDecimal(yearlyRate(terms), 6);
/** The rate of one period of a pledge, as a decimal of percent with all decimals. */
export const perPeriod = ({ ratePpb }: Extract<Terms, { kind: 'pledge' }>): string => writeTidily(BigInt(ratePpb), 7);

/** The rest of the quota and its total, in amounts or in machines, and the percentage taken. */
export function quotaOf({ terms, quota, taken }: Pick<Product, 'terms' | 'quota' | 'taken'>) {
  const inWords = (units: number) => (terms.kind === 'machine' ? formatWhole(units) : plain(amountOf(terms, units)));
  const permille = (BigInt(taken) * 1000n) / BigInt(quota);
  return {
    left: inWords(quota - taken),
    all: inWords(quota),
    percent: Number(permille) / 10,
    taken: writeDecimal(permille, 1),
  };
}

/** The price of this many units, as a decimal. */
export const amountOf = ({ unit }: Pick<Product['terms'], 'unit'>, units: number): string =>
  formatUsdt(parseUnits(unit, 'USDT')! * BigInt(units));

export type Range = { least: number; most: number };
/** The range of units a user may choose, limited by the quota. */
export const rangeOf = ({ least, most, quota, taken, state }: Product): Range => ({
  least,
  most: state === 'open' ? Math.min(most, quota - taken) : most,
});

/** The text of the field for this many units: an amount, or a number of machines. */
export const textOf = (terms: Product['terms'], units: number): string =>
  terms.kind === 'machine' ? String(units) : tidyText(amountOf(terms, units));
const tidyText = (amount: string) => amount.replace(/\.00$/, '');

/** The number of units typed; `undefined` if it isn't a whole number. */
export function unitsTyped(terms: Product['terms'], text: string): number | undefined {
  if (text === '') return undefined;
  if (terms.kind === 'machine') return /^\d+(\.0*)?$/.test(text) ? Number(text) : undefined;
  const [amount, unit] = [parseUnits(tidyDecimal(text), 'USDT'), parseUnits(terms.unit, 'USDT')!];
  if (amount === undefined || amount % unit !== 0n) return undefined;
  return Number(amount / unit);
}

/** The number of positions of the slider. */
export const places = 1000;
/** The slider position of a number of units: small numbers have more room than large ones. */
export const placeOf = (units: number, { least, most }: Range): number =>
  most <= least ? 0 : Math.round(places * Math.sqrt(Math.min(1, Math.max(0, (units - least) / (most - least)))));
/** The number of units at a slider position, rounded. */
export function unitsAtPlace(place: number, { least, most }: Range): number {
  if (place >= places) return most;
  const exact = least + (most - least) * (place / places) ** 2;
  const step = 10 ** Math.max(0, Math.floor(Math.log10(exact)) - 1);
  return Math.min(most, Math.max(least, Math.round(exact / step) * step));
}

/** When a machine's income reaches its price, and on which of its days; `undefined` if it never does. */
export function paidBack(terms: Extract<Terms, { kind: 'machine' }>, startsAt: number) {
  const day = paidBackOn(terms);
  return day === undefined ? undefined : { day, at: startsAt + day * dayMs };
}

/** The left side of the income formula: `1,000.00 × 7.50% × 180 ÷ 365`. */
export function formulaOf(terms: Terms, units: number): string {
  const amount = formatExact(formatUsdt(terms.unit * BigInt(units)));
  if (terms.kind === 'pledge') return `${amount} × ${perPeriod(terms)}%`;
  if (terms.kind === 'machine') return `${units} × ${formatExact(formatUsdt(terms.daily))} × ${terms.days}`;
  return `${amount} × ${formatDecimal(writeDecimal(BigInt(terms.rateBp), 2))}% × ${terms.days} ÷ 365`;
}

/**
 * A number of units of a product, bought at a time, with the payments. While the typed amount doesn't fit, units and
 * amounts are those of the minimum and are not shown; the dates hold for every amount.
 */
export type Calculated = {
  product: Product;
  terms: Terms;
  schedule: Schedule;
  units: number;
  fits: boolean;
  now: number;
};

/** When a payment is due: a UTC day, or a time to the minute for pledges. */
export const dateOf = ({ kind }: Pick<Product['terms'], 'kind'>, at: number): string =>
  kind === 'pledge' ? formatTime(at).slice(0, 16) : utcDay(at);
