import { coinSymbols } from '@glasshouse/protocol/money';
import { sides } from '@glasshouse/protocol/spot/terms';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useBack } from '../../lib/back.ts';
import { useWords } from '../../lib/words.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Chips } from '../../ui/Chip.tsx';
import { DayList } from '../../ui/DayList.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { FilterChip, FilterChips } from '../../ui/FilterChip.tsx';
import { PageBar } from '../../ui/PageBar.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import styles from '../Spot.module.css';
import { type Choice, choiceIn, useOrders } from '../spot.ts';
import { TradeRow } from './TradeRow.tsx';

/** Everything the user bought and sold. What is chosen is in the address, so that other pages can lead to it. */
export function SpotRecordsScreen() {
  const { t } = useWords();
  const back = useBack();
  const [search, setSearch] = useSearchParams();
  const choice = choiceIn(search);
  const list = useOrders(choice);
  const show = (chosen: Choice) =>
    setSearch(
      Object.entries(chosen).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : [])),
      { replace: true },
    );
  const isNarrowed = Object.values(choice).some((value) => value !== undefined);
  return (
    <>
      <PageBar title={t('titles.spotRecords')} onBack={back} />
      <main className={styles.records}>
        <Filters choice={choice} onChoose={(change) => show({ ...choice, ...change })} />
        <DayList
          of={list}
          listOf={({ orders }) => orders}
          failed={{ title: t('orders.failed'), text: t('orders.failedText') }}
          nothing={<Nothing isNarrowed={isNarrowed} onClear={() => show({})} />}
        >
          {(order) => <TradeRow order={order} />}
        </DayList>
      </main>
    </>
  );
}

type Filter = keyof Choice;
const filters = ['symbol', 'side'] as const satisfies Filter[];
const names = { symbol: 'orders.filter.symbol', side: 'orders.filter.direction' } as const;

function Filters({ choice, onChoose }: { choice: Choice; onChoose: (change: Choice) => void }) {
  const { t } = useWords();
  const [open, setOpen] = useState<Filter | null>(null);
  const options: Record<Filter, { value: string; label: string }[]> = {
    symbol: coinSymbols.map((value) => ({ value, label: value })),
    side: sides.map((value) => ({ value, label: t(`spot.did.${value}`) })),
  };
  return (
    <>
      <FilterChips label={t('ui.filters')}>
        {filters.map((filter) => (
          <FilterChip
            key={filter}
            name={t(names[filter])}
            value={options[filter].find(({ value }) => value === choice[filter])?.label}
            onOpen={() => setOpen(filter)}
            onClear={() => onChoose({ [filter]: undefined })}
          />
        ))}
      </FilterChips>
      {filters.map((filter) => (
        <Sheet key={filter} open={open === filter} onClose={() => setOpen(null)} title={t(names[filter])}>
          <Chips
            label={t(names[filter])}
            options={options[filter]}
            value={choice[filter]}
            onChange={(value) => {
              onChoose({ [filter]: value });
              setOpen(null);
            }}
          />
        </Sheet>
      ))}
    </>
  );
}

function Nothing({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  const { t } = useWords();
  if (isNarrowed) {
    return (
      <Empty
        title={t('orders.noMatch')}
        text={t('orders.noMatchText')}
        action={
          <Button small kind="soft" onClick={onClear}>
            {t('orders.clear')}
          </Button>
        }
      />
    );
  }
  return (
    <Empty
      title={t('spot.records.empty')}
      text={t('spot.none')}
      action={
        <ButtonLink small kind="soft" to="/spot">
          {t('titles.spot')}
        </ButtonLink>
      }
    />
  );
}
