import { useSearchParams } from 'react-router';
import { useBack } from '../../lib/back.ts';
import { useWords } from '../../lib/words.tsx';
import { Filters } from '../../trading/Filters.tsx';
import styles from '../../trading/Records.module.css';
import { searchOf } from '../../trading/search.ts';
import { Card } from '../../ui/Card.tsx';
import { PageBar } from '../../ui/PageBar.tsx';
import { List, Row } from '../../ui/Row.tsx';
import { Orders } from './Orders.tsx';
import { choiceIn } from './orders.ts';
import { useFilters } from './use-filters.ts';

/** Every contract of the user, open and ended. What is chosen is in the address, so that other pages can lead to it. */
export function ContractRecordsScreen() {
  const { t } = useWords();
  const back = useBack();
  const [search, setSearch] = useSearchParams();
  const choice = choiceIn(search);
  const show = (chosen: object) => setSearch(searchOf(chosen), { replace: true });
  return (
    <>
      <PageBar title={t('titles.contractRecords')} onBack={back} />
      <main className={styles.page}>
        <Card>
          <List>
            <Row icon="market" title={t('titles.contractResults')} sub={t('orders.toResults')} to="/contract/results" />
          </List>
        </Card>
        <Filters filters={useFilters(choice)} onChoose={(name, value) => show({ ...choice, [name]: value })} />
        <Orders choice={choice} onClear={() => show({})} />
      </main>
    </>
  );
}
