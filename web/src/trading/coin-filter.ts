import { coinSymbols } from '@glasshouse/protocol/money';
import { t } from '../lib/words.tsx';
import type { Filter } from './Filters.tsx';

/** The orders of one coin. */
export const coinFilter = (value: string | undefined): Filter<'symbol'> => ({
  name: 'symbol',
  title: t('orders.filter.symbol'),
  value,
  options: coinSymbols.map((symbol) => ({ value: symbol, label: symbol })),
});
