import { formatDecimal, formatExact } from '@glasshouse/kit/format.ts';
import { tidyDecimal, writeDecimal } from '@glasshouse/protocol/decimal';
import {
  cnyToUsdt,
  formatUnits,
  formatUsdt,
  parseRate,
  parseUnits,
  type Rate,
  rateScale,
  scales,
  unitsPerFen,
  usdtToCny,
} from '@glasshouse/protocol/money';

export type Side = 'USDT' | 'CNY';
export const otherSide = (side: Side): Side => (side === 'USDT' ? 'CNY' : 'USDT');

export type Quote = {
  /** The amount received, computed as on the server: rounded down. */
  received: string;
  /** `100.00 × 7.20 = 720.00`, as far as it can be written out. */
  working: string;
  exact: boolean;
};

/** The result of exchanging an amount at a rate; `undefined` if the amount isn't valid yet. */
export function quoteOf(from: Side, typed: string, rateText: string): Quote | undefined {
  const rate = parseRate(rateText);
  const amount = typed === '' ? undefined : parseUnits(tidyDecimal(typed), from);
  if (!rate || amount === undefined) return undefined;
  return from === 'USDT' ? inCny(amount, rate, rateText) : inUsdt(amount, rate, rateText);
}

function inCny(usdt: bigint, rate: Rate, rateText: string): Quote {
  const received = formatUnits(usdtToCny(usdt, rate), 'CNY');
  const product = writeDecimal(usdt * rate, scales.USDT + rateScale);
  const exact = tidyDecimal(product) === received;
  const sum = `${formatExact(formatUsdt(usdt))} × ${rateText} = ${formatExact(product)}`;
  return { received, working: sum, exact };
}

function inUsdt(cny: bigint, rate: Rate, rateText: string): Quote {
  const units = cnyToUsdt(cny, rate);
  const received = formatUsdt(units);
  // The division is exact if multiplying returns the same number of fen.
  const exact = units * rate === cny * unitsPerFen;
  const result = exact ? formatExact(received) : `${formatDecimal(received, scales.USDT)}…`;
  return { received, working: `${formatExact(formatUnits(cny, 'CNY'))} ÷ ${rateText} = ${result}`, exact };
}
