import { formatDecimal, formatExact } from '@glasshouse/kit/format.ts';

/** An amount as a rule says it: without decimals where it has none. */
export const plain = (amount: string): string =>
  /^\d+(\.0*)?$/.test(amount) ? formatDecimal(amount, 0) : formatExact(amount);
