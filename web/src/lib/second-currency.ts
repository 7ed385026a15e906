import { compareDecimal, multiplyDecimal } from '@glasshouse/protocol/decimal';
import { usePreferences } from './preferences.ts';
import { useSite } from './site.ts';

/**
 * The second currency for amounts and its rate per USDT. Returns `undefined` if none is chosen or the rate isn't
 * loaded.
 */
export function useSecondCurrency(): { currency: 'CNY' | 'USD'; rate: string } | undefined {
  const { cnyRate } = useSite();
  const currency = usePreferences(({ secondCurrency }) => secondCurrency);
  if (currency === 'USD') return { currency, rate: '1' };
  return currency === 'CNY' && cnyRate !== undefined ? { currency, rate: cnyRate } : undefined;
}

/** Converts a price to another currency. Small prices get more decimals, or they would never change. */
export function convertPrice(price: string, rate: string): { amount: string; decimals: number } {
  const amount = multiplyDecimal(price, rate);
  return { amount, decimals: compareDecimal(amount, '100') < 0 ? 4 : 2 };
}
