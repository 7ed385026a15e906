import { unitsAt, writeDecimal } from '@glasshouse/protocol/decimal';

/** The way a figure points, for its sign, its arrow and its colour. */
export type Direction = 'up' | 'down' | 'flat';

const minus = '\u2212';

/** How many places a figure needs: no zeros at the end beyond `least`. */
export const placesOf = (value: string, least = 2) =>
  Math.max(least, (value.split('.')[1] ?? '').replace(/0+$/, '').length);

/** Which way a figure points once it is rounded: what shows as zero is flat. */
export function directionOf(value: string, decimals = 2): Direction {
  const units = unitsAt(value, decimals);
  return units > 0n ? 'up' : units < 0n ? 'down' : 'flat';
}

const group = (digits: string) => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/** `25360.42` as `25,360.42`, with the true minus sign; zero has no sign. */
export function formatDecimal(value: string, decimals = 2): string {
  const units = unitsAt(value, decimals);
  const [whole = '', fraction] = writeDecimal(units < 0n ? -units : units, decimals).split('.');
  return (units < 0n ? minus : '') + group(whole) + (fraction === undefined ? '' : `.${fraction}`);
}

/** A whole number, `25360` as `25,360`. */
export const formatWhole = (value: number): string => formatDecimal(String(value), 0);

/** As `formatDecimal`, with every place that counts. */
export const formatExact = (value: string) => formatDecimal(value, placesOf(value));

/** The places of an amount of money: two, or all that count of one that two would show as nothing. */
export const placesOfMoney = (value: string) => (directionOf(value) === 'flat' ? placesOf(value) : 2);
/** Money as people read it. */
export const formatMoney = (value: string) => formatDecimal(value, placesOfMoney(value));

/** As `formatDecimal`, with a plus sign on a gain. */
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

/** `YYYY-MM-DD HH:mm:ss` in the reader's own time zone, or one part of it. */
export function formatTime(at: number | string, part: 'full' | 'date' | 'time' = 'full'): string {
  const date = new Date(toMillis(at));
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const time = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  return part === 'date' ? day : part === 'time' ? time : `${day} ${time}`;
}
