// The only conversions between decimal texts and integers of smallest units. No floating point numbers are used here.

type Decimal = { units: bigint; scale: number };
const decimal = /^([+-]?)(\d+)(?:\.(\d*))?$/;

function read(text: string): Decimal {
  const match = decimal.exec(text.trim());
  if (!match) throw new Error(`not a decimal: ${text}`);
  const [, sign, whole, fraction = ''] = match;
  const units = BigInt(`${whole}${fraction}`);
  return { units: sign === '-' ? -units : units, scale: fraction.length };
}

const abs = (units: bigint) => (units < 0n ? -units : units);

// Rounds half away from zero, so that a loss rounds like a gain of the same size.
function rescaled({ units, scale }: Decimal, wanted: number): bigint {
  if (wanted >= scale) return units * 10n ** BigInt(wanted - scale);
  const step = 10n ** BigInt(scale - wanted);
  const size = (abs(units) * 2n + step) / (step * 2n);
  return units < 0n ? -size : size;
}

/** Parses a decimal text into units with `scale` decimals, rounded once, half away from zero. Throws on anything else. */
export const unitsAt = (text: string, scale: number): bigint => rescaled(read(text), scale);

// Far above any sensible amount and far below 2^63, so that sums stay exact in the database too.
const maxDigits = 17;
const amount = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;

/** Parses an exact amount: no sign, no rounding, not too long. Returns undefined for anything else. */
export function parseDecimal(text: string, scale: number): bigint | undefined {
  const [, whole, decimals = ''] = amount.exec(text) ?? [];
  if (whole === undefined || decimals.length > scale || whole.length + scale > maxDigits) return undefined;
  return BigInt(whole + decimals.padEnd(scale, '0'));
}

/** Writes units as a decimal text with all decimals. */
export function writeDecimal(units: bigint, scale: number): string {
  const sign = units < 0n ? '-' : '';
  const digits = abs(units)
    .toString()
    .padStart(scale + 1, '0');
  const cut = digits.length - scale;
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, cut)}.${digits.slice(cut)}`;
}

/** Writes units as a decimal text with at least two decimals and no unnecessary ones. */
export function writeTidily(units: bigint, scale: number): string {
  const [whole, decimals = ''] = writeDecimal(units, scale).split('.');
  return `${whole}.${decimals.replace(/0+$/, '').padEnd(2, '0')}`;
}

/** Rounds a decimal text to exactly `scale` decimals, once, half away from zero. */
export const roundDecimal = (text: string, scale = 2): string => writeDecimal(unitsAt(text, scale), scale);

/** A decimal text with at least two decimals and no unnecessary ones. */
export function tidyDecimal(text: string): string {
  const { units, scale } = read(text);
  return writeTidily(units, scale);
}

function aligned(a: string, b: string) {
  const [left, right] = [read(a), read(b)];
  const scale = Math.max(left.scale, right.scale);
  return { left: rescaled(left, scale), right: rescaled(right, scale), scale };
}

/** Negative, zero or positive if `a` is less than, equal to or greater than `b`. */
export function compareDecimal(a: string, b: string): number {
  const { left, right } = aligned(a, b);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** `a` plus `b`, exact. */
export function addDecimal(a: string, b: string): string {
  const { left, right, scale } = aligned(a, b);
  return writeDecimal(left + right, scale);
}

/** `a` minus `b`, exact. */
export function subtractDecimal(a: string, b: string): string {
  const { left, right, scale } = aligned(a, b);
  return writeDecimal(left - right, scale);
}

/** `a` times `b`, exact. */
export function multiplyDecimal(a: string, b: string): string {
  const [left, right] = [read(a), read(b)];
  return writeDecimal(left.units * right.units, left.scale + right.scale);
}

/** A percentage (integer) of an amount, rounded down so that it never exceeds the amount. */
export function shareOf(text: string, percent: number, scale = 2): string {
  const whole = read(text);
  const product = { units: whole.units * BigInt(percent), scale: whole.scale + 2 };
  const step = 10n ** BigInt(Math.max(0, product.scale - scale));
  return writeDecimal(rescaled({ ...product, units: product.units - (product.units % step) }, scale), scale);
}
