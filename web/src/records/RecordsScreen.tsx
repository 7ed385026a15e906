import type { IconName } from '@glasshouse/kit/Icon.tsx';
import { saveText } from '@glasshouse/kit/save-file.ts';
import { coinSymbols } from '@glasshouse/protocol/money';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useBack } from '../lib/back.ts';
import { useSearchParams } from '../lib/router.tsx';
import { useWords, type WordKey } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { List, Row } from '../ui/Row.tsx';
import { SearchField } from '../ui/SearchField.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { showToast } from '../ui/toast.ts';
import { Filters } from './Filters.tsx';
import { RecordList } from './RecordList.tsx';
import styles from './Records.module.css';
import { type Choice, choiceIn, fetchCsv, tabNames } from './records.ts';

/** Where the orders of one product can be narrowed further. */
const details: Partial<Record<Choice['tab'], readonly [IconName, WordKey, string]>> = {
  contract: ['contract', 'titles.contractRecords', '/contract/records'],
  option: ['clock', 'titles.optionRecords', '/options/records'],
  spot: ['transfer', 'titles.spotRecords', '/spot/records'],
  product: ['finance', 'titles.wealthRecords', '/finance/order'],
};

/** Everything the user did. What is chosen is in the address, so that a link can lead to it and the way back finds it again. */
export function RecordsScreen() {
  const { t } = useWords();
  const back = useBack();
  const [search, setSearch] = useSearchParams();
  const choice = choiceIn(search);
  const choose = (change: Partial<Choice>) => {
    const { tab: kind, ...rest } = { ...choice, ...change };
    // A state or currency that entries of another tab have may not be one of these.
    const wanted = { kind, ...rest, ...(change.tab && { state: undefined, currency: undefined }) };
    setSearch(
      Object.entries(wanted).filter((each): each is [string, string] => each[1] !== undefined),
      { replace: true },
    );
  };
  const detail = details[choice.tab];
  // The coin goes along; products are of none.
  const coin = choice.tab === 'product' ? undefined : coinSymbols.find((symbol) => symbol === choice.currency);
  const csv = useMutation({
    mutationFn: fetchCsv,
    onSuccess: ({ filename, csv, complete }) => {
      saveText({ name: filename, text: csv });
      showToast({ kind: 'success', text: t(complete ? 'records.csvSaved' : 'records.csvCut', { filename }) });
    },
  });
  return (
    <>
      <PageBar
        title={t('titles.records')}
        onBack={back}
        end={
          <IconButton
            icon="download"
            size={20}
            label={t('records.csv')}
            aria-busy={csv.isPending}
            onClick={() => csv.isPending || csv.mutate(choice)}
          />
        }
      />
      <main>
        <Tabs
          label={t('records.tabsLabel')}
          options={tabNames.map((value) => ({ value, label: t(`records.tabs.${value}`) }))}
          value={choice.tab}
          onChange={(tab) => choose({ tab })}
          panel="records"
        />
        <div className={styles.page} id="records" role="tabpanel" aria-label={t(`records.tabs.${choice.tab}`)}>
          <Search text={choice.text} onSearch={(text) => choose({ text })} />
          <Filters choice={choice} onChoose={choose} />
          <RecordList choice={choice} onClear={() => setSearch({ kind: choice.tab }, { replace: true })} />
        </div>
        <Card className={styles.kept}>
          <List label={t('records.kept')}>
            {detail && (
              <Row icon={detail[0]} title={t(detail[1])} to={coin ? `${detail[2]}?symbol=${coin}` : detail[2]} />
            )}
            <Row icon="market" title={t('titles.contractResults')} to="/results" />
            <Row icon="doc" title={t('titles.statement')} to="/assets/statement" />
          </List>
        </Card>
      </main>
    </>
  );
}

const settlesAfter = 350;

/** What is typed, searched for once the user pauses. */
function Search({ text = '', onSearch }: { text: string | undefined; onSearch: (text: string | undefined) => void }) {
  const { t } = useWords();
  const [typed, setTyped] = useState(text);
  const [searched, setSearched] = useState(text);
  // Cleared by something else than this field.
  if (searched !== text) {
    setSearched(text);
    if (text === '') setTyped('');
  }
  const search = useEffectEvent(onSearch);
  useEffect(() => {
    if (typed.trim() === text) return;
    const timer = setTimeout(() => search(typed.trim() || undefined), settlesAfter);
    return () => clearTimeout(timer);
  }, [typed, text]);
  return <SearchField label={t('records.search')} value={typed} onChange={setTyped} />;
}
