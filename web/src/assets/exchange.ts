import {
  cnyToUsdt,
  formatUnits,
  parseRate,
  parseUnits,
  type Rate,
  scales,
  usdtToCny,
} from '@glasshouse/protocol/money';
import { formatDecimal, formatExact, tidyDecimal } from '../lib/format.ts';

export type Side = 'USDT' | 'CNY';
export const otherSide = (side: Side): Side => (side === 'USDT' ? 'CNY' : 'USDT');

export type Quote = {
  /** What comes in, as the server will work it out: rounded down. */
  received: string;
  /** `100.00 × 7.20 = 720.00`, as far as it can be written out. */
  working: string;
  exact: boolean;
};

// Four more places than a yuan has are enough to see what is cut off.
const rateScale = 10_000n;

/** What an amount brings at a rate; undefined while it is not yet an amount. */
export function quoteOf(from: Side, typed: string, rateText: string): Quote | undefined {
  const rate = parseRate(rateText);
  const amount = typed === '' ? undefined : parseUnits(tidyDecimal(typed), from);
  if (!rate || amount === undefined) return undefined;
  return from === 'USDT' ? inCny(amount, rate, rateText) : inUsdt(amount, rate, rateText);
}

function inCny(usdt: bigint, rate: Rate, rateText: string): Quote {
  const received = formatUnits(usdtToCny(usdt, rate), 'CNY');
  const product = decimalOf(usdt * rate, scales.USDT + 4);
  const exact = tidyDecimal(product) === received;
  const sum = `${formatExact(formatUnits(usdt, 'USDT'))} × ${rateText} = ${formatExact(product)}`;
  return { received, working: sum, exact };
}

function inUsdt(cny: bigint, rate: Rate, rateText: string): Quote {
  const units = cnyToUsdt(cny, rate);
  const received = formatUnits(units, 'USDT');
  // The division is exact when multiplying back gives every fen again.
  const exact = units * rate === cny * 10n ** BigInt(scales.USDT - scales.CNY) * rateScale;
  const result = exact ? formatExact(received) : `${formatDecimal(received, scales.USDT)}…`;
  return { received, working: `${formatExact(formatUnits(cny, 'CNY'))} ÷ ${rateText} = ${result}`, exact };
}

function decimalOf(units: bigint, scale: number): string {
  const digits = units.toString().padStart(scale + 1, '0');
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
