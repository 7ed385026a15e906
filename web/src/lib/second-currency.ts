import { usePreferences } from './preferences.ts';
import { useSite } from './site.ts';

/** The currency in which amounts are shown a second time, and how much of it is 1 USDT; undefined if there is none, or its rate is not known yet. */
export function useSecondCurrency(): { currency: 'CNY' | 'USD'; rate: string } | undefined {
  const { cnyRate } = useSite();
  const currency = usePreferences(({ secondCurrency }) => secondCurrency);
  if (currency === 'USD') return { currency, rate: '1' };
  return currency === 'CNY' && cnyRate !== undefined ? { currency, rate: cnyRate } : undefined;
}
