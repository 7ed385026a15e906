import { formatDecimal, formatExact } from '@glasshouse/kit/format.ts';
import { writeDecimal } from '@glasshouse/protocol/decimal';
import { formatUsdt } from '@glasshouse/protocol/money';
import type { Terms } from '@glasshouse/protocol/wealth/terms';
import { perPeriod } from './sums.ts';

/** The left side of the sum that the income is: `1,000.00 × 7.50% × 180 ÷ 365`. */
export function formulaOf(terms: Terms, units: number): string {
  const amount = formatExact(formatUsdt(terms.unit * BigInt(units)));
  if (terms.kind === 'pledge') return `${amount} × ${perPeriod(terms)}%`;
  if (terms.kind === 'machine') return `${units} × ${formatExact(formatUsdt(terms.daily))} × ${terms.days}`;
  return `${amount} × ${formatDecimal(writeDecimal(BigInt(terms.rateBp), 2))}% × ${terms.days} ÷ 365`;
}
