// Decimal texts and whole numbers of smallest units: the one place that turns each into the other. Nothing here is a float.

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

// Half goes away from zero, so that a loss rounds as the same win would.
function rescaled({ units, scale }: Decimal, wanted: number): bigint {
  if (wanted >= scale) return units * 10n ** BigInt(wanted - scale);
  const step = 10n ** BigInt(scale - wanted);
  const size = (abs(units) * 2n + step) / (step * 2n);
  return units < 0n ? -size : size;
}

/** A decimal text in units of so many decimals, rounded once, half away from zero. A text that is no decimal throws. */
export const unitsAt = (text: string, scale: number): bigint => rescaled(read(text), scale);

// Far above any sensible amount and far below 2^63, so that sums of amounts stay whole in the database too.
const maxDigits = 17;
const amount = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;

/** The units of a text that is exactly an amount: no sign, nothing to round, not too long. Undefined where it is anything else. */
export function parseDecimal(text: string, scale: number): bigint | undefined {
  const [, whole, decimals = ''] = amount.exec(text) ?? [];
  if (whole === undefined || decimals.length > scale || whole.length + scale > maxDigits) return undefined;
  return BigInt(whole + decimals.padEnd(scale, '0'));
}

/** Units as a decimal text with all their decimals. */
export function writeDecimal(units: bigint, scale: number): string {
  const sign = units < 0n ? '-' : '';
  const digits = abs(units)
    .toString()
    .padStart(scale + 1, '0');
  const cut = digits.length - scale;
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, cut)}.${digits.slice(cut)}`;
}

/** Units as a decimal text: at least two decimals, no more than needed. */
export function writeTidily(units: bigint, scale: number): string {
  const [whole, decimals = ''] = writeDecimal(units, scale).split('.');
  return `${whole}.${decimals.replace(/0+$/, '').padEnd(2, '0')}`;
}

/** A decimal text at exactly so many decimals, rounded once, half away from zero. */
export const roundDecimal = (text: string, scale = 2): string => writeDecimal(unitsAt(text, scale), scale);

/** A decimal text with at least two decimals and no more than needed. */
export function tidyDecimal(text: string): string {
  const { units, scale } = read(text);
  return writeTidily(units, scale);
}

function aligned(a: string, b: string) {
  const [left, right] = [read(a), read(b)];
  const scale = Math.max(left.scale, right.scale);
  return { left: rescaled(left, scale), right: rescaled(right, scale), scale };
}

/** Negative, zero or positive as `a` is less than, equal to or more than `b`. */
export function compareDecimal(a: string, b: string): number {
  const { left, right } = aligned(a, b);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** `a` and `b`, exact. */
export function addDecimal(a: string, b: string): string {
  const { left, right, scale } = aligned(a, b);
  return writeDecimal(left + right, scale);
}

/** `a` less `b`, exact. */
export function subtractDecimal(a: string, b: string): string {
  const { left, right, scale } = aligned(a, b);
  return writeDecimal(left - right, scale);
}

/** `a` times `b`, exact. */
export function multiplyDecimal(a: string, b: string): string {
  const [left, right] = [read(a), read(b)];
  return writeDecimal(left.units * right.units, left.scale + right.scale);
}

/** A whole-number percentage of an amount, rounded down so that it never exceeds what is there. */
export function shareOf(text: string, percent: number, scale = 2): string {
  const whole = read(text);
  const product = { units: whole.units * BigInt(percent), scale: whole.scale + 2 };
  const step = 10n ** BigInt(Math.max(0, product.scale - scale));
  return writeDecimal(rescaled({ ...product, units: product.units - (product.units % step) }, scale), scale);
}
