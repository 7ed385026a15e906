import { holdingStates, type ProductKind, productKinds } from '@glasshouse/protocol/wealth/terms';
import { useId, useState } from 'react';
import { useBack } from '../lib/back.ts';
import { useSearchParams } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { Chips } from '../ui/Chip.tsx';
import { FilterChip, FilterChips } from '../ui/FilterChip.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { List, Row } from '../ui/Row.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import styles from './Holdings.module.css';
import { Holdings } from './Holdings.tsx';
import type { Choice } from './wealth.ts';
import { useWealthNews } from './wealth-news.ts';
import { YearSheet } from './YearSheet.tsx';

/** The filters in an address. Invalid ones are ignored. */
const choiceIn = (search: URLSearchParams): Choice => ({
  kind: productKinds.find((kind) => kind === search.get('kind')),
  state: holdingStates.find((state) => state === search.get('state')),
});
const tabs = ['all', ...productKinds] as const;

/** All orders of wealth products, filtered by kind and state. The filters are in the address. */
export function HoldingsScreen() {
  const { t } = useWords();
  useWealthNews();
  const panel = useId();
  const [search, setSearch] = useSearchParams();
  const [years, setYears] = useState(false);
  const [states, setStates] = useState(false);
  const choice = choiceIn(search);
  const show = (chosen: Choice) =>
    setSearch(
      Object.entries(chosen).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : [])),
      { replace: true },
    );
  const chooseState = (state: Choice['state']) => {
    show({ ...choice, state });
    setStates(false);
  };
  return (
    <>
      <PageBar
        title={t('titles.wealthRecords')}
        onBack={useBack()}
        end={<IconButton icon="download" size={20} label={t('wealth.year.title')} onClick={() => setYears(true)} />}
      />
      <main className={styles.page}>
        <Tabs
          label={t('wealth.kinds.label')}
          options={tabs.map((value) => ({ value, label: t(`wealth.kinds.${value}`) }))}
          value={choice.kind ?? 'all'}
          onChange={(kind: 'all' | ProductKind) => show({ ...choice, kind: kind === 'all' ? undefined : kind })}
          panel={panel}
        />
        <FilterChips label={t('ui.filters')}>
          <FilterChip
            name={t('wealth.state')}
            value={choice.state && t(`wealth.progress.${choice.state}`)}
            onOpen={() => setStates(true)}
            onClear={() => chooseState(undefined)}
          />
        </FilterChips>
        <Card>
          <List>
            <Row icon="records" title={t('titles.records')} to="/records?kind=product" />
          </List>
        </Card>
        <div id={panel} role="tabpanel" aria-label={t(`wealth.kinds.${choice.kind ?? 'all'}`)}>
          <Holdings choice={choice} onClear={() => show({})} />
        </div>
      </main>
      <Sheet open={states} onClose={() => setStates(false)} title={t('wealth.state')}>
        <Chips
          label={t('wealth.state')}
          options={holdingStates.map((value) => ({ value, label: t(`wealth.progress.${value}`) }))}
          value={choice.state}
          onChange={chooseState}
        />
      </Sheet>
      <YearSheet open={years} onClose={() => setYears(false)} />
    </>
  );
}
