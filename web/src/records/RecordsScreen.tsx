import { saveText } from '@glasshouse/kit/save-file.ts';
import { useMutation } from '@tanstack/react-query';
import { useBack } from '../lib/back.ts';
import { useSearchParams } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { List, Row } from '../ui/Row.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { showToast } from '../ui/toast.ts';
import { Filters } from './Filters.tsx';
import { RecordList } from './RecordList.tsx';
import styles from './Records.module.css';
import { type Choice, choiceIn, fetchCsv, tabNames } from './records.ts';

/** All money that the user moved. What is chosen is in the address, so that a link can lead to it; other records are a tap away below. */
export function RecordsScreen() {
  const { t } = useWords();
  const back = useBack();
  const [search, setSearch] = useSearchParams();
  const choice = choiceIn(search);
  const choose = (change: Partial<Choice>) => {
    const { tab: kind, ...rest } = { ...choice, ...change };
    // A state that records of another tab have may not be one of these.
    const wanted = { kind, ...rest, ...(change.tab && { state: undefined }) };
    setSearch(
      Object.entries(wanted).filter((each): each is [string, string] => each[1] !== undefined),
      { replace: true },
    );
  };
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
          <Filters choice={choice} onChoose={choose} />
          <RecordList choice={choice} />
        </div>
        <Card className={styles.kept}>
          <List label={t('records.kept')}>
            <Row icon="contract" title={t('titles.contractRecords')} to="/contract/records" />
            <Row icon="clock" title={t('titles.optionRecords')} to="/options/records" />
            <Row icon="transfer" title={t('titles.spotRecords')} to="/spot/records" />
            <Row icon="market" title={t('titles.contractResults')} to="/results" />
            <Row icon="doc" title={t('titles.statement')} to="/assets/statement" />
          </List>
        </Card>
      </main>
    </>
  );
}
