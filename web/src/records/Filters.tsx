import { now } from '@glasshouse/kit/clock.ts';
import { arrows, movementStates } from '@glasshouse/protocol/movements/arrows';
import { recordCurrencies, tabs } from '@glasshouse/protocol/records/tabs';
import { utcDay } from '@glasshouse/protocol/utc-day';
import { useState } from 'react';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Chips } from '../ui/Chip.tsx';
import { FilterChip, FilterChips } from '../ui/FilterChip.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { TextField } from '../ui/TextField.tsx';
import styles from './Records.module.css';
import type { Choice } from './records.ts';

type Filter = 'state' | 'month' | 'currency';
const offered = 12;

/** This month and those before it, as the books count months. */
function months(): string[] {
  const [year, month] = utcDay(now()).split('-').map(Number) as [number, number];
  return Array.from({ length: offered }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back)).toISOString().slice(0, 7),
  );
}

/** Three ways to narrow the records: how far they have come, when they began, in which currency. */
export function Filters({ choice, onChoose }: { choice: Choice; onChoose: (change: Partial<Choice>) => void }) {
  const { t } = useWords();
  const [open, setOpen] = useState<Filter | null>(null);
  const { tab, state, month, currency } = choice;
  const choose = (change: Partial<Choice>) => {
    onChoose(change);
    setOpen(null);
  };
  // States that records of this tab can be in.
  const states = movementStates.filter((one) =>
    arrows.some(({ flow, to }) => to === one && (tabs[tab] as readonly string[]).includes(flow)),
  );
  const shown = { state: state && t(`movements.states.${state}`), month, currency };
  return (
    <>
      <FilterChips label={t('ui.filters')}>
        {(['state', 'month', 'currency'] as const).map((name) => (
          <FilterChip
            key={name}
            name={t(`records.filter.${name}`)}
            value={shown[name]}
            onOpen={() => setOpen(name)}
            onClear={() => onChoose({ [name]: undefined })}
          />
        ))}
      </FilterChips>
      <Sheet open={open === 'state'} onClose={() => setOpen(null)} title={t('records.filter.state')}>
        <Chips
          label={t('records.filter.state')}
          options={states.map((value) => ({ value, label: t(`movements.states.${value}`) }))}
          value={state}
          onChange={(chosen) => choose({ state: chosen })}
        />
      </Sheet>
      <Sheet open={open === 'month'} onClose={() => setOpen(null)} title={t('records.filter.month')}>
        <Chips
          label={t('records.filter.month')}
          options={months().map((value) => ({ value, label: value }))}
          value={month}
          onChange={(chosen) => choose({ month: chosen })}
        />
        <Older onChoose={(chosen) => choose({ month: chosen })} />
      </Sheet>
      <Sheet open={open === 'currency'} onClose={() => setOpen(null)} title={t('records.filter.currency')}>
        <Chips
          label={t('records.filter.currency')}
          options={recordCurrencies.map((value) => ({ value, label: value }))}
          value={currency}
          onChange={(chosen) => choose({ currency: chosen })}
        />
      </Sheet>
    </>
  );
}

/** A month that is further back than those offered. */
function Older({ onChoose }: { onChoose: (month: string) => void }) {
  const { t } = useWords();
  const [text, setText] = useState('');
  const right = /^20\d\d-(0[1-9]|1[0-2])$/.test(text);
  return (
    <form
      className={styles.older}
      onSubmit={(event) => {
        event.preventDefault();
        if (right) onChoose(text);
      }}
    >
      <TextField
        label={t('records.filter.older')}
        help={t('records.filter.utc')}
        value={text}
        onChange={setText}
        maxLength={7}
      />
      <Button type="submit" kind="soft" disabled={!right}>
        {t('records.filter.show')}
      </Button>
    </form>
  );
}
