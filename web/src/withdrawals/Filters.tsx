import { withdrawalStates } from '@glasshouse/protocol/withdrawals/calls';
import { useState } from 'react';
import { useWords } from '../lib/words.tsx';
import { Chips } from '../ui/Chip.tsx';
import { FilterChip, FilterChips } from '../ui/FilterChip.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import type { Choice } from './withdrawals.ts';

const filters = ['state', 'currency'] as const;

/** The two filters for withdrawals. */
export function Filters({ choice, onChoose }: { choice: Choice; onChoose: (change: Choice) => void }) {
  const { t } = useWords();
  const [open, setOpen] = useState<keyof Choice>();
  const options = {
    state: withdrawalStates.map((value) => ({ value: value as string, label: t(`movements.states.${value}`) })),
    currency: ['USDT', 'CNY'].map((value) => ({ value, label: value })),
  };
  return (
    <>
      <FilterChips label={t('ui.filters')}>
        {filters.map((filter) => (
          <FilterChip
            key={filter}
            name={t(`withdrawals.filter.${filter}`)}
            value={options[filter].find(({ value }) => value === choice[filter])?.label}
            onOpen={() => setOpen(filter)}
            onClear={() => onChoose({ [filter]: undefined })}
          />
        ))}
      </FilterChips>
      {filters.map((filter) => (
        <Sheet
          key={filter}
          open={open === filter}
          onClose={() => setOpen(undefined)}
          title={t(`withdrawals.filter.${filter}`)}
        >
          <Chips
            label={t(`withdrawals.filter.${filter}`)}
            options={options[filter]}
            value={choice[filter]}
            onChange={(value) => {
              onChoose({ [filter]: value });
              setOpen(undefined);
            }}
          />
        </Sheet>
      ))}
    </>
  );
}
