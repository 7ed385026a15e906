import { coinSymbols } from '@glasshouse/protocol/money';
import { useState } from 'react';
import { useWords } from '../../lib/words.tsx';
import { Chips } from '../../ui/Chip.tsx';
import { FilterChip, FilterChips } from '../../ui/FilterChip.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useRules } from '../rules.ts';
import { type Choice, directions, outcomes } from './orders.ts';

type FiltersProps = { choice: Choice; onChoose: (change: Choice) => void };
type Filter = keyof Choice;
const filters = ['symbol', 'direction', 'seconds', 'outcome'] as const satisfies Filter[];

/** Four ways to narrow the orders down. */
export function Filters({ choice, onChoose }: FiltersProps) {
  const { t } = useWords();
  const [open, setOpen] = useState<Filter | null>(null);
  const options = useOptions();
  return (
    <>
      <FilterChips label={t('ui.filters')}>
        {filters.map((filter) => {
          const { [filter]: value } = choice;
          const named = options[filter].find((option) => option.value === String(value));
          return (
            <FilterChip
              key={filter}
              name={t(`orders.filter.${filter}`)}
              value={value === undefined ? undefined : (named?.label ?? t('ui.seconds', { seconds: value }))}
              onOpen={() => setOpen(filter)}
              onClear={() => onChoose({ [filter]: undefined })}
            />
          );
        })}
      </FilterChips>
      {filters.map((filter) => (
        <Sheet key={filter} open={open === filter} onClose={() => setOpen(null)} title={t(`orders.filter.${filter}`)}>
          <Chips
            label={t(`orders.filter.${filter}`)}
            options={options[filter]}
            value={choice[filter] === undefined ? undefined : String(choice[filter])}
            onChange={(value) => {
              onChoose({ [filter]: filter === 'seconds' ? Number(value) : value });
              setOpen(null);
            }}
          />
        </Sheet>
      ))}
    </>
  );
}

function useOptions(): Record<Filter, { value: string; label: string }[]> {
  const { t } = useWords();
  const { data } = useRules();
  return {
    symbol: coinSymbols.map((value) => ({ value, label: value })),
    direction: directions.map((value) => ({ value, label: t(`contract.${value}`) })),
    seconds: (data?.periods ?? []).map(({ seconds }) => ({
      value: String(seconds),
      label: t('ui.seconds', { seconds }),
    })),
    outcome: outcomes.map((value) => ({ value, label: t(`orders.outcome.${value}`) })),
  };
}
