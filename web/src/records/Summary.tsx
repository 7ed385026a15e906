import type { IconName } from '@glasshouse/kit/Icon.tsx';
import { coinSymbols } from '@glasshouse/protocol/money';
import { useHidden } from '../lib/hidden.ts';
import { useResults } from '../lib/results.ts';
import { useWords, type WordKey } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { Money } from '../ui/Money.tsx';
import { List, Row } from '../ui/Row.tsx';
import styles from './Records.module.css';
import type { Choice } from './records.ts';

/** The page on which the orders of one product can be filtered further. */
const details: Partial<Record<Choice['tab'], readonly [IconName, WordKey, string]>> = {
  contract: ['contract', 'titles.contractRecords', '/contract/records'],
  option: ['clock', 'titles.optionRecords', '/options/records'],
  spot: ['transfer', 'titles.spotRecords', '/spot/records'],
  product: ['finance', 'titles.wealthRecords', '/finance/order'],
};

/** The user's profit or loss in total, and links to pages that explain it. */
export function Summary({ choice: { tab, currency } }: { choice: Choice }) {
  const { t } = useWords();
  const hidden = useHidden();
  const { data } = useResults('all');
  const detail = details[tab];
  // The coin is passed along; wealth products have none.
  const coin = tab === 'product' ? undefined : coinSymbols.find((symbol) => symbol === currency);
  return (
    <Card className={styles.summary}>
      <List label={t('records.kept')}>
        <Row
          icon="market"
          title={t('ui.earned.total')}
          sub={t('records.resultText')}
          to="/results"
          value={data && <Money amount={data.total} currency="USDT" signed hidden={hidden} />}
        />
        <Row icon="doc" title={t('titles.statement')} sub={t('records.statementText')} to="/assets/statement" />
        {detail && <Row icon={detail[0]} title={t(detail[1])} to={coin ? `${detail[2]}?symbol=${coin}` : detail[2]} />}
      </List>
    </Card>
  );
}
