import { unitsAt, writeDecimal } from '@glasshouse/protocol/decimal';

/** The direction of a figure, which decides its sign, arrow and color. */
export type Direction = 'up' | 'down' | 'flat';

const minus = '\u2212';

/** The number of decimals a figure needs: no trailing zeros beyond `least`. */
export const placesOf = (value: string, least = 2) =>
  Math.max(least, (value.split('.')[1] ?? '').replace(/0+$/, '').length);

/** The direction of a figure after rounding: what is shown as zero is flat. */
export function directionOf(value: string, decimals = 2): Direction {
  const units = unitsAt(value, decimals);
  return units > 0n ? 'up' : units < 0n ? 'down' : 'flat';
}

const group = (digits: string) => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/** `25360.42` as `25,360.42`, with a typographic minus sign; zero has no sign. */
export function formatDecimal(value: string, decimals = 2): string {
  const units = unitsAt(value, decimals);
  const [whole = '', fraction] = writeDecimal(units < 0n ? -units : units, decimals).split('.');
  return (units < 0n ? minus : '') + group(whole) + (fraction === undefined ? '' : `.${fraction}`);
}

/** An integer: `25360` as `25,360`. */
export const formatWhole = (value: number): string => formatDecimal(String(value), 0);

/** Like `formatDecimal`, with all significant decimals. */
export const formatExact = (value: string) => formatDecimal(value, placesOf(value));

/** The decimals of an amount of money: two, or all significant ones if two would show zero. */
export const placesOfMoney = (value: string) => (directionOf(value) === 'flat' ? placesOf(value) : 2);
/** Formats an amount of money. */
export const formatMoney = (value: string) => formatDecimal(value, placesOfMoney(value));

/** Like `formatDecimal`, with a plus sign on a gain. */
export const formatSigned = (value: string, decimals = 2) =>
  (directionOf(value, decimals) === 'up' ? '+' : '') + formatDecimal(value, decimals);

/** The first six and last four characters of a hash or address. */
export const shortHash = (hash: string) => (hash.length <= 12 ? hash : `${hash.slice(0, 6)}…${hash.slice(-4)}`);

const two = (part: number) => String(part).padStart(2, '0');

/** A timestamp in milliseconds; ten digits mean seconds. */
export function toMillis(at: number | string): number {
  const text = String(at);
  if (/^\d{10}$/.test(text)) return Number(text) * 1000;
  return /^\d+$/.test(text) ? Number(text) : Date.parse(text);
}

/** `YYYY-MM-DD HH:mm:ss` in the user's time zone, or a part of it. */
export function formatTime(at: number | string, part: 'full' | 'date' | 'time' = 'full'): string {
  const date = new Date(toMillis(at));
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const time = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  return part === 'date' ? day : part === 'time' ? time : `${day} ${time}`;
}
