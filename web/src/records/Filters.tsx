import { arrows, type MovementState, movementStates } from '@glasshouse/protocol/movements/arrows';
import {
  type Activity,
  activityCurrencies,
  activityStates,
  outcomesOf,
  recordCurrencies,
  tabs,
} from '@glasshouse/protocol/records/tabs';
import { useState } from 'react';
import { useWords } from '../lib/words.tsx';
import { DaySpan } from '../trading/DaySpan.tsx';
import { Chips } from '../ui/Chip.tsx';
import { FilterChip, FilterChips } from '../ui/FilterChip.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import type { Choice } from './records.ts';

const isMovementState = (state: string): state is MovementState => movementStates.some((one) => one === state);

type Filter = 'state' | 'dates' | 'currency';
type FiltersProps = { choice: Choice; onChoose: (change: Partial<Choice>) => void };

/** The three filters of the activity: state, start, and coin or currency. */
export function Filters({ choice, onChoose }: FiltersProps) {
  const { t } = useWords();
  const [open, setOpen] = useState<Filter | null>(null);
  const { tab, state, currency, from, until } = choice;
  const choose = (change: Partial<Choice>) => {
    onChoose(change);
    setOpen(null);
  };
  const { kinds, flows }: { kinds: readonly Activity[]; flows: readonly string[] } = tabs[tab];
  // The states that entries of this tab can have.
  const states = activityStates.filter(
    (one) =>
      one === 'open' ||
      kinds.some((kind) => outcomesOf[kind].some((outcome) => outcome === one)) ||
      arrows.some(({ flow, to }) => to === one && flows.includes(flow)),
  );
  const currencies = kinds.some((kind) => kind !== 'money') ? activityCurrencies : recordCurrencies;
  const named = (one: NonNullable<Choice['state']>) =>
    isMovementState(one) ? t(`movements.states.${one}`) : t(`records.outcomes.${one}`);
  const dates = from || until ? `${from ?? '…'} – ${until ?? '…'}` : undefined;
  const shown = { state: state && named(state), dates, currency };
  const without = {
    state: { state: undefined },
    dates: { from: undefined, until: undefined },
    currency: { currency: undefined },
  };
  return (
    <>
      <FilterChips label={t('ui.filters')}>
        {(['state', 'dates', 'currency'] as const).map((name) => (
          <FilterChip
            key={name}
            name={t(`records.filter.${name}`)}
            value={shown[name]}
            onOpen={() => setOpen(name)}
            onClear={() => onChoose(without[name])}
          />
        ))}
      </FilterChips>
      <Sheet open={open === 'state'} onClose={() => setOpen(null)} title={t('records.filter.state')}>
        <Chips
          label={t('records.filter.state')}
          options={states.map((value) => ({ value, label: named(value) }))}
          value={state}
          onChange={(chosen) => choose({ state: chosen })}
        />
      </Sheet>
      <Sheet open={open === 'dates'} onClose={() => setOpen(null)} title={t('records.filter.dates')}>
        <DaySpan onChoose={choose} />
      </Sheet>
      <Sheet open={open === 'currency'} onClose={() => setOpen(null)} title={t('records.filter.currency')}>
        <Chips
          label={t('records.filter.currency')}
          options={currencies.map((value) => ({ value, label: value }))}
          value={currency}
          onChange={(chosen) => choose({ currency: chosen })}
        />
      </Sheet>
    </>
  );
}
