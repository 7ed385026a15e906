import type { Period } from '@glasshouse/protocol/market/candle-periods';
import { t } from './words.tsx';

type Unit = 's' | 'm' | 'h' | 'd';

/** A candle period in the short units of the language: `15s` is `15 с` in Russian. */
export const periodText = (period: Period): string =>
  t(`chart.in.${period.at(-1) as Unit}`, { count: Number.parseInt(period, 10) });
