import { formatDecimal } from '@glasshouse/kit/format.ts';
import { writeDecimal } from '@glasshouse/protocol/decimal';

/** Formats hundredths of a percent: 8200 is `82%`, 8250 is `82.5%`. */
export function percentOf(bp: number): string {
  const text = formatDecimal(writeDecimal(BigInt(bp), 2));
  return `${text.replace(/\.?0+$/, '')}%`;
}

/** A coin's spread, always with two decimals: `0.10%`. */
export const spreadText = (spreadBp: number): string => `${formatDecimal(writeDecimal(BigInt(spreadBp), 2))}%`;

const inTenths = (tenths: number): string => `${Math.floor(tenths / 10)}.${tenths % 10}%`;

/** An achieved win rate in ten-thousandths, rounded down so that it never looks like the required rate too early. */
export const shareText = (tenThousandths: number): string => inTenths(Math.floor(tenThousandths / 10));

/** A required win rate, rounded up so that a user who reaches the displayed rate has not lost. */
export const neededText = (tenThousandths: number): string => inTenths(Math.ceil(tenThousandths / 10));
