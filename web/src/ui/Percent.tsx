import { formatDecimal } from '@glasshouse/kit/format.ts';

/** A rate or a share without a sign: 2 decimals for APR, 1 for shares. */
export function Percent({ value, decimals = 2 }: { value: string; decimals?: number }) {
  return <>{formatDecimal(value, decimals)}%</>;
}
