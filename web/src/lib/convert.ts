import { compareDecimal, multiplyDecimal } from '@glasshouse/protocol/decimal';

/** A price in another currency. Small prices have more places, or they would not move. */
export function convertPrice(price: string, rate: string): { amount: string; decimals: number } {
  const amount = multiplyDecimal(price, rate);
  return { amount, decimals: compareDecimal(amount, '100') < 0 ? 4 : 2 };
}
