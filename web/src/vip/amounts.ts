import { formatDecimal, formatExact } from '@glasshouse/kit/format.ts';

/** An amount in a rule, without decimals if they are zero. */
export const plain = (amount: string): string =>
  /^\d+(\.0*)?$/.test(amount) ? formatDecimal(amount, 0) : formatExact(amount);
