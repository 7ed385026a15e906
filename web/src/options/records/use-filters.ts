import { clockLives, flashLives } from '@glasshouse/protocol/options/terms';
import { useWords } from '../../lib/words.tsx';
import type { Filter } from '../../trading/Filters.tsx';
import { coinFilter } from '../../trading/Filters.tsx';
import { lifeText } from '../lives.ts';
import { sides } from '../quote-facts.ts';
import { type Choice, outcomes } from './orders.ts';

/** The four filters for options. */
export function useFilters({ symbol, side, seconds, outcome }: Choice): Filter<keyof Choice>[] {
  const { t } = useWords();
  return [
    coinFilter(symbol),
    {
      name: 'side',
      title: t('orders.filter.direction'),
      value: side,
      options: sides.map((value) => ({ value, label: t(`option.${value}`) })),
    },
    {
      name: 'seconds',
      title: t('option.life'),
      value: seconds === undefined ? undefined : String(seconds),
      options: [...flashLives, ...clockLives].map((life) => ({ value: String(life), label: lifeText(life) })),
    },
    {
      name: 'outcome',
      title: t('orders.filter.outcome'),
      value: outcome,
      options: outcomes.map((value) => ({ value, label: t(`option.outcome.${value}`) })),
    },
  ];
}
