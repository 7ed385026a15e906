import { formatDecimal } from '@glasshouse/kit/format.ts';
import { writeDecimal } from '@glasshouse/protocol/decimal';

/** Hundredths of a percent as people write it: 8200 is `82%`, 8250 is `82.5%`. */
export function percentOf(bp: number): string {
  const text = formatDecimal(writeDecimal(BigInt(bp), 2));
  return `${text.replace(/\.?0+$/, '')}%`;
}

/** What a coin's price is moved by, with both places: `0.10%`. */
export const spreadText = (spreadBp: number): string => `${formatDecimal(writeDecimal(BigInt(spreadBp), 2))}%`;

const inTenths = (tenths: number): string => `${Math.floor(tenths / 10)}.${tenths % 10}%`;

/** A share of wins that was, given in ten-thousandths: rounded down, so that it never looks like what is needed before it is. */
export const shareText = (tenThousandths: number): string => inTenths(Math.floor(tenThousandths / 10));

/** A share of wins that is needed: rounded up, so that whoever reaches what is written has not lost. */
export const neededText = (tenThousandths: number): string => inTenths(Math.ceil(tenThousandths / 10));
