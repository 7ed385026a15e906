import { useSearchParams } from 'react-router';
import { useBack } from '../../lib/back.ts';
import { useWords } from '../../lib/words.tsx';
import { Card } from '../../ui/Card.tsx';
import { PageBar } from '../../ui/PageBar.tsx';
import { List, Row } from '../../ui/Row.tsx';
import { Filters } from './Filters.tsx';
import { Orders } from './Orders.tsx';
import { type Choice, choiceIn } from './orders.ts';
import styles from './Records.module.css';

/** Every contract of the user, open and ended. What is chosen is in the address, so that other pages can lead to it. */
export function ContractRecordsScreen() {
  const { t } = useWords();
  const back = useBack();
  const [search, setSearch] = useSearchParams();
  const choice = choiceIn(search);
  const show = (chosen: Choice) =>
    setSearch(
      Object.entries(chosen).flatMap(([name, value]): [string, string][] => (value ? [[name, String(value)]] : [])),
      { replace: true },
    );
  return (
    <>
      <PageBar title={t('titles.contractRecords')} onBack={back} />
      <main className={styles.page}>
        <Card>
          <List>
            <Row icon="market" title={t('titles.contractResults')} sub={t('orders.toResults')} to="/contract/results" />
          </List>
        </Card>
        <Filters choice={choice} onChoose={(change) => show({ ...choice, ...change })} />
        <Orders choice={choice} onClear={() => show({})} />
      </main>
    </>
  );
}
