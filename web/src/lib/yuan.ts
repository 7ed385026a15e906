import { compareDecimal, multiplyDecimal } from '@glasshouse/protocol/decimal';

/** A price in yuan at the published rate; a small one has more places, or it would not move. */
export function inYuan(price: string, rate: string): { amount: string; decimals: number } {
  const amount = multiplyDecimal(price, rate);
  return { amount, decimals: compareDecimal(amount, '100') < 0 ? 4 : 2 };
}
