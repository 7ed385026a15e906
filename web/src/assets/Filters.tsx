import { wallets } from '@glasshouse/protocol/ledger/books';
import { useState } from 'react';
import type { Choice } from '../lib/assets.ts';
import { type KindGroup, kindGroups } from '../lib/posting-kinds.ts';
import { useWords } from '../lib/words.tsx';
import { DaySpan } from '../trading/DaySpan.tsx';
import { Chips } from '../ui/Chip.tsx';
import { FilterChip, FilterChips } from '../ui/FilterChip.tsx';
import { Sheet } from '../ui/Sheet.tsx';

type FiltersProps = { choice: Choice; onChoose: (change: Choice) => void };
type Filter = 'wallet' | 'kind' | 'dates';

const groups = Object.keys(kindGroups) as KindGroup[];

/** The three filters of a statement. An active filter shows its choice, and one press clears it. */
export function Filters({ choice, onChoose }: FiltersProps) {
  const { t } = useWords();
  const [open, setOpen] = useState<Filter | null>(null);
  const { wallet, kind, from, until } = choice;
  const choose = (change: Choice) => {
    onChoose(change);
    setOpen(null);
  };
  const dates = from === until ? from : t('assets.filter.range', { from: from ?? '', until: until ?? '' }).trim();
  return (
    <>
      <FilterChips label={t('ui.filters')}>
        <FilterChip
          name={t('assets.filter.wallet')}
          value={wallet && t(`assets.wallets.${wallet}`)}
          onOpen={() => setOpen('wallet')}
          onClear={() => onChoose({ wallet: undefined })}
        />
        <FilterChip
          name={t('assets.filter.kind')}
          value={kind && t(`assets.groups.${kind}`)}
          onOpen={() => setOpen('kind')}
          onClear={() => onChoose({ kind: undefined })}
        />
        <FilterChip
          name={t('assets.filter.dates')}
          value={from || until ? dates : undefined}
          onOpen={() => setOpen('dates')}
          onClear={() => onChoose({ from: undefined, until: undefined })}
        />
      </FilterChips>
      <Sheet open={open === 'wallet'} onClose={() => setOpen(null)} title={t('assets.filter.wallet')}>
        <Chips
          label={t('assets.filter.wallet')}
          options={wallets.map((value) => ({ value, label: t(`assets.wallets.${value}`) }))}
          value={wallet}
          onChange={(chosen) => choose({ wallet: chosen })}
        />
      </Sheet>
      <Sheet open={open === 'kind'} onClose={() => setOpen(null)} title={t('assets.filter.kind')}>
        <Chips
          label={t('assets.filter.kind')}
          options={groups.map((value) => ({ value, label: t(`assets.groups.${value}`) }))}
          value={kind}
          onChange={(chosen) => choose({ kind: chosen })}
        />
      </Sheet>
      <Sheet open={open === 'dates'} onClose={() => setOpen(null)} title={t('assets.filter.dates')}>
        <DaySpan onChoose={choose} />
      </Sheet>
    </>
  );
}
