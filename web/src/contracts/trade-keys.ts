import { usePreferences } from '../lib/preferences.ts';
import { useIsHere } from './choices.ts';

/** Whether single keys trade: on this page, unless they were turned off. */
export function useTradeKeys(): boolean {
  const isHere = useIsHere();
  return usePreferences(({ tradeKeys }) => tradeKeys) && isHere;
}
