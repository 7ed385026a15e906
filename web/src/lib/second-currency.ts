import { compareDecimal, multiplyDecimal } from '@glasshouse/protocol/decimal';
import { usePreferences } from './preferences.ts';
import { useSite } from './site.ts';

/** The currency in which amounts are shown a second time, and how much of it is 1 USDT; undefined if there is none, or its rate is not known yet. */
export function useSecondCurrency(): { currency: 'CNY' | 'USD'; rate: string } | undefined {
  const { cnyRate } = useSite();
  const currency = usePreferences(({ secondCurrency }) => secondCurrency);
  if (currency === 'USD') return { currency, rate: '1' };
  return currency === 'CNY' && cnyRate !== undefined ? { currency, rate: cnyRate } : undefined;
}

/** A price in another currency. Small prices have more places, or they would not move. */
export function convertPrice(price: string, rate: string): { amount: string; decimals: number } {
  const amount = multiplyDecimal(price, rate);
  return { amount, decimals: compareDecimal(amount, '100') < 0 ? 4 : 2 };
}
