import { compareDecimal, subtractDecimal } from '@glasshouse/protocol/decimal';

const wide = /[\uff10-\uff19]/g;

/**
 * Converts typed or pasted text to a decimal string. Accepts full-width digits, spaces and either decimal separator.
 */
export function typedAmount(text: string, decimals: number): string {
  const plain = text
    .replace(wide, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xff10 + 0x30))
    .replace(/[\uff0e\u3002]/g, '.')
    .replace(/[\uff0c\u3001]/g, ',')
    .replace(/[^\d.,]/g, '');
  const cut = decimalMark(plain);
  const whole = (cut < 0 ? plain : plain.slice(0, cut))
    .replace(/\D/g, '')
    .replace(/^0+(?=\d)/, '')
    .slice(0, 15);
  if (cut < 0 || decimals === 0) return whole;
  return `${whole || '0'}.${plain.slice(cut).replace(/\D/g, '').slice(0, decimals)}`;
}

// The position of the decimal separator. Groups of three digits after every comma, as in 3,250, are thousands, and so
// is a repeated separator.
function decimalMark(plain: string): number {
  const comma = plain.lastIndexOf(',');
  const dot = plain.lastIndexOf('.');
  if (comma >= 0 && dot >= 0) return Math.max(comma, dot);
  if (/^\d{1,3}(,\d{3})+$/.test(plain) || /^\d{1,3}(\.\d{3}){2,}$/.test(plain)) return -1;
  return plain.search(/[.,]/);
}

export type AmountLimits = { min?: string | undefined; max?: string | undefined; balance?: string | undefined };
export type AmountProblem = { kind: 'below' | 'above' | 'short'; limit: string; by: string };

/** The problem with an amount and by how much it misses the limit; `undefined` if it is empty or valid. */
export function amountProblem(value: string, { min, max, balance }: AmountLimits): AmountProblem | undefined {
  if (value === '') return undefined;
  if (min !== undefined && compareDecimal(value, min) < 0) {
    return { kind: 'below', limit: min, by: subtractDecimal(min, value) };
  }
  if (balance !== undefined && compareDecimal(value, balance) > 0) {
    return { kind: 'short', limit: balance, by: subtractDecimal(value, balance) };
  }
  if (max !== undefined && compareDecimal(value, max) > 0) {
    return { kind: 'above', limit: max, by: subtractDecimal(value, max) };
  }
  return undefined;
}
