import { coinSymbols } from '@glasshouse/protocol/money';
import { useState } from 'react';
import { t, useWords } from '../lib/words.tsx';
import { Chips } from '../ui/Chip.tsx';
import { FilterChip, FilterChips } from '../ui/FilterChip.tsx';
import { Sheet } from '../ui/Sheet.tsx';

export type Filter<N extends string> = {
  name: N;
  title: string;
  options: { value: string; label: string }[];
  /** The current choice, and its label if it isn't one of the options. */
  value: string | undefined;
  otherwise?: string | undefined;
};
type FiltersProps<N extends string> = {
  filters: readonly Filter<N>[];
  onChoose: (name: N, value: string | undefined) => void;
};

/** Filters for orders, each with its choices in a sheet. */
export function Filters<N extends string>({ filters, onChoose }: FiltersProps<N>) {
  const { t } = useWords();
  const [open, setOpen] = useState<N | null>(null);
  return (
    <>
      <FilterChips label={t('ui.filters')}>
        {filters.map(({ name, title, options, value, otherwise }) => (
          <FilterChip
            key={name}
            name={title}
            value={value && (options.find((option) => option.value === value)?.label ?? otherwise ?? value)}
            onOpen={() => setOpen(name)}
            onClear={() => onChoose(name, undefined)}
          />
        ))}
      </FilterChips>
      {filters.map(({ name, title, options, value }) => (
        <Sheet key={name} open={open === name} onClose={() => setOpen(null)} title={title}>
          <Chips
            label={title}
            options={options}
            value={value}
            onChange={(chosen) => {
              onChoose(name, chosen);
              setOpen(null);
            }}
          />
        </Sheet>
      ))}
    </>
  );
}

/** Filters by coin. */
export const coinFilter = (value: string | undefined): Filter<'symbol'> => ({
  name: 'symbol',
  title: t('orders.filter.symbol'),
  value,
  options: coinSymbols.map((symbol) => ({ value: symbol, label: symbol })),
});
