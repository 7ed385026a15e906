import { saveText } from '@glasshouse/kit/save-file.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useBack } from '../lib/back.ts';
import { useSearchParams } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { SearchField } from '../ui/SearchField.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { showToast } from '../ui/toast.ts';
import { Filters } from './Filters.tsx';
import { RecordList } from './RecordList.tsx';
import styles from './Records.module.css';
import { type Choice, choiceIn, fetchCsv, tabNames } from './records.ts';
import { Summary } from './Summary.tsx';

/**
 * All activity of the user. The filters are in the address, so that links can set them and going back restores them.
 */
export function RecordsScreen() {
  const { t } = useWords();
  const back = useBack();
  const [search, setSearch] = useSearchParams();
  const choice = choiceIn(search);
  const choose = (change: Partial<Choice>) => {
    const { tab: kind, ...rest } = { ...choice, ...change };
    // The state or currency may not exist in another tab.
    const wanted = { kind, ...rest, ...(change.tab && { state: undefined, currency: undefined }) };
    setSearch(
      Object.entries(wanted).filter((each): each is [string, string] => each[1] !== undefined),
      { replace: true },
    );
  };
  const tabs = useRef<HTMLDivElement>(null);
  const place = tabNames.indexOf(choice.tab);
  useEffect(() => center(tabs.current?.querySelectorAll('[role=tab]')[place]), [place]);
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
      <main className={styles.wide}>
        <div ref={tabs}>
          <Tabs
            label={t('records.tabsLabel')}
            options={tabNames.map((value) => ({ value, label: t(`records.tabs.${value}`) }))}
            value={choice.tab}
            onChange={(tab) => choose({ tab })}
            panel="records"
          />
        </div>
        <div className={styles.page}>
          <Summary choice={choice} />
          <div className={styles.list} id="records" role="tabpanel" aria-label={t(`records.tabs.${choice.tab}`)}>
            <div className={styles.narrow}>
              <Search text={choice.text} onSearch={(text) => choose({ text })} />
              <Filters choice={choice} onChoose={choose} />
            </div>
            <RecordList choice={choice} onClear={() => setSearch({ kind: choice.tab }, { replace: true })} />
          </div>
        </div>
      </main>
    </>
  );
}

/** Scrolls only a row of tabs, until one of them is centered. */
function center(tab: Element | null | undefined) {
  const row = tab?.parentElement;
  if (!tab || !row) return;
  const [its, all] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
  row.scrollLeft += its.left + its.width / 2 - (all.left + all.width / 2);
}

const settlesAfter = 350;

/** Searches for the typed text once the user pauses. */
function Search({ text = '', onSearch }: { text: string | undefined; onSearch: (text: string | undefined) => void }) {
  const { t } = useWords();
  const [typed, setTyped] = useState(text);
  const [searched, setSearched] = useState(text);
  // The search was cleared elsewhere.
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
