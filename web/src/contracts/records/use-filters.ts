import { useRules } from '../../lib/rules.ts';
import { useWords } from '../../lib/words.tsx';
import type { Filter } from '../../trading/Filters.tsx';
import { coinFilter } from '../../trading/Filters.tsx';
import { type Choice, directions, outcomes } from './orders.ts';

/** The four filters for contracts. */
export function useFilters(choice: Choice): Filter<keyof Choice>[] {
  const { t } = useWords();
  const { data } = useRules();
  const { symbol, direction, seconds, outcome } = choice;
  const title = (name: keyof Choice) => ({ name, title: t(`orders.filter.${name}`) });
  return [
    coinFilter(symbol),
    {
      ...title('direction'),
      value: direction,
      options: directions.map((value) => ({ value, label: t(`contract.${value}`) })),
    },
    {
      ...title('seconds'),
      value: seconds === undefined ? undefined : String(seconds),
      otherwise: seconds === undefined ? undefined : t('ui.seconds', { seconds }),
      options: (data?.periods ?? []).map((each) => ({
        value: String(each.seconds),
        label: t('ui.seconds', { seconds: each.seconds }),
      })),
    },
    {
      ...title('outcome'),
      value: outcome,
      options: outcomes.map((value) => ({ value, label: t(`orders.outcome.${value}`) })),
    },
  ];
}
