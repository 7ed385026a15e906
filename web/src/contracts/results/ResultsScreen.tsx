import type { Results } from '@glasshouse/protocol/contracts/calls';
import { compareDecimal } from '@glasshouse/protocol/decimal';
import { sentenceOf } from '../../lib/call.ts';
import { useWords } from '../../lib/words.tsx';
import { Profits } from '../../trading/Profits.tsx';
import { ResultsFrame } from '../../trading/ResultsFrame.tsx';
import type { Days } from '../../trading/results.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { endedIn, type Tally, useResults } from './results.ts';
import { Sums } from './Sums.tsx';
import { WinRate } from './WinRate.tsx';

/** How the user's own orders came out, beside what luck and break-even would be. */
export function ResultsScreen() {
  const { t } = useWords();
  return (
    <ResultsFrame product="contract" records={{ title: t('titles.contractRecords'), to: '/contract/records' }}>
      {(days) => <Panel days={days} />}
    </ResultsFrame>
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
  const wonOf = ({ wins, losses }: Tally) => t('results.wonOf', { wins, decided: wins + losses });
  const byProfit = [...results.bySymbol].sort((a, b) => compareDecimal(b.profit, a.profit));
  return (
    <>
      <WinRate results={results} />
      <Sums results={results} />
      <Profits
        title={t('results.byCoin')}
        name={t('orders.filter.symbol')}
        records="/contract/records"
        parts={byProfit.map((part) => ({
          ...part,
          name: part.symbol,
          note: wonOf(part),
          coin: part.symbol,
          choice: { symbol: part.symbol },
        }))}
      />
      <Profits
        title={t('results.byPeriod')}
        name={t('orders.filter.seconds')}
        records="/contract/records"
        parts={results.byPeriod.map((part) => ({
          ...part,
          name: t('ui.seconds', { seconds: part.seconds }),
          note: wonOf(part),
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
