import type { Results } from '@glasshouse/protocol/contracts/calls';
import { compareDecimal } from '@glasshouse/protocol/decimal';
import { useSearchParams } from 'react-router';
import { useBack } from '../../lib/back.ts';
import { sentenceOf } from '../../lib/call.ts';
import { useWords } from '../../lib/words.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageBar } from '../../ui/PageBar.tsx';
import { List, Row } from '../../ui/Row.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { Profits } from './Profits.tsx';
import styles from './Results.module.css';
import { type Days, endedIn, spans, useResults } from './results.ts';
import { Sums } from './Sums.tsx';
import { WinRate } from './WinRate.tsx';

/** How the user's own orders came out, beside what luck and break-even would be. */
export function ResultsScreen() {
  const { t } = useWords();
  const back = useBack();
  const [search, setSearch] = useSearchParams();
  const days = spans.find((span) => span === search.get('days')) ?? 'all';
  return (
    <>
      <PageBar title={t('titles.contractResults')} onBack={back} />
      <main className={styles.page}>
        <Segments
          label={t('results.span')}
          options={spans.map((value) => ({ value, label: t(`results.spans.${value}`) }))}
          value={days}
          onChange={(chosen) => setSearch({ days: chosen }, { replace: true })}
          panel="results"
        />
        <div id="results" role="tabpanel" aria-label={t(`results.spans.${days}`)} className={styles.panel}>
          <Panel days={days} />
        </div>
        <Card>
          <List>
            <Row icon="records" title={t('titles.contractRecords')} to="/contract/records" />
            <Row icon="info" title={t('help.odds')} to="/helps/help#odds" />
          </List>
        </Card>
      </main>
    </>
  );
}

function Panel({ days }: { days: Days }) {
  const { t } = useWords();
  const { data, error, isFetching, refetch } = useResults(days);
  if (data) return endedIn(data.total) === 0 ? <Nothing days={days} /> : <Shown results={data} />;
  if (!error) return <SkeletonRows rows={5} />;
  return (
    <ErrorState
      title={t('results.failed')}
      text={t('results.failedText')}
      detail={sentenceOf(error)}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  );
}

function Shown({ results }: { results: Results }) {
  const { t } = useWords();
  const byProfit = [...results.bySymbol].sort((a, b) => compareDecimal(b.profit, a.profit));
  return (
    <>
      <WinRate results={results} />
      <Sums results={results} />
      <Profits
        title={t('results.byCoin')}
        name={t('orders.filter.symbol')}
        parts={byProfit.map((part) => ({
          ...part,
          name: part.symbol,
          coin: part.symbol,
          choice: { symbol: part.symbol },
        }))}
      />
      <Profits
        title={t('results.byPeriod')}
        name={t('orders.filter.seconds')}
        parts={results.byPeriod.map((part) => ({
          ...part,
          name: t('ui.seconds', { seconds: part.seconds }),
          choice: { seconds: String(part.seconds) },
        }))}
      />
    </>
  );
}

function Nothing({ days }: { days: Days }) {
  const { t } = useWords();
  return (
    <Empty
      title={t('results.emptyTitle')}
      text={t(days === 'all' ? 'results.emptyText' : 'results.emptySpan')}
      action={
        <ButtonLink small kind="soft" to="/contract">
          {t('orders.toContracts')}
        </ButtonLink>
      }
    />
  );
}
