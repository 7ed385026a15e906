import { formatDecimal, formatExact, formatSigned, formatTime, formatWhole, placesOf } from '@glasshouse/kit/format.ts';
import { tidyDecimal, writeDecimal, writeTidily } from '@glasshouse/protocol/decimal';
import { formatUsdt, parseUnits } from '@glasshouse/protocol/money';
import { dayMs, utcDay } from '@glasshouse/protocol/utc-day';
import { paidBackOn, type Schedule, scheduleOf, yearlyRate } from '@glasshouse/protocol/wealth/schedule';
import type { Terms } from '@glasshouse/protocol/wealth/terms';
import type { Product } from './wealth.ts';

/** An amount as terms say it: without decimals where it has none. */
export const plain = (amount: string): string =>
  formatDecimal(amount, placesOf(amount, /\.0*[1-9]/.test(amount) ? 2 : 0));
/** Units as they are paid, with every place that counts. */
export const exactly = (units: bigint): string => formatExact(formatUsdt(units));
/** As `exactly`, with a plus sign on a gain. */
export const gained = (units: bigint): string => formatSigned(formatUsdt(units), placesOf(formatUsdt(units)));
/** How much more than an amount another is, as a decimal of percent that is never too large. */
export function moreThan(amount: bigint, other: bigint): string {
  const parts = (other - amount) * 10_000n;
  return writeDecimal(parts / amount - (parts < 0n && parts % amount !== 0n ? 1n : 0n), 2);
}

/** What 1,000 bring over the whole term, in units. */
export const perThousand = (terms: Terms): bigint => scheduleOf({ ...terms, unit: 1_000_000_000n }, 1n, 0).total;

/** The rate of a year as a decimal of percent. */
export const yearly = (terms: Exclude<Terms, { kind: 'machine' }>): string => writeDecimal(yearlyRate(terms), 6);
/** The rate of one period of a pledge, as a decimal of percent, with all its places. */
export const perPeriod = ({ ratePpb }: Extract<Terms, { kind: 'pledge' }>): string => writeTidily(BigInt(ratePpb), 7);

/** What is left of the quota and what it was, in amounts, or in machines; and how much of it is taken. */
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

/** What so many units cost, as a decimal. */
export const amountOf = ({ unit }: Pick<Product['terms'], 'unit'>, units: number): string =>
  formatUsdt(parseUnits(unit, 'USDT')! * BigInt(units));

export type Range = { least: number; most: number };
/** How many one may choose: never more than there are. */
export const rangeOf = ({ least, most, quota, taken, state }: Product): Range => ({
  least,
  most: state === 'open' ? Math.min(most, quota - taken) : most,
});

/** What stands in the field for so many units: an amount, or a count of machines. */
export const textOf = (terms: Product['terms'], units: number): string =>
  terms.kind === 'machine' ? String(units) : tidyText(amountOf(terms, units));
const tidyText = (amount: string) => amount.replace(/\.00$/, '');

/** How many units were typed; undefined where it is no whole number of them. */
export function unitsTyped(terms: Product['terms'], text: string): number | undefined {
  if (text === '') return undefined;
  if (terms.kind === 'machine') return /^\d+(\.0*)?$/.test(text) ? Number(text) : undefined;
  const [amount, unit] = [parseUnits(tidyDecimal(text), 'USDT'), parseUnits(terms.unit, 'USDT')!];
  if (amount === undefined || amount % unit !== 0n) return undefined;
  return Number(amount / unit);
}

/** The places of the slider. */
export const places = 1000;
/** Where so many stand on the slider: the small ones have more room than the large. */
export const placeOf = (units: number, { least, most }: Range): number =>
  most <= least ? 0 : Math.round(places * Math.sqrt(Math.min(1, Math.max(0, (units - least) / (most - least)))));
/** How many stand at a place of the slider, in round numbers. */
export function unitsAtPlace(place: number, { least, most }: Range): number {
  if (place >= places) return most;
  const exact = least + (most - least) * (place / places) ** 2;
  const step = 10 ** Math.max(0, Math.floor(Math.log10(exact)) - 1);
  return Math.min(most, Math.max(least, Math.round(exact / step) * step));
}

/** When a machine that was bought at a moment has brought what it cost, and on which of its days; undefined if it never does. */
export function paidBack(terms: Extract<Terms, { kind: 'machine' }>, startsAt: number) {
  const day = paidBackOn(terms);
  return day === undefined ? undefined : { day, at: startsAt + day * dayMs };
}

/** The left side of the sum that the income is: `1,000.00 × 7.50% × 180 ÷ 365`. */
export function formulaOf(terms: Terms, units: number): string {
  const amount = formatExact(formatUsdt(terms.unit * BigInt(units)));
  if (terms.kind === 'pledge') return `${amount} × ${perPeriod(terms)}%`;
  if (terms.kind === 'machine') return `${units} × ${formatExact(formatUsdt(terms.daily))} × ${terms.days}`;
  return `${amount} × ${formatDecimal(writeDecimal(BigInt(terms.rateBp), 2))}% × ${terms.days} ÷ 365`;
}

/**
 * So many units of a product, bought at a moment, and what comes of it. While what is typed does not fit, units and amounts are those of the
 * least and are not shown; the dates hold for every amount.
 */
export type Calculated = {
  product: Product;
  terms: Terms;
  schedule: Schedule;
  units: number;
  fits: boolean;
  now: number;
};

/** When something of it is due: by the day as the books count days, or to the minute where it runs by the clock. */
export const dateOf = ({ kind }: Pick<Product['terms'], 'kind'>, at: number): string =>
  kind === 'pledge' ? formatTime(at).slice(0, 16) : utcDay(at);
