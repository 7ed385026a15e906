import { useSearchParams } from 'react-router';
import { statementPath } from '../lib/assets.ts';
import { useBack } from '../lib/back.ts';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Empty } from '../ui/Empty.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { List, Row } from '../ui/Row.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import styles from './Records.module.css';

const kinds = ['recharge', 'transfer', 'upgrade', 'withdraw'] as const;

/** The records there are, then those of the kinds that are not built yet; the kind is in the address, so that a link can lead to it. */
export function RecordsScreen() {
  const { t } = useWords();
  const back = useBack('/user');
  const [search, setSearch] = useSearchParams();
  const kind = kinds.find((each) => each === search.get('kind')) ?? 'recharge';
  return (
    <>
      <PageBar title={t('titles.records')} onBack={back} />
      <main>
        <Card className={styles.kept}>
          <List label={t('records.kept')}>
            <Row icon="contract" title={t('titles.contractRecords')} to="/contract/records" />
            <Row icon="market" title={t('titles.contractResults')} to="/contract/results" />
            <Row icon="doc" title={t('titles.statement')} to="/assets/statement" />
          </List>
        </Card>
        <Tabs
          label={t('records.tabsLabel')}
          options={kinds.map((value) => ({ value, label: t(`records.tabs.${value}`) }))}
          value={kind}
          onChange={(chosen) => setSearch({ kind: chosen }, { replace: true })}
          panel="records"
        />
        <div id="records" role="tabpanel" aria-label={t(`records.tabs.${kind}`)}>
          <Empty
            title={t('coming.title')}
            text={t(`records.coming.${kind}`)}
            action={
              kind === 'transfer' && (
                <ButtonLink small kind="soft" to={statementPath({ kind: 'transfers' })}>
                  {t('records.ownTransfers')}
                </ButtonLink>
              )
            }
          />
        </div>
      </main>
    </>
  );
}
