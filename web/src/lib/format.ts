/** The way a figure points, for its sign, its arrow and its colour. */
export type Direction = 'up' | 'down' | 'flat';

const minus = '\u2212';
const shape = /^([+-]?)(\d+)(?:\.(\d*))?$/;

type Decimal = { units: bigint; scale: number };

function parse(value: string): Decimal {
  const match = shape.exec(value.trim());
  if (!match) throw new Error(`not a decimal: ${value}`);
  const [, sign, whole, fraction = ''] = match;
  const units = BigInt(`${whole}${fraction}`);
  return { units: sign === '-' ? -units : units, scale: fraction.length };
}

const abs = (units: bigint) => (units < 0n ? -units : units);

// Half goes away from zero, so that a loss rounds as the same win would.
function scaled({ units, scale }: Decimal, decimals: number): bigint {
  if (decimals >= scale) return units * 10n ** BigInt(decimals - scale);
  const step = 10n ** BigInt(scale - decimals);
  const size = (abs(units) * 2n + step) / (step * 2n);
  return units < 0n ? -size : size;
}

function write(units: bigint, decimals: number): string {
  const digits = abs(units)
    .toString()
    .padStart(decimals + 1, '0');
  const cut = digits.length - decimals;
  const sign = units < 0n ? '-' : '';
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, cut)}.${digits.slice(cut)}`;
}

/** A decimal string at exactly `decimals` places, rounded half up once. */
export const roundDecimal = (value: string, decimals = 2) => write(scaled(parse(value), decimals), decimals);

/** Negative, zero or positive as `a` is less than, equal to or more than `b`. */
export function compareDecimal(a: string, b: string): number {
  const [left, right] = [parse(a), parse(b)];
  const scale = Math.max(left.scale, right.scale);
  const difference = scaled(left, scale) - scaled(right, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function sum(a: string, b: string, sign: 1n | -1n): string {
  const [left, right] = [parse(a), parse(b)];
  const scale = Math.max(left.scale, right.scale);
  return write(scaled(left, scale) + sign * scaled(right, scale), scale);
}

/** `a` and `b`, exact. */
export const addDecimal = (a: string, b: string): string => sum(a, b, 1n);

/** `a` less `b`, exact. */
export const subtractDecimal = (a: string, b: string): string => sum(a, b, -1n);

/** `a` times `b`, exact. */
export function multiplyDecimal(a: string, b: string): string {
  const [left, right] = [parse(a), parse(b)];
  return write(left.units * right.units, left.scale + right.scale);
}

/** A whole-number percentage of an amount, rounded down so that it never exceeds what is there. */
export function shareOf(value: string, percent: number, decimals = 2): string {
  const { units, scale } = parse(value);
  const product = { units: units * BigInt(percent), scale: scale + 2 };
  const step = 10n ** BigInt(Math.max(0, product.scale - decimals));
  return write(scaled({ ...product, units: product.units - (product.units % step) }, decimals), decimals);
}

/** How many places a figure needs: no zeros at the end beyond `least`. */
export const placesOf = (value: string, least = 2) =>
  Math.max(least, (value.split('.')[1] ?? '').replace(/0+$/, '').length);

/** A decimal string without zeros at its end, at two places or more. */
export const tidyDecimal = (value: string) => roundDecimal(value, placesOf(value));

/** Which way a figure points once it is rounded: what shows as zero is flat. */
export function directionOf(value: string, decimals = 2): Direction {
  const units = scaled(parse(value), decimals);
  return units > 0n ? 'up' : units < 0n ? 'down' : 'flat';
}

const group = (digits: string) => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/** `25360.42` as `25,360.42`, with the true minus sign; zero has no sign. */
export function formatDecimal(value: string, decimals = 2): string {
  const [whole = '', fraction] = write(abs(scaled(parse(value), decimals)), decimals).split('.');
  const sign = directionOf(value, decimals) === 'down' ? minus : '';
  return sign + group(whole) + (fraction === undefined ? '' : `.${fraction}`);
}

/** As `formatDecimal`, with every place that counts. */
export const formatExact = (value: string) => formatDecimal(value, placesOf(value));

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
