import { formatDecimal } from '@glasshouse/kit/format.ts';
import { writeDecimal } from '@glasshouse/protocol/decimal';

/** Hundredths of a percent as people read them: `0.10%`. */
export const spreadText = (spreadBp: number): string => `${formatDecimal(writeDecimal(BigInt(spreadBp), 2))}%`;
